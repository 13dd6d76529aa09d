// The Hub protocol, version 2, on standard input and output: an engine for GUIs.
#pragma once

#include <string>
#include <thread>

#include "engine.h"
#include "message.h"
#include "notation.h"

class Hub {
  public:
    // Sets a parameter: tables, hash, numbering or variant. Returns an error, or "".
    std::string set(const std::string &name, const std::string &value);

    // Answers commands until `quit` or the end of input.
    void run();

  private:
    // Whether to go on.
    bool answer(const Message &message);
    void declare() const;
    void set_position(const Message &message);
    void set_level(const Message &message);
    void go(bool pondering);
    void think();
    void report(const Answer &answer) const;
    void end_search();

    Engine engine;
    Game game;
    bool has_game = true; // false after a position that could not be read
    Limits limits{Limits().depth, Limits().nodes, 1};
    Numbering numbering = Numbering::B8;
    std::string directory, megabytes = "64";
    std::thread thinking;
};
