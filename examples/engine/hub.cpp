#include "hub.h"

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <new>
#include <sstream>

namespace {

// Two threads write: the one with the commands and the one with the search.
void say(const std::string &line) {
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    std::cout << line << std::endl;
}

void say_error(const std::string &message) { say("error message=" + quoted(message)); }

constexpr int MOST_MEGABYTES = 4096;

// Without a move, a client that waits for one must still get an answer.
constexpr const char *NO_MOVE = "done move=0-0";

const char *name_of(bolshak_category category) {
    switch (category) {
    case BOLSHAK_LOSS: return "loss";
    case BOLSHAK_BLESSED_LOSS: return "blessed-loss";
    case BOLSHAK_DRAW: return "draw";
    case BOLSHAK_CURSED_WIN: return "cursed-win";
    case BOLSHAK_WIN: return "win";
    default: return "unknown";
    }
}

// In men, as in other engines: a win is 100 less a hundredth for each ply to the end, or 90 less a hundredth for each to the tables.
double men(int score) {
    const int size = std::abs(score);
    const double plain = size > TABLE_WIN                 ? 100 - (MATE - size) / 100.0
                         : size > TABLE_WIN - MOST_PLIES ? 90 - (TABLE_WIN - size) / 100.0
                                                         : size / 100.0;
    return score < 0 ? -plain : plain;
}

// A number of at least 0; nothing for other texts.
std::optional<double> read_number(const std::string &text) {
    std::istringstream stream(text);
    double number = 0;
    if (!(stream >> number) || !stream.eof() || !(number >= 0 && number <= 1e15))
        return std::nullopt;
    return number;
}

} // namespace

std::string Hub::set(const std::string &name, const std::string &value) {
    if (name == "tables") {
        directory = value;
        const std::string error = engine.tables.open(value);
        return error.empty() ? "" : error + "; no tables are asked";
    }
    if (name == "hash") {
        const std::optional<double> number = read_number(value);
        if (!number || *number < 1 || *number > MOST_MEGABYTES)
            return "hash is a number of MiB from 1 to " + std::to_string(MOST_MEGABYTES);
        try {
            engine.hash.resize(static_cast<std::size_t>(*number));
        } catch (const std::bad_alloc &) {
            return "there is not so much memory; hash stays at " + megabytes + " MiB";
        }
        megabytes = value;
        return "";
    }
    if (name == "numbering" && (value == "b8" || value == "a1")) {
        numbering = value == "a1" ? Numbering::A1 : Numbering::B8;
        return "";
    }
    if (name == "variant" && value == "russian")
        return "";
    return "there is no parameter " + name + " with the value " + value;
}

void Hub::run() {
    for (std::string line; std::getline(std::cin, line);)
        if (!answer(Message(line)))
            break;
    end_search();
}

bool Hub::answer(const Message &message) {
    const std::string &command = message.command();
    if (command == "ping") {
        say("pong");
    } else if (command == "stop") {
        engine.control.stop();
    } else if (command == "ponder-hit") {
        engine.control.ponder_hit();
    } else if (!command.empty()) {
        // All others change data of the search.
        end_search();
        if (command == "quit")
            return false;
        if (command == "hub")
            declare();
        else if (command == "init")
            say("ready");
        else if (command == "new-game")
            engine.new_game();
        else if (command == "pos")
            set_position(message);
        else if (command == "level")
            set_level(message);
        else if (command == "go")
            go(message.value("ponder").has_value());
        else if (command != "set-param")
            say_error("there is no command " + command);
        else if (const std::string error = set(message.value("name").value_or(""), message.value("value").value_or(""));
                 !error.empty())
            say_error(error);
    }
    return true;
}

void Hub::declare() const {
    say("id name=primer version=1.0 author=\"the bolshak authors\"");
    say("param name=variant value=russian type=enum values=\"russian\"");
    say("param name=tables value=" + quoted(directory) + " type=string");
    say("param name=hash value=" + megabytes + " type=int min=1 max=" + std::to_string(MOST_MEGABYTES));
    say(std::string("param name=numbering value=") + (numbering == Numbering::B8 ? "b8" : "a1") +
        " type=enum values=\"b8 a1\"");
    say("wait");
}

void Hub::set_position(const Message &message) {
    const std::string error =
        read_game(message.value("pos").value_or(""), message.value("moves").value_or(""), numbering, game);
    has_game = error.empty();
    if (!has_game)
        say_error(error);
}

// The time for a move from that for several: a share of it, and the increment, which comes before the move.
void Hub::set_level(const Message &message) {
    constexpr double MOVES_TO_GO = 25;
    const auto number = [&](const char *name) -> std::optional<double> {
        const std::optional<std::string> text = message.value(name);
        const std::optional<double> found = text ? read_number(*text) : std::nullopt;
        if (text && !found)
            say_error(std::string(name) + " is not a number");
        return found;
    };
    limits = Limits();
    if (const auto depth = number("depth"))
        limits.depth = static_cast<int>(std::max(1.0, std::min(*depth, 1.0 * MOST_PLIES)));
    if (const auto nodes = number("nodes"))
        limits.nodes = static_cast<std::uint64_t>(*nodes);
    if (const auto seconds = number("move-time"))
        limits.seconds = *seconds;
    if (const auto time = number("time")) {
        const double increment = number("inc").value_or(0), all = *time + increment;
        limits.seconds = std::min(*time / std::max(1.0, number("moves").value_or(MOVES_TO_GO)) + increment, 0.8 * all);
    }
}

void Hub::go(bool pondering) {
    if (!has_game) {
        say_error("there is no position, the last one could not be read");
        say(NO_MOVE);
        return;
    }
    engine.control.begin(limits, pondering);
    thinking = std::thread(&Hub::think, this);
}

void Hub::think() {
    const Answer answer = engine.think(game, [&](const Answer &so_far) { report(so_far); });
    const std::vector<Move> &line = answer.found.line;
    if (line.empty()) {
        say_error("the game is over, there is no legal move");
        say(NO_MOVE);
        return;
    }
    say("done move=" + move_text(line[0], numbering) + (line.size() > 1 ? " ponder=" + move_text(line[1], numbering) : ""));
}

void Hub::report(const Answer &answer) const {
    const double seconds = engine.control.seconds();
    std::ostringstream info;
    info << std::fixed << std::setprecision(2) << "info depth=" << answer.found.depth
         << " score=" << men(answer.found.score);
    if (answer.result)
        info << " result=" << name_of(*answer.result);
    info << " clock=" << game.position.clock << " nodes=" << answer.found.nodes << std::setprecision(3)
         << " time=" << seconds << " nps=" << static_cast<double>(answer.found.nodes) / (1e6 * seconds) << " pv=\"";
    for (std::size_t i = 0; i < answer.found.line.size(); i++)
        info << (i > 0 ? " " : "") << move_text(answer.found.line[i], numbering);
    say(info.str() + '"');
}

void Hub::end_search() {
    engine.control.stop();
    if (thinking.joinable())
        thinking.join();
}
