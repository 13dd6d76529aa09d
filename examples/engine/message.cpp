#include "message.h"

#include <algorithm>

namespace {

constexpr const char *SPACE = " \t\r";

// The text from a place up to one of some characters; moves the place after it.
std::string take(const std::string &line, std::size_t &at, const std::string &ends) {
    const std::size_t from = at;
    at = std::min(line.find_first_of(ends, from), line.size());
    return line.substr(from, at - from);
}

void skip_space(const std::string &line, std::size_t &at) { at = std::min(line.find_first_not_of(SPACE, at), line.size()); }

} // namespace

Message::Message(const std::string &line) {
    std::size_t at = 0;
    skip_space(line, at);
    name = take(line, at, SPACE);
    for (skip_space(line, at); at < line.size(); skip_space(line, at)) {
        std::string &value = arguments[take(line, at, std::string(SPACE) + '=')];
        if (at == line.size() || line[at] != '=')
            continue;
        at++;
        if (at < line.size() && line[at] == '"') {
            at++;
            value = take(line, at, "\"");
            at = std::min(at + 1, line.size());
        } else {
            value = take(line, at, SPACE);
        }
    }
}

std::optional<std::string> Message::value(const std::string &argument) const {
    const auto found = arguments.find(argument);
    return found == arguments.end() ? std::nullopt : std::optional(found->second);
}

std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '"', '\'');
    std::replace(text.begin(), text.end(), '\n', ' ');
    return '"' + text + '"';
}
