// When a search must end: its limits, its time, and the stop of another thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

struct Limits {
    int depth = std::numeric_limits<int>::max();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
};

class Control {
  public:
    // Before the search. Its time runs from now on, or, if it ponders, from ponder_hit on.
    void begin(const Limits &given, bool pondering) {
        limits = given;
        stopped = false;
        begun = now();
        counted_from = pondering ? NEVER : begun;
    }

    // The opponent has made the expected move.
    void ponder_hit() {
        std::int64_t pondering = NEVER;
        counted_from.compare_exchange_strong(pondering, now());
    }

    void stop() { stopped = true; }

    const Limits &given() const { return limits; }

    double seconds() const { return 1e-9 * static_cast<double>(now() - begun); }

    bool must_stop() const { return stopped || used() >= 1; }

    // Another iteration takes a few times as long as the last one.
    bool should_go_on() const { return !stopped && used() < 0.4; }

  private:
    static constexpr std::int64_t NEVER = -1;

    static std::int64_t now() {
        using namespace std::chrono;
        return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
    }

    // The used share of the time.
    double used() const {
        const std::int64_t from = counted_from;
        return from == NEVER ? 0 : 1e-9 * static_cast<double>(now() - from) / limits.seconds;
    }

    Limits limits;
    std::int64_t begun = 0;
    std::atomic<std::int64_t> counted_from{NEVER};
    std::atomic<bool> stopped{false};
};
