"""Moves are made, and taken back; the address follows."""

TRIANGLE = "W:WKc3,Ke3,Kd6:BKd8"


def test_a_win_against_every_defence(page):
    """The first move of the list for White, every move that the page offers for Black: each way ends in a win."""
    ends, seen = 0, set()

    def follow(shown):
        nonlocal ends
        if (shown["fen"], shown["verdict"]) in seen:
            return
        seen.add((shown["fen"], shown["verdict"]))
        moves = [row["move"] for row in shown["rows"]]
        if not moves:
            ends += 1
            assert shown["verdict"] == "Black has no move: White has won."
            return
        wins = shown["fen"].startswith("W")
        assert shown["category"] == ("win" if wins else "loss")
        for move in moves[:1] if wins else moves:
            reached = page.play(move)
            assert reached["hash"].split("&at=")[0].endswith(move)
            follow(reached)
            page.driver.back()
            page.until(lambda: page.shown()["fen"] == shown["fen"])

    follow(page.open(TRIANGLE))
    assert len(seen) == 42 and ends > 1


def test_by_mouse_on_the_board(page):
    page.open("W:WKa1:Bb2,d4,f6,h6")
    page.drag(page.square("a1"), page.square("c3"))
    assert page.shown()["fen"].startswith("W:"), "the capture is not complete there"
    assert page.text("#message") == "There is no such move."
    page.square("a1").click()
    targets = page.script("return [...document.querySelectorAll('#board .target')].map(square => square.dataset.square)")
    assert targets == ["g7", "h8"], "the king stops behind the last piece"
    page.square("h8").click()
    assert page.shown()["fen"] == "B:WKh8:Bh6"


def test_two_captures_to_one_square(page):
    page.open("W:WKh6:Bb4,d4,g5,g7")
    page.square("h6").click()
    page.square("a3").click()
    assert "choose one in the list" in page.text("#message")
    assert page.play("h6:f8:a3")["fen"] == "B:WKa3:Bd4,g5"


def test_pointing_shows_a_move(page):
    from selenium.webdriver.common.action_chains import ActionChains

    page.open("W:WKa1:Bb2,d4,f6")
    assert page.script("return document.querySelectorAll('#board .arrows > *').length") == 0
    ActionChains(page.driver).move_to_element(page.find("#moves .move")).perform()
    assert page.script("return document.querySelectorAll('#board .taken').length") == 3
    assert page.script("return document.querySelectorAll('#board .way').length") == 1


def test_back_and_forward(page):
    page.open(TRIANGLE)
    first = page.play("c3-e1")
    second = page.play("d8-h4")
    page.click("#back")
    assert page.shown()["fen"] == first["fen"]
    page.click("#first")
    assert page.shown()["fen"] == TRIANGLE
    page.click("#last")
    assert page.shown()["fen"] == second["fen"]
    for expected in (TRIANGLE, first["fen"], second["fen"], first["fen"], TRIANGLE):
        page.driver.back()
        page.until(lambda: page.shown()["fen"] == expected)
    page.driver.forward()
    page.until(lambda: page.shown()["fen"] == first["fen"])


def test_a_shared_address_in_a_fresh_window(page):
    page.open(TRIANGLE, clock=3)
    page.play("c3-e1")
    page.play("d8-h4")
    page.click("#back")
    shown = page.shown()
    old = page.driver.current_window_handle
    page.driver.switch_to.new_window("window")
    try:
        page.driver.get(page.server + shown["hash"])
        assert page.shown() == shown
        page.click("#forward")
        assert "moves=c3-e1.d8-h4" in page.shown()["hash"]
        assert page.find("#clock").get_property("value") == "5"
    finally:
        page.driver.close()
        page.driver.switch_to.window(old)


def test_addresses_that_are_wrong(page):
    for wrong in ("fen=x", "fen=W:Wa1", "moves=a1-b2", "fen=W:WKa1,a1:BKh8", "%"):
        page.driver.get("about:blank")
        page.driver.get(f"{page.server}#{wrong}")
        assert page.shown()["fen"] == TRIANGLE, "the example"
        if wrong.startswith("fen"):
            page.until(lambda: page.text("#message").startswith("The position in the address cannot be read: "))
    shown = page.open("W:WKa1:BKh8", moves="a1-d4.h8-h1.zz", at=99, clock="x", rule="y")
    assert "fen=W:WKa1:BKh8&moves=a1-d4" in shown["hash"] and "h1" not in shown["hash"]
    for move in ("__proto__-a1", "constructor:a1", "a1-__proto__", "a1"):
        shown = page.open("W:WKa1:BKh8", moves=move)
        assert shown["fen"] == "W:WKa1:BKh8" and "moves" not in shown["hash"]


def test_addresses_that_the_service_reads(page):
    for fields, fen, rest in (
        ({"fen": "w:wka1:bkh8"}, "W:WKa1:BKh8", ":BKh8"),
        ({"fen": "W:W25-27:B8", "moves": "d2-e3"}, "B:Wb2,f2,e3:Bg7", "&moves=d2-e3"),
        ({"fen": "Б:Дa5,a7;Ч:Дg1", "clock": 3}, "W:WKa5,a7:BKg1", "&clock=3"),
        ({"fen": "W:WKa5,Ka7:BKg1:H26"}, "W:WKa5,Ka7:BKg1", "&clock=26"),
        ({"fen": "w:wa1,b2,c3,d2,e1,f2:bh8,g7,f8:H3"}, "W:Wa1,e1,b2,d2,f2,c3:Bg7,f8,h8", "&clock=3"),
    ):
        reached = lambda: (lambda shown: shown["fen"] == fen and shown["hash"].endswith(rest))(page.shown())
        page.open(**fields)
        page.until(reached)
        # And where the page is open already.
        page.open(TRIANGLE)
        page.go(**fields)
        page.until(reached)
    page.go(fen="W:WKa1,Kz9:BKh8")
    page.until(lambda: "cannot be read" in page.text("#message") and "z9" in page.text("#message"))
    # What is shown meanwhile stays.
    page.script("location.hash = '#fen=w:wka1:bkh8'; document.getElementById('empty').click()")
    page.driver.execute_async_script("setTimeout(arguments[0], 500)")
    assert page.shown()["fen"] == "W:W:B"


def test_an_address_with_a_question_mark(page):
    page.open(TRIANGLE)
    hash = page.shown()["hash"]
    page.driver.get(page.server + "?" + hash[1:])
    page.until(lambda: page.shown()["fen"] == TRIANGLE and page.shown()["hash"] == hash)
    assert page.script("return location.search") == ""


def test_nothing_is_marked_before_the_answer(page):
    page.open(TRIANGLE)
    movable = "return [...document.querySelectorAll('#board .movable')].map(square => square.dataset.square)"
    assert page.script(movable) == ["c3", "e3", "d6"]
    assert page.script("document.querySelector('#moves .move').click(); " + movable) == []
    page.settle()
    assert page.script(movable) == ["d8"]


def test_playing_on_is_stopped(page):
    pressed = lambda: page.find("#auto").get_attribute("aria-pressed") == "true"
    click = "const click = id => document.getElementById(id).click();"
    pause = lambda: page.driver.execute_async_script("setTimeout(arguments[0], 1300)")
    page.open(TRIANGLE)
    # Pressed again before best play was found.
    page.script(click + "click('auto'); click('auto')")
    pause()
    assert not pressed() and "moves" not in page.shown()["hash"]
    page.script(click + "click('auto'); click('auto'); click('auto')")
    page.until(lambda: "at=1" in page.shown()["hash"])
    page.click("#auto")
    before = page.shown()["hash"]
    pause()
    assert not pressed() and page.shown()["hash"] == before
    # Any other step stops it.
    for act in ("click('forward')", "click('first')", "location.hash = '#fen=W:WKa1:BKh8'"):
        page.open(TRIANGLE)
        page.click("#auto")
        page.until(lambda: "at=1" in page.shown()["hash"])
        page.script(click + act)
        page.until(lambda: not pressed())
        before = page.shown()["hash"]
        pause()
        assert page.shown()["hash"] == before
    # Another language does not.
    page.open(TRIANGLE)
    page.click("#auto")
    page.click('[data-language="ru"]')
    page.until(lambda: "at=2" in page.shown()["hash"])
    assert pressed()
