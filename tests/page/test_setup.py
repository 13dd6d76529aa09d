"""A position is set up: by mouse, by finger, by tools and by text."""


def test_by_drag(page):
    page.open("W:WKa1:BKh8")
    page.click("#empty")
    palette = lambda piece: page.find(f'#palette [data-piece="{piece}"]')
    page.drag(palette("W"), page.square("c3"))
    page.drag(palette("W"), page.square("e3"))
    page.drag(palette("W"), page.square("f4"))
    page.drag(palette("B"), page.square("d8"))
    assert page.shown()["fen"] == "W:WKc3,Ke3,Kf4:BKd8"
    page.drag(page.square("f4"), page.square("d6"))
    shown = page.shown()
    assert shown["fen"] == "W:WKc3,Ke3,Kd6:BKd8" and shown["verdict"] == "White wins in 5 moves (9 plies)."
    # A man has no place where it is crowned, and a piece dragged off is removed.
    page.drag(palette("w"), page.square("b8"))
    assert "crowns" in page.shown()["message"]
    page.drag(page.square("c3"), page.find("#palette"))
    assert page.shown()["fen"] == "W:WKe3,Kd6:BKd8"


def test_by_tap(page):
    page.screen(360, 740, mobile=True)
    page.open("W:WKa1:BKh8")
    page.click("#empty")
    page.find('#palette [data-piece="b"]').click()
    for square in ("a3", "c5", "a3", "g3"):
        page.tap(square)
    page.find('#palette [data-piece="W"]').click()
    page.tap("h2")
    page.tap("c5")
    page.find('#palette [data-piece=""]').click()
    page.tap("c5")
    assert page.shown()["fen"] == "W:WKh2:Bg3"
    page.click("#setup")
    page.tap("h2")
    page.tap("f4")
    shown = page.shown()
    assert shown["fen"].startswith("B:") and "moves=h2:" in shown["hash"], shown


def test_tools(page):
    page.open("B:WKb2,c3:BKg5,h6")
    page.click("#swap")
    assert page.shown()["fen"] == "W:Wa3,Kb4:Bf6,Kg7"
    page.click("#mirror")
    assert page.shown()["fen"] == "W:Wc1,Kd2:Bf6,Kg7"
    page.open("W:Wh4:BKa1")
    page.click("#mirror")
    assert "not a position" in page.text("#message") and page.shown()["fen"] == "W:Wh4:BKa1"
    before = page.square("a1").rect
    page.click("#turn")
    after = page.square("a1").rect
    assert after["y"] < before["y"] and after["x"] > before["x"]
    page.drag(page.square("h4"), page.square("g5"))
    assert page.shown()["fen"] == "B:Wg5:BKa1"
    page.click('input[name=side][value="W"]')
    assert page.shown()["fen"] == "W:Wg5:BKa1"
    page.click("#empty")
    assert "both sides" in page.shown()["verdict"]


def test_clock_and_rule(page, program):
    fen = "W:WKc3,Ke3,Kd6:BKd8"
    page.open(fen)
    page.fill("#clock", "26")
    assert page.shown()["category"] == program.probe(fen, 26)["category"] == "cursed-win"
    assert page.find("#count").get_property("value") == "13"
    page.fill("#count", "11")
    assert page.shown()["category"] == program.probe(fen, 23)["category"] == "win"
    assert page.find("#clock").get_property("value") == "23"
    page.fill("#count", "12")
    page.click('#rule option[value="none"]')
    shown = page.shown()
    assert shown["category"] == "win" and "rule=none" in shown["hash"] and "clock=25" in shown["hash"]
    page.open("W:WKa1:BKh8")
    assert not page.find("#count").is_displayed()


def test_by_text(page, program):
    page.open()
    for text, fen, clock in (
        ("W:W14,23:BK28", "W:We3,c5:BKh2", "0"),
        ("W:WKa5,Ka7:BKg1:H26", "W:WKa5,Ka7:BKg1", "26"),
        ("B:Wa1, Kg7:Bh8.", "B:Wa1,Kg7:Bh8", "0"),
        ("https://lidraughts.org/analysis/russian/W:WKa5,Ka7:BKg1:H20:F40", "W:WKa5,Ka7:BKg1", "20"),
        ("B:W5, 1.:BK32", None, None),
        ("B:W5, 9:BK32, 24.", "B:Wb6,a7:BKg1,g3", "0"),
        ("W" + "w" + "e" * 30 + "b", None, None),
        ("W" + "eeeeb" + "e" * 19 + "W" + "e" * 7, "W:WKb2:Ba7", "0"),
        ("W:W1,2,3,4,5:B28,29,30", None, None),
        ('[FEN "W:W14,23:BK28"]', "W:We3,c5:BKh2", "0"),
        ('[SetUp "1"] [FEN "B:Wa1:BKh8"] *', "B:Wa1:BKh8", "0"),
        # Positions without a table are positions too, however they are spelt.
        ("w:wa1,b2,c3,d2,e1,f2:bh8,g7,f8:H3", "W:Wa1,e1,b2,d2,f2,c3:Bg7,f8,h8", "3"),
        ("https://lidraughts.org/analysis/russian/W:W1-6,Ka1:BKh8:H4:F8", None, None),
        ("https://lidraughts.org/analysis/russian/W:W25-31:BK4:H4:F8", "W:Wa1,c1,e1,b2,d2,f2,h2:BKh8", "4"),
        ("W:Wc7,d6:Ba3,c3,e3,g3,h2", "W:Wd6,c7:Bh2,a3,c3,e3,g3", "0"),
    ):
        before = page.shown()["fen"]
        page.fill("#fen", text)
        page.click("#fen-form button[type=submit]")
        if fen is None:
            page.until(lambda: page.text("#message"))
            assert page.shown()["fen"] == before
        else:
            page.until(lambda: page.shown()["fen"] == fen)
            assert page.find("#clock").get_property("value") == clock
