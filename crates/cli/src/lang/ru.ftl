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
   *[other] правило ничьей
} здесь не действует.
under-rule-unknown = по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу ничьей
} итог без таблицы dtz неизвестен.
under-rule-won = по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу ничьей
} это тоже выигрыш.
under-rule-won-within = по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу ничьей
} это тоже выигрыш: взятие, ход простой шашкой или конец наступит не позже чем через { $dtz }, остаётся { $left }.
draw-takes = Ничья по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу ничьей
}: взятие, ход простой шашкой или конец наступит лишь через { $dtz }, а остаётся { $left };
draw-taken = Ничья по { $rule ->
    [fifteen] правилу 15 ходов
    [three-kings] правилу трёх дамок против одной
   *[other] правилу ничьей
}{ $clock ->
    [fresh] {" "}даже при счётчике 0
   *[other] {""}
};
without-named-rule = без { $rule ->
    [fifteen] правила 15 ходов
    [three-kings] правила трёх дамок против одной
   *[other] правила ничьей
} { $wins }.
without-rule = без правила { $wins }.
game-draughts-80 = Игра — draughts-80, на доске в десять вертикалей.
game-poddavki = Игра — поддавки: выигрывает сторона, у которой нет хода.

## Ходы

column-move = ход
column-result = итог
moves-note = итог — для стороны, сделавшей ход; dtw, dtz — сколько полуходов после него до конца и до взятия, хода простой шашкой или конца по правилу 15 ходов
moves-after-end = Партия окончена. Если бы она продолжалась, ходы были бы такие:

## Лучшая игра

keep-draw = Ходы, сохраняющие ничью ({ $kept } из { $all }): { $moves }
unknown-moves = Ходов, итога которых таблицы не знают: { $number }.
to-the-end = { $result }, { $plies } до конца
drawn-by-clock = Ничья: счётчик исчерпан.
line-longer = В этом варианте { $plies }: более короткий прервало бы правило ничьей.
line-unknown = Таблицы не знают, как продолжать из позиции { $position }.

## Карта

map = Ход { $turn ->
    [white] белых
   *[black] чёрных
}; { $color ->
    [white] белая
   *[black] чёрная
} { $piece ->
    [king] дамка
   *[man] простая
} с { $square } на каждом свободном поле (всего { $squares }): выигрышей { $wins }, ничьих { $draws }, проигрышей { $losses }{ $unknown ->
    [0] { "" }
   *[other] , неизвестно { $unknown }
}.
map-legend = +9: сторона, чей ход, выигрывает за 9 полуходов; -8: проигрывает; =: ничья; =41: ничья по правилу, в теории исход через 41 полуход
map-empty = поле { $square } в позиции { $position } пустое; нужно поле, где стоит шашка

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
twice-positions = для --twice нужны две позиции, на тёмных и на светлых полях; указано: { $number }
same-shade = обе партии на { $shade ->
    [light] светлых
   *[dark] тёмных
} полях; эта же позиция на { $shade ->
    [light] тёмных
   *[dark] светлых
} полях — { $mirrored }

## Оценённые партии

game = Партия { $number }, { $white } – { $black }
not-judged = не оценена: { $why }
game-above-search = в конце на доске не меньше { $pieces } шашек, а перебором решаются позиции не больше чем с { $searched }; --from { $pieces } решает и большие, а --time задаёт время на каждую
game-above-tables = в конце на доске не меньше { $pieces } шашек, а в таблицах не больше { $most }; с --time 1s перебором решаются позиции не больше чем с { $searched }
none-known = таблицы не знают в ней ни одной позиции
first-known = { $place }, { $position }: { $result }; результат в записи партии { $stated ->
    [agrees] тот же
    [differs] ДРУГОЙ
   *[open] не указан
}
searched-proved = доказано перебором: { $places } ({ $number ->
    [one] { $number } позиция
    [few] { $number } позиции
   *[many] { $number } позиций
})
searched-undecided = перебор не решил: { $places } ({ $number ->
    [one] { $number } позиция
    [few] { $number } позиции
   *[many] { $number } позиций
}); можно увеличить --time
from-to = от позиции { $first } до позиции { $last }
review-stops = остановка; остальное оценивают одни таблицы
at-start = в начале
after-move = после { $move }
drawn-by-clock-there = { $place } — ничья: счётчик исчерпан
information = для сведения:
third-time = { $place } позиция возникла в третий раз при той же очереди хода: можно потребовать ничью
claim-30-moves = { $place }: уже 30 ходов без взятий и превращений, на доске 4 или 5 шашек, дамки есть у обеих сторон: можно потребовать ничью
claim-60-moves = { $place }: уже 60 ходов без взятий и превращений, на доске 6 или 7 шашек, дамки есть у обеих сторон: можно потребовать ничью
claim-5-moves = { $place }: уже 5 ходов в окончании, где против одной дамки не больше двух шашек: можно потребовать ничью
claim-main-road = { $place }: дамка простояла на большой дороге 5 ходов против трёх шашек: можно потребовать ничью
not-read = не прочитано: { $what }
read-to-here = прочитано до этого места: { $why }
comment-to-here = Прочитано до этого места: { $why }.
comment-first = При лучшей игре: { $result }.
comment-drawn = Ничья: счётчик правила ничьей исчерпан.
comment-not-judged = Не оценена: { $why }.
mistake = { $mistake }: { $after } (было: { $before })
mistake-better = { $mistake }: { $after }; лучше: { $moves } ({ $before })
win-to-draw = упускает выигрыш
win-to-loss = превращает выигрыш в проигрыш
draw-to-loss = проигрывает ничейную позицию
win-to-cursed-win = даёт правилу ничьей сорвать выигрыш
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
no-games-read = не удаётся прочитать { $from ->
    [stdin] стандартный ввод
   *[file] { $file }
}; нужен файл с партиями в PDN
no-text = { $from ->
    [stdin] стандартный ввод
   *[file] { $file }
} — не текст; нужен файл с партиями в PDN
no-game = { $from ->
    [stdin] в стандартном вводе
   *[file] в { $file }
} нет партий; нужен PDN, например [White "A"] 1. c3-d4 d6-c5 *
no-game-or-position = { $from ->
    [stdin] в стандартном вводе
   *[file] в { $file }
} нет партий в PDN, а первая строка — не позиция

## Страница для печати

sheet-title = Окончания
sheet-solutions = Решения
sheet-unknown = Итог неизвестен
sheet-draw = Ничья
sheet-draw-by-rule = Ничья по правилу 15 ходов
sheet-clock = Счётчик — { $plies }. { $result }.
sheet-keep = Ничью сохраняют: { $moves }
sheet-line = строка { $number }: { $text }
sheet-empty = не указано ни одной позиции; нужна одна в каждой строке
sheet-full = на странице может быть не больше { $most } позиций; ключ --limit команды find уменьшает их число
sheet-unreadable = не удаётся прочитать позиции
cannot-read = не удаётся прочитать { $path }

## Поиск за пределами таблиц

solve-stops = остановка; ответ — то, что уже известно
search-memory = система не даёт перебору столько памяти (байт: { $bytes }); --memory задаёт меньше
no-certificate = доказательство не записано: перебор ничего не доказал
solve-bar = { $positions } позиций  { $rate } млн/с
solve-within = Не больше чем за { $plies }: это верхняя граница, из доказательства.
solve-rule-open = Выигрыш ли это и при правиле ничьей, не решено.
solve-line = Один из самых длинных вариантов доказательства:
solve-open = Не решено.
solve-at-least-draw = Не решено; у { $color ->
    [white] белых
   *[black] чёрных
} не меньше ничьей.
solve-moves-note = итог — для стороны, сделавшей ход; dtw — сколько полуходов после него до конца, ≤ — верхняя граница из доказательства, ? — неизвестно
solve-undecided = не решено
solve-draw-or-win = ничья или выигрыш
solve-draw-or-loss = ничья или проигрыш
tree-ends = и так далее
tree-above = как выше
solve-one = --certificate, --pdn и ходы задают для одной позиции; укажите её аргументом
two-results = в строке указаны два результата, { $one } и { $other }; оставьте один
long-line = строка слишком длинная; нужна позиция не длиннее { $most } байт

## Этюды

study-number = Этюд { $number }
study-win = { $color ->
    [white] белые выигрывают
   *[black] чёрные выигрывают
}
study-draw = { $color ->
    [white] белые делают ничью
   *[black] чёрные делают ничью
}
study-lock = { $color ->
    [white] белые запирают чёрных
   *[black] чёрные запирают белых
}
study-no-goal = задание не указано, а оценка позиции не найдена
study-line = Решение:
study-own-line = Главный вариант:
study-sound = Этюд корректен: цель достигается, и другие ходы к ней не ведут.
study-sound-to-there = Цель достигается, и в прочитанной части решения другие ходы к ней не ведут.
study-unsound = Цель достигается, но решение не единственное или неверное.
study-part-open = Цель достигается; о некоторых других ходах не решено, ведут ли они к цели.
study-reached = Цель достигается. Единственные ходы отмечены восклицательным знаком.
study-not-reached = Цель не достигается.
study-open = Достигается ли цель, не решено; можно увеличить --time или --memory.
study-gives-away = { $moves } не ведёт к цели
study-gives-away-to = { $moves } не ведёт к цели: { $replies }
study-instead = правильно { $moves }
study-goal = задание «{ $goal }» неизвестно; нужно win, draw или lock, или задайте --goal
study-second = побочное решение: { $moves }
study-dual = дуаль: { $moves }
study-final = в финале также: { $moves }
study-variation = В варианте { $moves }:
study-try = ложный след: { $moves }, опровержение { $replies }
study-left-out = пропущена защита { $moves }, на неё { $replies }
study-left-out-end = пропущена защита { $moves }, после неё игра окончена
study-undecided = не решено: { $moves }
study-misprint = «{ $written }» — невозможный ход; за ним не прочитано ходов: { $unread }
study-misprint-due = «{ $written }» — невозможный ход: нужно бить ({ $due }); за ним не прочитано ходов: { $unread }
study-misprint-near = «{ $written }» — невозможный ход; похожие возможные: { $near }; за ним не прочитано ходов: { $unread }
study-code = Ходы финала не учитываются: у решающей стороны осталась одна шашка (--code strict учитывает и их).
no-position = строка «{ $text }» не начинается с позиции; нужна, например, W:WKg1:Bb8,e5

## Утверждения

check-line = строка { $number }
check-game = партия { $number }
check-wrong = «{ $claim }» неверно: { $result }
check-wrong-keys = «{ $claim }» неверно: { $result }; этот итог сохраняют: { $moves }
check-wrong-open = «{ $claim }» неверно; верный итог не найден
check-keys = «{ $claim }» верно; этот итог сохраняют: { $moves }
check-open = «{ $claim }» не решено
check-count = верно: { $right }, неверно: { $wrong }, не решено: { $open }, не прочитано: { $unread }
check-unclear = неясно, что утверждает «{ $text }»; напишите итог, например W+ или =, и ход, который его сохраняет
check-count-claimed = «{ $text }» указывает число ходов, которое не проверяется; уберите его
check-two-moves = в строке два первых хода, { $one } и { $other }; напишите по строке на каждый
check-nothing = ничего не утверждается; нужен итог (W+, = или 1-0) или первый ход
check-goal = задание «{ $goal }» неизвестно; нужно win или draw
check-lock = задачи на запирание проверяет «bolshak study»

## Сводка по окончаниям

stats-ending = окончание
stats-mover = ходят
stats-entries = позиции
stats-wins = выигрыши
stats-draws = ничьи
stats-draw-share = ничьи, %
stats-losses = проигрыши
stats-max-win = макс. выигрыш
stats-max-loss = макс. проигрыш
stats-dtz-win = dtz выигрыша
stats-dtz-loss = dtz проигрыша
stats-longest-win = самый долгий выигрыш
stats-longest-loss = самый долгий проигрыш
stats-distance = { $kind ->
    [mean] среднее
   *[median] медиана
} ({ $of ->
    [win] выигрыш
    [loss] проигрыш
    [dtz-win] dtz выигрыша
   *[dtz-loss] dtz проигрыша
})
stats-note = Итоги и расстояния (в полуходах) — для стороны, чей ход; источник: { $tables }.
stats-published = опубликованная статистика
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
entries = знач.
values = значения
endings-added = Нужны и добавлены окончания, к которым ведут ходы: { $number }.
to-solve = Надо решить { $endings }, значений — { $entries }; готово раньше: { $before }
solved-again = { $endings } { $number ->
    [one] решается заново: его значения нужны другим
   *[other] решаются заново: их значения нужны другим
}
made-again = Таблица { $path } повреждена ({ $damage }): строится заново
phase = { $ending } этап { $of }
phases-as-asked = Закончено этапов { $ending }: { $phases }, как и задано.
stopping = Программа останавливается; законченные этапы сохраняются (ещё раз Ctrl-C — остановить сразу, это тоже безопасно).
stopped = остановлено; та же команда продолжит с последнего законченного этапа
nothing-to-do = { $number ->
    [one] В { $place } готово { $number } окончание
    [few] В { $place } готовы { $number } окончания
   *[other] В { $place } готово { $number } окончаний
}; делать нечего. Повреждённые таблицы находит «{ $command }».
solved = Решено за { $seconds } с: { $endings }, значений — { $entries }.
took = Решение заняло { $solving } с процессорного времени, по { $rate } млн значений в секунду; запись таблиц — { $packing } с.
bytes-and-bits = { $bytes } Б  { $bits } бита на значение
peak = Наибольший расход: рабочие значения на диске — { $disk }, память программы — { $memory }.
peak-disk = Наибольший расход: рабочие значения на диске — { $disk }.
before = Готово раньше: { $number ->
    [one] { $number } окончание
    [few] { $number } окончания
   *[other] { $number } окончаний
}.
tables-made = Таблицы — в { $place }; ответ о позиции даёт «{ $command }».
all-finished = Все таблицы в { $place } готовы; делать нечего.
lacks-memory = Нужно { $needed } памяти, а разрешено { $allowed }: разрешите больше (--memory) или уменьшите число потоков (--threads).
lacks-disk = В { $place } свободно лишь { $free }; другое место для значений задаёт --disk.
estimate-cpu = процессор
estimate-time = время
estimate-memory = память
estimate-disk = диск
estimate-tables = таблицы
estimate-all = всего
estimate-note =
    Время рассчитано по секунде работы на этой машине.
    Память и диск — это наибольший расход.
estimate-poddavki =
    Это прогноз для русских шашек.
    Таблицы поддавков примерно в полтора раза больше.
estimate-draughts-80 = Расход на одно значение принят таким же, как в русских шашках.
estimate-level = Эта работа шла при степени сжатия по умолчанию; надбавка за --level измерена на другой машине.
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
report-about = Позиции { $endings }, всего { $positions }; источник: { $tables }. Позиция и та же позиция с переменой цветов считаются за одну. Расстояния — в полуходах, итоги — для стороны, чей ход.
report-results = Итоги по окончаниям
report-results-note = Все позиции окончания, отдельно для каждой очереди хода. <i>Сорванный выигрыш</i> — выигрыш в теории, но по правилу 15 ходов только ничья; <i>спасённый проигрыш</i> — то же с другой стороны.
report-row = { $ending }, ход { $mover }
report-all = все
report-distances = Расстояния до конца
report-distances-note = Для случайных позиций, поровну из каждого окончания, без правил ничьей.
report-sample = Шашек: { $pieces }, случайных позиций: { $positions }
report-plies = полуходов до конца
report-percent = проценты: вверх — выигрыши, вниз — проигрыши
report-longest = Самые долгие выигрыши
report-longest-note = По одному на каждое число шашек, без правил ничьей, при лучшей игре обеих сторон.
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
}, но на любом пути к нему больше 15 ходов подряд без взятия и хода простой шашкой.
report-fresh-none = При счётчике 0 правило не меняет итогов этих окончаний.
report-fresh = При счётчике 0 правило превращает в ничью такие позиции:
report-mover = ходят
report-cursed = сорванные выигрыши
report-blessed = спасённые проигрыши
report-of = из
report-late = При большем счётчике правило меняет больше: выигрыш остаётся выигрышем, только если взятие, ход простой шашкой или конец успевает наступить. Выигрыши, которым на это нужно больше всего полуходов и которые поэтому пропадают первыми:
report-dtz = полуходов до сброса
report-drawn-from = ничья со счётчика
report-position = позиция
report-written = Записаны страница { $page } и рисунки к ней ({ $pictures }); откройте страницу в браузере.
cannot-make-directory = не удаётся создать каталог { $path }
cannot-remove-pictures = не удаётся удалить прежние рисунки в { $path }

## Ошибки

nothing-published = статистика окончания { $ending } не опубликована; без ключа --published команда stats показывает статистику ваших таблиц
shows-published = «bolshak stats --published» показывает опубликованную статистику
nothing-selected = ничего не выбрано: если стороны одинаковы, ход считается только за названной первой; уберите ключ --side
file-name = это имя файла, а не позиция; на позиции из файла, по одной в строке, отвечает «bolshak probe - < FILE», партии в PDN оценивает «bolshak review FILE»
moves-after-stdin = после «-» указаны ходы; ходы пишут после позиции, как в "W:WKa5,Ka7:BKg1" a5-c7
in-position = в позиции { $position }
asked-were-most = { $error } (источник: { $tables }); таблицы строятся не больше чем на { $most } шашек; за их пределами ищет «bolshak solve»
asked-were-more = { $error } (источник: { $tables }); недостающие строит «{ $command }», а за пределами таблиц ищет «bolshak solve»
asked-were-it = { $error } (источник: { $tables }); её строит «{ $command }»
built-in = встроенные таблицы на 2 и 3 шашки
built-in-and = таблицы{ $of } в { $directory } и встроенные таблицы на 2 и 3 шашки
tables-in = таблицы{ $of } в { $directory }
no-tables = нет таблиц{ $of }
of-game = { " " }игры { $game }
makes-tables = их строит «{ $command }»
other-game = задайте --game { $found } или другой каталог (--tables)
name-game = игру задаёт --game
about = { $text }
no-stdin = не удаётся прочитать стандартный ввод

## Что делать

limit-memory = разрешите больше памяти (ulimit -v) или дайте программе меньше работы за один раз
limit-memory-windows = закройте другие программы, увеличьте файл подкачки или дайте программе меньше работы за один раз
limit-file-size = разрешите файлы большего размера (ulimit -f) или выберите каталог в другой файловой системе
limit-file-size-windows = выберите каталог в другой файловой системе: в FAT файлов от 4 ГиБ не бывает
limit-open-files = разрешите больше открытых файлов (ulimit -n)
limit-all-open-files = во всей системе больше не открыть файлов; закройте другие программы
file-in-use = возможно, прежний файл занят другой программой; завершите её и повторите команду
no-regular-file = уберите его оттуда и повторите команду
run-again = ничего не потеряно; повторите команду, когда причина будет устранена
other-record = выберите файл, в который можно писать, или обойдитесь без --resume
other-directory = выберите другой каталог (--tables или --disk)
other-tables = выберите другой каталог (--tables)
other-tables-or-game = выберите другой каталог (--tables) или продолжите с --game { $game }
make-needed = сначала постройте их: bolshak generate --alone { $needed } с теми же --game, --tables, --disk и --metrics
remove-notes = удалите { $notes } или выберите другой каталог (--disk)
free-space-or-disk = освободите место или выберите другой каталог (--disk) и повторите команду
free-space-or-directory = освободите место или выберите другой каталог; готовые таблицы сохраняются
free-space = освободите место и повторите команду
allow-values = разрешите этому пользователю чтение и запись этого файла или выберите другой каталог (--disk)
more-memory = разрешите больше (--memory)
more-memory-or-fewer-threads = разрешите больше (--memory) или уменьшите число потоков (--threads)

## Файлы и система

cannot-write = не удаётся записать { $path }
no-file-there = { $path } уже есть, и это не обычный файл; выберите другое имя, уберите то, что там есть, если оно никому не нужно, или перенаправьте стандартный вывод
no-threads = не удаётся запустить потоки: { $error }; разрешите больше процессов и памяти (ulimit -u, ulimit -v) или уменьшите число потоков (--threads или RAYON_NUM_THREADS)
no-signals-for-lack = не удаётся следить за Ctrl-C: { $error }; разрешите больше процессов и памяти (ulimit -u, ulimit -v) или уменьшите число потоков (--threads или RAYON_NUM_THREADS)
no-signals = не удаётся следить за Ctrl-C: { $error }

## Значения ключей

expected-range = нужно целое число от { $least } до { $most }
expected-positive = нужно целое число не меньше 1
expected-bytes = нужно число байтов, например 4GiB, 900MB или 1000000000
expected-plies = нужно число полуходов от 0 до { $most }
expected-time = нужно время, например 5s, 500ms или 2min
expected-hours = нужно число часов, например 6 или 0.5
expected-address = нужен адрес, например 127.0.0.1 или ::, а порт задаёт --port
