// primer: an engine for Russian draughts that shows how to use bolshak.
//
//     primer [hub] [--tables DIRECTORY] [--hash MIB] [--numbering b8|a1]     the Hub protocol
//     primer perft DEPTH [POSITION]                                         counts sequences of moves
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "hub.h"
#include "moves.h"

namespace {

constexpr const char *USAGE = "usage: primer [hub] [--tables DIRECTORY] [--hash MIB] [--numbering b8|a1]\n"
                              "       primer perft DEPTH [POSITION]\n";

int count_moves(const std::vector<std::string> &arguments) {
    Position position = start_position();
    const unsigned long depth = arguments.size() > 1 ? std::strtoul(arguments[1].c_str(), nullptr, 10) : 0;
    if (arguments.size() > 3 || depth == 0) {
        std::cerr << USAGE;
        return 2;
    }
    if (arguments.size() == 3) {
        if (const std::string error = read_position(arguments[2], position); !error.empty()) {
            std::cerr << error << '\n';
            return 1;
        }
    }
    for (unsigned plies = 1; plies <= depth; plies++)
        std::cout << plies << ' ' << perft(position, plies) << std::endl;
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (bolshak_abi_version() != BOLSHAK_ABI_VERSION) {
        std::cerr << "libbolshak has another version of the interface than bolshak.h\n";
        return 2;
    }
    if (!arguments.empty() && arguments[0] == "perft")
        return count_moves(arguments);
    Hub hub;
    for (std::size_t i = !arguments.empty() && arguments[0] == "hub" ? 1 : 0; i < arguments.size(); i += 2) {
        if (arguments[i].rfind("--", 0) != 0 || i + 1 == arguments.size()) {
            std::cerr << USAGE;
            return 2;
        }
        if (const std::string error = hub.set(arguments[i].substr(2), arguments[i + 1]); !error.empty()) {
            std::cerr << error << '\n';
            return 1;
        }
    }
    hub.run();
    return 0;
}
