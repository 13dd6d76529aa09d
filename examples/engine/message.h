// A line of the Hub protocol: a command, then arguments as name=value, name="a value" or name.
#pragma once

#include <map>
#include <optional>
#include <string>

class Message {
  public:
    explicit Message(const std::string &line);

    const std::string &command() const { return name; }

    // The value of an argument; nothing if it is absent.
    std::optional<std::string> value(const std::string &argument) const;

  private:
    std::string name;
    std::map<std::string, std::string> arguments;
};

// A text as a value: on one line, in quotation marks, with none inside.
std::string quoted(std::string text);
