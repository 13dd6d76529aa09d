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

## Оценённые партии

game = Партия { $number }, { $white } – { $black }
not-judged = не оценена: { $why }
none-known = таблицы не знают в ней ни одной позиции
first-known = { $place }, { $position }: { $result }; записанный результат { $stated ->
    [agrees] верен
    [differs] ДРУГОЙ
   *[open] не назван
}
at-start = в начале
after-move = после { $move }
drawn-by-clock-there = { $place } — ничья: счётчик вышел
mistake = { $mistake } (было: { $before }, стало: { $after })
mistake-better = { $comment }; лучше: { $moves }
win-to-draw = упускает выигрыш: ничья
win-to-loss = упускает выигрыш: проигрыш
draw-to-loss = упускает ничью: проигрыш
win-to-cursed-win = даёт правилу сорвать выигрыш: ничья
result-not-known = итог неизвестен
result-draw = ничья
result-wins = { $color ->
    [white] белые
   *[black] чёрные
} выигрывают
result-won = { $color ->
    [white] белые
   *[black] чёрные
} выиграли
result-wins-in = { $color ->
    [white] белые
   *[black] чёрные
} выигрывают за { $moves }
result-drawn-by-rule = ничья по правилу (без него { $wins })
no-games-read = не читается { $from ->
    [stdin] стандартный ввод
   *[file] { $file }
}; нужен файл партий в PDN
no-text = { $from ->
    [stdin] стандартный ввод
   *[file] { $file }
} — не текст; нужны партии в PDN
no-game = { $from ->
    [stdin] в стандартном вводе
   *[file] в { $file }
} нет партий; нужен PDN, например [White "A"] 1. c3-d4 d6-c5 *
games-too-long = { $from ->
    [stdin] стандартный ввод
   *[file] { $file }
} больше { $mebibytes } МиБ; разделите его

## Сводка по окончаниям

stats-ending = окончание
stats-mover = ходят
stats-entries = позиции
stats-wins = выигрыши
stats-draws = ничьи
stats-losses = проигрыши
stats-max-win = макс. выигрыш
stats-max-loss = макс. проигрыш
stats-dtz-win = dtz выигрыша
stats-dtz-loss = dtz проигрыша
stats-longest-win = самый долгий выигрыш
stats-longest-loss = самый долгий проигрыш
stats-note = Итоги и расстояния (в полуходах) — стороны, чей ход; источник: { $tables }.
stats-rule-note = В скобках — по правилу 15 ходов при счётчике 0.

## Время и объём

seconds = { $number } с
minutes = { $number } мин
hours = { $number } ч
days = { $number } дн.
kilobytes = { $number } кБ
megabytes = { $number } МБ
gigabytes = { $number } ГБ
bar-entries = { $done } из { $all } значений  { $rate } млн/с
left = осталось { $time }

## Построение таблиц

endings = { $number ->
    [one] { $number } окончание
    [few] { $number } окончания
   *[other] { $number } окончаний
}
entries = значений
values = значения
to-solve = Надо решить { $endings }, значений — { $entries }; готово раньше: { $before }
solved-again = { $endings } { $number ->
    [one] решается заново: его значения нужны другим
   *[other] решаются заново: их значения нужны другим
}
made-again = Таблица { $path } испорчена ({ $damage }): строится заново
phase = { $ending } этап { $of }, { $time }
phases-as-asked = Законченных этапов { $ending }: { $phases }, как и просили.
stopping = Программа останавливается; законченные этапы остаются (ещё раз Ctrl-C — остановить сразу, это тоже безопасно).
stopped = остановлено; та же команда продолжит с последнего законченного этапа
nothing-to-do = { $number ->
    [one] В { $place } готово { $number } окончание
    [few] В { $place } готовы { $number } окончания
   *[other] В { $place } готово { $number } окончаний
}; делать нечего.
solved = { $endings }, значений — { $entries }, за { $seconds } с.
took = Решение заняло { $solving } с процессорного времени, по { $rate } млн значений в секунду; запись таблиц — { $packing } с.
bytes-and-bits = { $bytes } байт  { $bits } бита на значение
peak = Наибольшее: рабочих значений на диске — { $disk }, памяти у программы — { $memory }.
peak-disk = Наибольшее: рабочих значений на диске — { $disk }.
before = Готово раньше: { $number ->
    [one] { $number } окончание
    [few] { $number } окончания
   *[other] { $number } окончаний
}.
tables-made = Таблицы — в { $place }; на позиции по ним отвечает «{ $command }».
all-finished = Все таблицы в { $place } готовы; делать нечего.
lacks-memory = Нужно { $needed } памяти, а разрешено { $allowed }: разрешите больше с --memory или уменьшите --threads.
lacks-disk = В { $place } свободно лишь { $free }; другое место для значений задаёт --disk.
estimate-cpu = процессор
estimate-time = время
estimate-memory = память
estimate-disk = диск
estimate-tables = таблицы
estimate-all = все
estimate-note =
    Время рассчитано по секунде работы на этой машине.
    Память и диск — наибольшие.
estimate-poddavki =
    Прогноз сделан по русским шашкам.
    Таблицы поддавков больше примерно в полтора раза.
estimate-draughts-80 = Прогноз на одно значение — как у русских шашек.
estimate-level = Эта работа шла при обычной степени сжатия; надбавка за --level измерена отдельно.
estimate-place = Таблицы попадут в { $place }.

## Отчёт

language = ru
caption = Ход { $color ->
    [white] белых
   *[black] чёрных
}
report-russian = Русские шашки
report-poddavki = Поддавки
report-draughts-80 = Draughts-80 (десять вертикалей)
report-title = { $game }: что есть в таблицах окончаний
endings-of = { $number ->
    [one] { $number } окончания
   *[other] { $number } окончаний
}
report-about = Позиции { $endings }, всего { $positions }; источник: { $tables }. Каждая позиция стоит и за двойника с переменой цвета. Расстояния — в полуходах, итоги — стороны, чей ход.
report-results = Итоги по окончаниям
report-results-note = Все позиции окончания, отдельно для каждой стороны, чей ход. <i>Сорванный выигрыш</i> — выигрыш в теории, но по правилу 15 ходов только ничья; <i>спасённый проигрыш</i> — то же с другой стороны.
report-row = { $ending }, ход { $mover }
report-all = все
report-distances = Расстояния до конца
report-distances-note = У случайных позиций, поровну из каждого окончания, без правил о ничьей.
report-sample = Шашек: { $pieces }, случайных позиций: { $positions }
report-plies = полуходов до конца
report-percent = проценты: вверх — выигрыши, вниз — проигрыши
report-longest = Самые долгие выигрыши
report-longest-note = По одному на каждое число шашек, без правил о ничьей, с лучшей игрой обеих сторон.
report-longest-of = Шашек: { $pieces }, { $ending }
report-wins = Ход { $color ->
    [white] белых
   *[black] чёрных
}, и они выигрывают за { $plies }.
report-rule = Что меняет правило 15 ходов
report-spoilt = Ход { $color ->
    [white] белых
   *[black] чёрных
}. { $category ->
    [cursed-win] Сорванный выигрыш
   *[blessed-loss] Спасённый проигрыш
}: конец наступил бы{ $end ->
    [known] { " " }через { $plies }
   *[unknown] { "" }
}, но любой путь к нему длиннее 15 ходов без взятия и без хода простой.
report-fresh-none = При счётчике 0 правило не меняет итогов этих окончаний.
report-fresh = При счётчике 0 оно делает ничьими эти позиции:
report-mover = ходят
report-cursed = сорванные выигрыши
report-blessed = спасённые проигрыши
report-of = из
report-late = При большем счётчике правило меняет больше: выигрыш остаётся выигрышем, только если взятие, ход простой или конец успевает наступить. Выигрыши, которым нужно на это больше всего, то есть те, что счётчик отнимает первыми:
report-dtz = полуходов до сброса
report-drawn-from = ничья со счётчика
report-position = позиция
report-written = Записаны { $page } и картинки к ней ({ $pictures }); откройте её в браузере.
cannot-make-directory = не создаётся каталог { $path }
cannot-remove-pictures = не удаляются прежние картинки в { $path }

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
about = { $text }
no-stdin = не читается стандартный ввод

## Что делать

limit-memory = разрешите больше памяти (ulimit -v) или дайте программе меньше работы за один раз
limit-memory-windows = закройте другие программы, увеличьте файл подкачки или дайте программе меньше работы за один раз
limit-file-size = разрешите файлы больше (ulimit -f) или выберите каталог в другой файловой системе
limit-file-size-windows = выберите каталог в другой файловой системе: в FAT файлов от 4 ГиБ не бывает
limit-open-files = разрешите больше открытых файлов (ulimit -n)
limit-all-open-files = во всей системе больше не открыть файлов; закройте другие программы
file-in-use = возможно, прежний файл занят другой программой; завершите её и повторите команду
run-again = ничего не потеряно; повторите команду, когда это исправлено
other-record = выберите файл, в который можно писать, или обойдитесь без --resume
other-directory = выберите другой каталог с --tables или --disk
other-tables = выберите другой каталог с --tables
other-tables-or-game = выберите другой каталог с --tables или продолжите с --game { $game }
make-needed = сначала постройте их: bolshak generate --alone { $needed } с теми же --game, --tables, --disk и --metrics
remove-notes = удалите { $notes } или задайте другой --disk
free-space-or-disk = освободите место или выберите другой каталог с --disk и повторите команду
free-space-or-directory = освободите место или выберите другой каталог; готовые таблицы остаются
free-space = освободите место и повторите команду
allow-values = разрешите этому пользователю читать и писать его или задайте другой --disk
more-memory = разрешите больше с --memory
more-memory-or-fewer-threads = разрешите больше с --memory или уменьшите --threads

## Файлы и система

cannot-write = не пишется { $path }
no-file-there = { $path } уже есть, и это не файл; выберите другое имя или перенаправьте стандартный вывод
no-threads = не запускаются потоки: { $error }; разрешите больше процессов и памяти (ulimit -u, ulimit -v) или уменьшите число потоков (--threads или RAYON_NUM_THREADS)
no-signals-for-lack = не удаётся следить за Ctrl-C: { $error }; разрешите больше процессов и памяти (ulimit -u, ulimit -v) или уменьшите число потоков (--threads или RAYON_NUM_THREADS)
no-signals = не удаётся следить за Ctrl-C: { $error }
