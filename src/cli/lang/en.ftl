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
draw-fresh = Draw under { $rule ->
    [fifteen] the 15-move rule
    [three-kings] the three-kings rule
   *[other] the draw rule
}, even with a fresh clock;
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
unknown-moves = Of { $number } the tables do not know the result.
to-the-end = { $result }, { $plies } to the end
drawn-by-clock = Drawn: the clock has run out.
line-unknown = The tables do not know how to go on from { $position }.

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
same-shade = both games are on { $shade ->
    [light] light
   *[dark] dark
} squares; this one, on { $shade ->
    [light] dark
   *[dark] light
} squares, would be { $mirrored }

## Errors

file-name = this is the name of a file, and no position; "bolshak probe - < FILE" answers the positions in a file, one a line, and "bolshak review FILE" judges games in PDN
moves-after-stdin = moves follow -; expected them after a position, as in "W:WKa5,Ka7:BKg1" a5-c7
in-position = in { $position }
asked-were = { $error } (asked were { $tables })
asked-were-more = { $error } (asked were { $tables }); "{ $command }" makes more
asked-were-it = { $error } (asked were { $tables }); "{ $command }" makes it
built-in = the built-in tables of 2 and 3 pieces
built-in-and = the tables{ $of } in { $directory } and the built-in tables of 2 and 3 pieces
tables-in = the tables{ $of } in { $directory }
no-tables = no tables{ $of }
of-game = { " " }of { $game }
makes-tables = "{ $command }" makes them
other-game = --game { $found } asks it, --tables names another directory
name-game = --game names it
