# То, что люди читают по-русски. Вокруг сообщений нет пробелов и концов строк: их добавляет программа.

## Слова

plies = { $number ->
    [one] { $number } полуход
    [few] { $number } полухода
   *[other] { $number } полуходов
}
moves = { $number ->
    [one] { $number } ход
    [few] { $number } хода
   *[other] { $number } ходов
}
result = { $category ->
    [win] выигрыш
    [cursed-win] сорванный выигрыш
    [draw] ничья
    [blessed-loss] спасённый проигрыш
   *[loss] проигрыш
}

## Доска

to-move = Ход { $color ->
    [white] белых
   *[black] чёрных
} ({ $legend })
legend-plain = w, b — простые; W, B — дамки
legend-drawn = ⛀ ⛂ — простые, ⛁ ⛃ — дамки
legend-colored = ● — простые, ♛ — дамки

## Оценка

no-move = У { $color ->
    [white] белых
   *[black] чёрных
} нет хода: { $winner ->
    [white] белые
   *[black] чёрные
} выиграли.
result-unknown = Таблицы не знают итога.
draw = Ничья.
draw-over = Ничья, партия окончена: счётчик — { $clock } из { $limit } полуходов.
draw-over-won = Ничья, партия окончена: счётчик — { $clock } из { $limit } полуходов;
wins = { $color ->
    [white] Белые
   *[black] Чёрные
} { $tense ->
    [would] выиграли бы
   *[now] выигрывают
}
wins-in = { $color ->
    [white] Белые
   *[black] Чёрные
} { $tense ->
    [would] выиграли бы
   *[now] выигрывают
} за { $moves } ({ $plies })
would-win = { $color ->
    [white] белые
   *[black] чёрные
} { $tense ->
    [would] выиграли бы
   *[now] выиграли бы
}
would-win-in = { $color ->
    [white] белые
   *[black] чёрные
} { $tense ->
    [would] выиграли бы
   *[now] выиграли бы
} за { $moves } ({ $plies })
rule-not-counting = { $wins }; { $rule ->
    [fifteen] правило 15 ходов
    [three-kings] правило трёх дамок против одной
   *[other] правило о ничьей
} здесь не действует.
under-rule-unknown = по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу о ничьей
} итог без таблицы dtz неизвестен.
under-rule-won = по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу о ничьей
} это тоже выигрыш.
under-rule-won-within = по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу о ничьей
} это тоже выигрыш: до взятия, хода простой или конца не больше { $dtz }, остаётся { $left ->
    [one] { $left }
   *[other] { $left }
}.
draw-takes = Ничья по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу о ничьей
}: до взятия, хода простой или конца { $dtz }, остаётся { $left ->
    [one] { $left }
   *[other] { $left }
};
draw-fresh = Ничья по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу о ничьей
} даже при счётчике 0;
without-named-rule = без { $rule ->
    [fifteen] правила 15 ходов
    [three-kings] правила трёх дамок против одной
   *[other] правила о ничьей
} { $wins }.
without-rule = без правила { $wins }.
game-draughts-80 = Игра — draughts-80, на десяти вертикалях.
game-poddavki = Игра — поддавки: сторона без ходов выиграла.

## Ходы

column-move = ход
column-result = итог
moves-note = итог — того, кто ходил, после хода; dtw, dtz — полуходы оттуда до конца и до взятия, хода простой или конца по правилу 15 ходов
moves-after-end = Партия окончена. Если бы она продолжалась, ходы были бы такие:

## Лучшая игра

keep-draw = Ходы, сохраняющие ничью ({ $kept } из { $all }): { $moves }
unknown-moves = Ходы, итога которых таблицы не знают: { $number }.
to-the-end = { $result }, { $plies } до конца
drawn-by-clock = Ничья: счётчик вышел.
line-unknown = Таблицы не знают, как продолжать из { $position }.

## Две партии

on-squares = На { $shade ->
    [light] светлых
   *[dark] тёмных
} полях: { $position }
is-to-move = Ход { $color ->
    [white] белых
   *[black] чёрных
}.
sum = Сумма при безошибочной игре: { $white } : { $black } (сначала очки белых)
sum-unknown = Сумма при безошибочной игре неизвестна: неизвестен итог одной из партий
same-shade = обе партии на { $shade ->
    [light] светлых
   *[dark] тёмных
} полях; эта на { $shade ->
    [light] тёмных
   *[dark] светлых
} полях была бы { $mirrored }

## Ошибки

file-name = это имя файла, а не позиция; на позиции из файла, по одной в строке, отвечает «bolshak probe - < FILE», партии в PDN оценивает «bolshak review FILE»
moves-after-stdin = после - стоят ходы; они должны следовать за позицией, как в "W:WKa5,Ka7:BKg1" a5-c7
in-position = в позиции { $position }
asked-were = { $error } (опрошены { $tables })
asked-were-more = { $error } (опрошены { $tables }); недостающие строит «{ $command }»
asked-were-it = { $error } (опрошены { $tables }); её строит «{ $command }»
built-in = встроенные таблицы на 2 и 3 шашки
built-in-and = таблицы{ $of } в { $directory } и встроенные таблицы на 2 и 3 шашки
tables-in = таблицы{ $of } в { $directory }
no-tables = никакие таблицы{ $of }
of-game = { " " }игры { $game }
makes-tables = их строит «{ $command }»
other-game = эту таблицу спрашивают с --game { $found }, другой каталог называет --tables
name-game = игру называет --game
