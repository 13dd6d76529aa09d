// The hash table of search results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "position.h"

enum class Bound : std::uint8_t { NONE, EXACT, AT_LEAST, AT_MOST };

struct Entry {
    std::uint64_t key;
    Move move;
    std::int16_t score, depth;
    Bound bound;
    std::uint8_t search; // which search wrote it
};

class Hash {
  public:
    // A size in MiB; at least one entry.
    explicit Hash(std::size_t megabytes) { resize(megabytes); }

    void resize(std::size_t megabytes) {
        std::size_t size = 1;
        while (2 * size * sizeof(Entry) <= megabytes << 20)
            size *= 2;
        entries.assign(size, Entry{});
    }

    void clear() { entries.assign(entries.size(), Entry{}); }

    void begin_search() { search++; }

    // The entry of a key; nullptr if there is none.
    const Entry *find(std::uint64_t key) const {
        const Entry &entry = entries[key & (entries.size() - 1)];
        return entry.bound != Bound::NONE && entry.key == key ? &entry : nullptr;
    }

    // Keeps the deeper of two entries of the same search.
    void store(std::uint64_t key, const Move &move, int score, int depth, Bound bound) {
        Entry &entry = entries[key & (entries.size() - 1)];
        if (entry.bound != Bound::NONE && entry.search == search && entry.key != key && entry.depth > depth)
            return;
        entry = {key, move, static_cast<std::int16_t>(score), static_cast<std::int16_t>(depth), bound, search};
    }

  private:
    std::vector<Entry> entries;
    std::uint8_t search = 0;
};
