# What people read in English. Messages have no spaces or line's ends around them; the code adds those.

## Words

plies = { $number ->
    [one] { $number } ply
   *[other] { $number } plies
}
moves = { $number ->
    [one] { $number } move
   *[other] { $number } moves
}
result = { $category ->
    [win] win
    [cursed-win] cursed-win
    [draw] draw
    [blessed-loss] blessed-loss
   *[loss] loss
}

## The board

to-move = { $color ->
    [white] White
   *[black] Black
} to move ({ $legend })
legend-plain = w, b: men; W, B: kings
legend-drawn = ⛀ ⛂ men, ⛁ ⛃ kings
legend-colored = ● men, ♛ kings

## The verdict

no-move = { $color ->
    [white] White
   *[black] Black
} has no legal move: { $winner ->
    [white] White
   *[black] Black
} has won.
result-unknown = The tables do not know the result.
draw = Draw.
draw-over = Draw, and the game is over: the clock stands at { $clock } of { $limit } plies.
draw-over-won = Draw, and the game is over: the clock stands at { $clock } of { $limit } plies;
wins = { $color ->
    [white] White
   *[black] Black
} { $tense ->
    [would] would win
   *[now] wins
}
wins-in = { $color ->
    [white] White
   *[black] Black
} { $tense ->
    [would] would win
   *[now] wins
} in { $moves } ({ $plies })
would-win = { $color ->
    [white] White
   *[black] Black
} { $tense ->
    [would] would win
   *[now] wins
}
would-win-in = { $color ->
    [white] White
   *[black] Black
} { $tense ->
    [would] would win
   *[now] wins
} in { $moves } ({ $plies })
rule-not-counting = { $wins }; { $rule ->
    [fifteen] the 15-move rule
    [three-kings] the three-kings rule
   *[other] the draw rule
} does not count here.
under-rule-unknown = under { $rule ->
    [fifteen] the 15-move rule
    [three-kings] the three-kings rule
   *[other] the draw rule
} the result is not known without the table of dtz.
under-rule-won = under { $rule ->
    [fifteen] the 15-move rule
    [three-kings] the three-kings rule
   *[other] the draw rule
} it is won too.
under-rule-won-within = under { $rule ->
    [fifteen] the 15-move rule
    [three-kings] the three-kings rule
   *[other] the draw rule
} it is won too: a capture, a man's move or the end comes within { $dtz }, { $left ->
    [one] { $left } is left
   *[other] { $left } are left
}.
draw-takes = Draw under { $rule ->
    [fifteen] the 15-move rule
    [three-kings] the three-kings rule
   *[other] the draw rule
}: a capture, a man's move or the end takes { $dtz }, { $left ->
    [one] { $left } is left
   *[other] { $left } are left
};
draw-taken = Draw under { $rule ->
    [fifteen] the 15-move rule
    [three-kings] the three-kings rule
   *[other] the draw rule
}{ $clock ->
    [fresh] , even with a fresh clock
   *[other] {""}
};
without-named-rule = without { $rule ->
    [fifteen] the 15-move rule
    [three-kings] the three-kings rule
   *[other] the draw rule
} { $wins }.
without-rule = without the rule { $wins }.
game-draughts-80 = The game is draughts-80, on ten files.
game-poddavki = The game is poddavki: a side without a legal move has won.

## The moves

column-move = move
column-result = result
moves-note = result: the mover's, after the move; dtw, dtz: plies from there to the end, and to a capture, a man's move or the end under the 15-move rule
moves-after-end = The game is over. Had it gone on, these would be the moves:

## The line

keep-draw = Moves that keep the draw ({ $kept } of { $all }): { $moves }
unknown-moves = The tables do not know the result of { $number }.
to-the-end = { $result }, { $plies } to the end
drawn-by-clock = Drawn: the clock has run out.
line-longer = The line has { $plies }: a shorter one would run into the draw rule.
line-unknown = The tables do not know how to go on from { $position }.

## The map

map = { $turn ->
    [white] White
   *[black] Black
} to move, and the { $color ->
    [white] white
   *[black] black
} { $piece ->
    [king] king
   *[man] man
} of { $square } on each free square ({ $squares } in all): { $wins } won, { $draws } drawn, { $losses } lost{ $unknown ->
    [0] { "" }
   *[other] , { $unknown } not known
}.
map-legend = +9: the side to move wins in 9 plies; -8: it loses; =: a draw; =41: a draw by the rule, in theory decided in 41 plies
map-empty = { $square } is empty in { $position }; expected the square of a piece

## Two games

on-squares = On the { $shade ->
    [light] light
   *[dark] dark
} squares: { $position }
is-to-move = { $color ->
    [white] White
   *[black] Black
} is to move.
sum = Sum under perfect play: { $white } to { $black } (White's points first)
sum-unknown = Sum under perfect play: not known, since the result of a game is not known
twice-positions = --twice takes two positions, one on dark squares and one on light ones; { $number } given
same-shade = both games are on { $shade ->
    [light] light
   *[dark] dark
} squares; this one, on { $shade ->
    [light] dark
   *[dark] light
} squares, would be { $mirrored }

## Judged games

game = Game { $number }, { $white } - { $black }
not-judged = not judged: { $why }
game-above-search = it ends with { $pieces } pieces or more, and positions of at most { $searched } are searched; --from { $pieces } searches larger ones too, and --time sets the time for each
game-above-tables = it ends with { $pieces } pieces or more, and the tables have at most { $most }; with --time 1s, positions of at most { $searched } are searched
none-known = the tables know none of it
first-known = { $place }, { $position }: { $result }; the stated result { $stated ->
    [agrees] agrees
    [differs] DIFFERS
   *[open] is open
}
searched-proved = proved by a search: { $places } ({ $number ->
    [one] { $number } position
   *[other] { $number } positions
})
searched-undecided = not decided by the search: { $places } ({ $number ->
    [one] { $number } position
   *[other] { $number } positions
}); a longer --time may decide more
from-to = { $first } to { $last }
review-stops = stopping; the tables alone judge what is left
at-start = at the start
after-move = after { $move }
drawn-by-clock-there = drawn { $place }: the clock of the draw rule has run out
information = information:
third-time = { $place }, the position stands for the third time with the same side to move: a draw can be claimed
claim-30-moves = { $place }, 30 moves without a capture or a promotion have been made, with 4 or 5 pieces and kings on both sides: a draw can be claimed
claim-60-moves = { $place }, 60 moves without a capture or a promotion have been made, with 6 or 7 pieces and kings on both sides: a draw can be claimed
claim-5-moves = { $place }, 5 moves of at most two pieces against a single king have been made: a draw can be claimed
claim-main-road = { $place }, the single king has stood on the main road for 5 moves against three pieces: a draw can be claimed
not-read = not read: { $what }
read-to-here = read to here: { $why }
comment-to-here = Read to here: { $why }.
comment-first = Best play from here: { $result }.
comment-drawn = Drawn: the clock of the draw rule has run out.
comment-not-judged = Not judged: { $why }.
mistake = { $mistake }: { $after } (before it: { $before })
mistake-better = { $mistake }: { $after }; better: { $moves } ({ $before })
win-to-draw = throws away the win
win-to-loss = throws away the win and loses
draw-to-loss = throws away the draw
win-to-cursed-win = lets the draw rule take the win
result-not-known = not known
result-draw = a draw
result-wins = { $color ->
    [white] White
   *[black] Black
} wins
result-won = { $color ->
    [white] White
   *[black] Black
} has won
result-wins-in = { $color ->
    [white] White
   *[black] Black
} wins in { $moves }
result-drawn-by-rule = a draw by the draw rule ({ $wins } without it)
no-games-read = cannot read { $from ->
    [stdin] standard input
   *[file] { $file }
}; give a file of PDN games
no-text = { $from ->
    [stdin] standard input
   *[file] { $file }
} is not text; give a file of PDN games
no-game = { $from ->
    [stdin] standard input
   *[file] { $file }
} has no game; expected PDN, as in [White "A"] 1. c3-d4 d6-c5 *
no-game-or-position = { $from ->
    [stdin] standard input
   *[file] { $file }
} has no game in PDN, and its first line is not a position

## A page to print

sheet-title = Endings
sheet-solutions = Solutions
sheet-unknown = The result is not known
sheet-draw = Draw
sheet-draw-by-rule = Draw by the 15-move rule
sheet-clock = With { $plies } on the clock: { $result }.
sheet-keep = Moves that keep it: { $moves }
sheet-line = line { $number }: { $text }
sheet-empty = no position was given; expected one a line
sheet-full = a page has at most { $most } positions; use --limit of find for fewer
sheet-unreadable = cannot read the positions
cannot-read = cannot read { $path }

## Searched above the tables

solve-stops = stopping; the answer is what is known so far
search-memory = cannot allocate { $bytes } bytes of memory for the search; --memory sets less
no-certificate = no certificate is written: nothing was proved by the search
solve-bar = { $positions } positions  { $rate } M/s
solve-within = In at most { $plies }: an upper bound, from the proof.
solve-rule-open = Whether the draw rule keeps it is not decided.
solve-line = A longest line of the proof:
solve-open = Not decided.
solve-at-least-draw = Not decided; { $color ->
    [white] White
   *[black] Black
} has at least a draw.
solve-moves-note = result: the mover's, after the move; dtw: plies from there to the end, ≤ an upper bound from the proof, ? unknown
solve-undecided = not decided
solve-draw-or-win = draw or win
solve-draw-or-loss = draw or loss
tree-ends = and so on
tree-above = as above
solve-one = --certificate, --pdn and moves go with one position; give it as an argument
two-results = the line states two results, { $one } and { $other }; leave one of them
long-line = the line is too long; expected a position in at most { $most } bytes

## Studies

study-number = Study { $number }
study-win = { $color ->
    [white] White
   *[black] Black
} wins
study-draw = { $color ->
    [white] White
   *[black] Black
} draws
study-lock = { $color ->
    [white] White locks Black in
   *[black] Black locks White in
}
study-no-goal = no goal is stated, and what the position is worth is not decided
study-line = Solution:
study-own-line = Main line:
study-sound = Sound: the goal is reached, and no other move reaches it.
study-sound-to-there = The goal is reached, and no other move reaches it as far as the solution is read.
study-unsound = The goal is reached, but the solution is not the only one, or not right.
study-part-open = The goal is reached; whether other moves reach it is not decided for all of them.
study-reached = The goal is reached. An exclamation mark stands behind each only move.
study-not-reached = The goal is not reached.
study-open = Whether the goal is reached is not decided; --time or --memory may help.
study-gives-away = { $moves } does not reach the goal
study-gives-away-to = { $moves } does not reach the goal: { $replies }
study-instead = right would be { $moves }
study-goal = the goal "{ $goal }" is not known; expected win, draw or lock, or give --goal
study-second = second solution: { $moves }
study-dual = dual: { $moves }
study-final = in the final, also: { $moves }
study-variation = In the variation { $moves }:
study-try = try: { $moves }, refuted by { $replies }
study-left-out = defence left out: { $moves }, answered by { $replies }
study-left-out-end = defence left out: { $moves }, which ends the game
study-undecided = not decided: { $moves }
study-misprint = "{ $written }" is not a legal move; moves behind it that are not read: { $unread }
study-misprint-due = "{ $written }" is not a legal move; a capture must be made: { $due }; moves behind it that are not read: { $unread }
study-misprint-near = "{ $written }" is not a legal move; legal ones near it: { $near }; moves behind it that are not read: { $unread }
study-code = Moves in the final do not count: the side that solves has one piece left (--code strict counts them).
no-position = the line "{ $text }" begins with no position; expected one such as W:WKg1:Bb8,e5

## Claims

check-line = line { $number }
check-game = game { $number }
check-wrong = "{ $claim }" is wrong: { $result }
check-wrong-keys = "{ $claim }" is wrong: { $result }; moves that keep it: { $moves }
check-wrong-open = "{ $claim }" is wrong; what is right is not decided
check-keys = "{ $claim }" is right; moves that keep it: { $moves }
check-open = "{ $claim }" is not decided
check-count = right: { $right }, wrong: { $wrong }, not decided: { $open }, not read: { $unread }
check-unclear = what "{ $text }" claims is not clear; write a result such as W+ or =, and a move that keeps it
check-count-claimed = "{ $text }" claims a number of moves, which is not checked; leave it out
check-two-moves = the line claims two first moves, { $one } and { $other }; write a line for each
check-nothing = nothing is claimed; expected a result such as W+, = or 1-0, or a first move
check-goal = the goal "{ $goal }" is not known; expected win or draw
check-lock = a task to lock is for "bolshak study"

## Statistics

stats-ending = ending
stats-mover = moves
stats-entries = entries
stats-wins = wins
stats-draws = draws
stats-draw-share = draws %
stats-losses = losses
stats-max-win = max win
stats-max-loss = max loss
stats-dtz-win = dtz win
stats-dtz-loss = dtz loss
stats-longest-win = longest win
stats-longest-loss = longest loss
stats-distance = { $kind ->
    [mean] mean
   *[median] median
} { $of ->
    [win] win
    [loss] loss
    [dtz-win] dtz win
   *[dtz-loss] dtz loss
}
stats-note = Results and distances (plies) are for the side to move, from { $tables }.
stats-published = the published statistics
stats-rule-note = In brackets: under the 15-move rule at clock 0.

## Times and sizes

seconds = { $number } s
minutes = { $number } min
hours = { $number } h
days = { $number } days
kilobytes = { $number } kB
megabytes = { $number } MB
gigabytes = { $number } GB
bar-entries = { $done } of { $all } entries  { $rate } M/s
left = { $time } left

## Generation

endings = { $number ->
    [one] { $number } ending
   *[other] { $number } endings
}
entries = entries
values = values
endings-added = The moves lead to { $number ->
    [one] one more ending, which is
   *[other] { $number } more endings, which are
} needed and added.
to-solve = { $endings } to solve, { $entries } entries; { $before } finished before
solved-again = { $endings } { $number ->
    [one] is solved again, because others need its values
   *[other] are solved again, because others need their values
}
made-again = { $path } is damaged ({ $damage }): making it again
phase = { $ending } phase { $of }
phases-as-asked = { $phases } phases of { $ending } are finished, as requested.
stopping = Stopping; finished phases stay (Ctrl-C once more stops at once, which is safe too).
stopped = stopped; the same command goes on from the last finished phase
nothing-to-do = { $number ->
    [one] The ending is
   *[other] All { $number } endings are
} finished in { $place }; nothing to do. "{ $command }" finds damaged tables.
solved = { $endings }, { $entries } entries in { $seconds } s.
took = Solving took { $solving } CPU-s, { $rate } million entries each; writing tables { $packing } CPU-s.
bytes-and-bits = { $bytes } bytes  { $bits } bits an entry
peak = At the peak: values in work { $disk } on disk, the program { $memory } of memory.
peak-disk = At the peak: values in work { $disk } on disk.
before = { $number ->
    [one] { $number } ending was
   *[other] { $number } endings were
} finished before.
tables-made = The tables are in { $place }; "{ $command }" probes them.
all-finished = All tables are finished in { $place }; nothing to do.
lacks-memory = The run needs { $needed } of memory and may have { $allowed }: allow more with --memory, or use fewer --threads.
lacks-disk = { $place } has only { $free } free; --disk puts values elsewhere.
estimate-cpu = CPU time
estimate-time = time
estimate-memory = memory
estimate-disk = disk
estimate-tables = tables
estimate-all = all
estimate-note =
    Times are extrapolated from a second of work on this machine.
    Memory and disk are those at the peak.
estimate-poddavki =
    The forecast is that of Russian draughts.
    Tables of poddavki are about half as large again.
estimate-draughts-80 = The forecast for each entry is that of Russian draughts.
estimate-level = The measurement used the default compression level; the effect of --level was measured elsewhere.
estimate-place = The tables would go to { $place }.

## The report

language = en
caption = { $color ->
    [white] White
   *[black] Black
} to move
report-russian = Russian draughts
report-poddavki = Poddavki (losing draughts)
report-draughts-80 = Draughts-80 (ten files)
report-title = { $game }: what the endgame tables hold
endings-of = { $number ->
    [one] { $number } ending
   *[other] { $number } endings
}
report-about = { $positions } positions of { $endings }, from { $tables }. Each position also stands for its twin with the colours swapped. Distances are in plies (half-moves); results are those of the side to move.
report-results = Results by ending
report-results-note = Every position of an ending, by side to move. A <i>cursed win</i> is won in theory, but only drawn under the rule of 15 moves; a <i>blessed loss</i> is its counterpart.
report-row = { $ending }, { $mover } to move
report-all = all
report-distances = Distances to the end
report-distances-note = From random positions, the same number for each ending, without any draw rule.
report-sample = { $pieces } pieces, { $positions } random positions
report-plies = plies to the end
report-percent = percent: wins up, losses down
report-longest = The longest wins
report-longest-note = The longest win for each number of pieces, without any draw rule, with best play by both sides.
report-longest-of = { $pieces } pieces, { $ending }
report-wins = { $color ->
    [white] White
   *[black] Black
} moves and wins in { $plies }.
report-rule = What the rule of 15 moves changes
report-spoilt = { $color ->
    [white] White
   *[black] Black
} to move. A { $category ->
    [cursed-win] cursed win
   *[blessed-loss] blessed loss
} for the side to move: the end would come{ $end ->
    [known] { " " }in { $plies }
   *[unknown] { "" }
}, but every way there has more than 15 moves in a row without a capture or a move of a man.
report-fresh-none = With a fresh clock it changes no result in these endings.
report-fresh = With a fresh clock it turns these positions into draws:
report-mover = mover
report-cursed = cursed wins
report-blessed = blessed losses
report-of = of
report-late = With a later clock it changes more: a win stands only if a capture, a man's move or the end comes in time. These wins take longest to do so, and so are the first to be lost as the clock runs:
report-dtz = plies to a zeroing move
report-drawn-from = drawn from clock
report-position = position
report-written = { $page } and { $pictures } pictures are written: open it in a browser.
cannot-make-directory = cannot make the directory { $path }
cannot-remove-pictures = cannot remove older pictures in { $path }

## Errors

nothing-published = no statistics of { $ending } are published; without --published, stats shows those of your tables
shows-published = "bolshak stats --published" shows the published statistics
nothing-selected = nothing is selected: where both sides are alike, only the first-named side is to move; leave --side second out
file-name = this is the name of a file, not a position; "bolshak probe - < FILE" answers the positions in a file, one a line, and "bolshak review FILE" judges games in PDN
moves-after-stdin = moves follow -; expected them after a position, as in "W:WKa5,Ka7:BKg1" a5-c7
in-position = in { $position }
asked-were-most = { $error } (source: { $tables }); tables are made for at most { $most } pieces; "bolshak solve" searches beyond them
asked-were-more = { $error } (source: { $tables }); "{ $command }" makes more, "bolshak solve" searches beyond them
asked-were-it = { $error } (source: { $tables }); "{ $command }" makes it
built-in = the built-in tables of 2 and 3 pieces
built-in-and = the tables{ $of } in { $directory } and the built-in tables of 2 and 3 pieces
tables-in = the tables{ $of } in { $directory }
no-tables = no tables{ $of }
of-game = { " " }of { $game }
makes-tables = "{ $command }" makes them
other-game = use --game { $found } for these tables, or choose another directory with --tables
name-game = --game names it
about = { $text }
no-stdin = cannot read standard input

## Remedies

limit-memory = allow more memory (ulimit -v), or give the program less to do at a time
limit-memory-windows = close other programs, allow a larger paging file, or give the program less to do at a time
limit-file-size = allow larger files (ulimit -f), or choose a directory on another file system
limit-file-size-windows = choose a directory on another file system: FAT has no files of 4 GiB and more
limit-open-files = allow more open files (ulimit -n)
limit-all-open-files = the whole system has no more open files; close other programs
file-in-use = a program may be using the file that is there; end that program, then run the same command again
no-regular-file = move it elsewhere, then run the same command again
run-again = nothing is lost; fix this, then run the same command again
other-record = choose a file that can be written, or leave --resume out
other-directory = choose another directory with --tables or --disk
other-tables = choose another directory with --tables
other-tables-or-game = choose another directory with --tables, or go on with --game { $game }
make-needed = make them first: bolshak generate --alone { $needed }, with the same --game, --tables, --disk and --metrics
remove-notes = remove { $notes }, or give another --disk
free-space-or-disk = free some space or choose another directory with --disk, then run the same command again
free-space-or-directory = free some space or choose another directory; finished tables stay
free-space = free some space, then run the same command again
allow-values = let this user read and write it, or give another --disk
more-memory = allow more with --memory
more-memory-or-fewer-threads = allow more with --memory, or use fewer --threads

## Files and the system

cannot-write = cannot write { $path }
no-file-there = { $path } exists and is not a regular file; choose another name, remove what is there if nobody needs it, or redirect standard output
no-threads = cannot start threads: { $error }; allow more processes and memory (ulimit -u, ulimit -v), or use fewer threads (--threads or RAYON_NUM_THREADS)
no-signals-for-lack = cannot listen for Ctrl-C: { $error }; allow more processes and memory (ulimit -u, ulimit -v), or use fewer threads (--threads or RAYON_NUM_THREADS)
no-signals = cannot listen for Ctrl-C: { $error }

## Values of options

expected-range = expected a whole number from { $least } to { $most }
expected-positive = expected a whole number of at least 1
expected-bytes = expected a number of bytes as in 4GiB, 900MB or 1000000000
expected-plies = expected a number of plies from 0 to { $most }
expected-time = expected a time as in 5s, 500ms or 2min
expected-hours = expected a number of hours as in 6 or 0.5
expected-address = expected an address such as 127.0.0.1 or ::, and --port for the port
