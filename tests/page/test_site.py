"""The page as plain files: the same answers without any service, and without a network once they were fetched."""

import functools
import json
import os
import shutil
import threading
import time
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from page import Page
from test_beyond import START, solves_and_plays
from test_study import SOLUTION, checked
from test_values import rows, sentence


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def files(program, tmp_path_factory):
    """The files of a site with tables to four pieces."""
    out = tmp_path_factory.mktemp("site")
    program.run("site", "--pieces", "4", "--wasm", os.environ["PAGE_WASM"], "--out", str(out))
    return out


@contextmanager
def hosted(directory):
    """A host that knows nothing but files."""
    host = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(directory)))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield host
    host.shutdown()
    host.server_close()


@pytest.fixture
def host(files):
    with hosted(files) as host:
        yield host


@pytest.fixture
def site(driver, host):
    page = Page(driver, f"http://127.0.0.1:{host.server_port}/")
    page.screen(1280, 900)
    yield page
    # Nothing is under way any more when the host goes.
    page.driver.get("about:blank")
    complaints, strangers = page.complaints(), page.strangers()
    assert not complaints, complaints
    assert not strangers, strangers


def check(page, program, positions):
    answers = program.probes(json.dumps({"fen": fen, "clock": clock, "rule": rule}) for fen, clock, rule in positions)
    for (fen, clock, rule), answer in zip(positions, answers, strict=True):
        shown = page.go(fen=fen, clock=clock, rule=rule)
        assert shown["rows"] == rows(answer), (fen, clock, rule)
        assert shown["verdict"] == sentence(answer), (fen, clock, rule)


def open_watched(site):
    """Opens the page and waits for its worker, which keeps what is fetched from then on."""
    site.open()
    site.driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    site.until(lambda: site.script("return navigator.serviceWorker.controller !== null"))


def test_the_answers_are_those_of_the_program(site, program, positions):
    open_watched(site)
    # What was fetched before is fetched once more, for the worker to keep.
    site.script("performance.clearResourceTimings()")
    check(site, program, positions)
    fetched = site.script("return performance.getEntriesByType('resource').map(entry => entry.name)")
    tables = [url for url in fetched if "/tables/" in url]
    assert tables and len(tables) == len(set(tables)), "each once, and when it is needed"


def test_endings_lists_and_games(site):
    site.open("W:WKa1,Kc3:Bb8")
    site.until(lambda: "KKvM" in site.text("#statistics") or site.script("return document.querySelector('.stats') !== null"))
    site.click('#lists [data-of="longest"]')
    site.until(lambda: site.script("return document.querySelectorAll('#list li').length") > 0)
    site.click("#game summary")
    site.script("arguments[0].value = arguments[1]", site.find("#pdn"), '[FEN "W:W14,23:BK28"] 1. 23-18 28-6 *')
    site.click("#game-form button[type=submit]")
    site.until(lambda: "1 mistake" in site.text("#game-note"))
    site.script("arguments[0].value = ''", site.find("#pdn"))
    site.click("#game-form button[type=submit]")
    assert site.text("#game-note") == "There is no game in this text."


def test_an_ending_without_tables(site):
    site.open("W:Wa1,c1,e1,g1,b2,d2:BKh8,Kf8")
    site.until(lambda: "published" in site.text("#list-note"))
    assert "185 plies" in site.text("#statistics")


def test_a_study(site):
    """A worker checks it, with the tables that it needs."""
    site.open("W:WKg1:Be5,b8")
    site.script("document.getElementById('study').open = true; arguments[0].value = arguments[1]", site.find("#solution"), SOLUTION)
    site.click("#study-form button[type=submit]")
    assert checked(site)["verdict"] == "sound"


def test_sentences_in_russian(site):
    site.open("W:WKa1:BKh8")
    site.click('[data-language="ru"]')
    site.open("nonsense")
    site.until(lambda: site.text("#message").startswith("Позиция в адресе не читается: «nonsense» не указывает очередь хода"))


def test_beyond_the_tables(site, program):
    """A worker searches, and the page goes on meanwhile."""
    open_watched(site)
    solves_and_plays(site, program)
    site.open(START)
    # Long enough for a worker at work; its steps would hold the page up for seconds.
    site.until(lambda: site.script("return performance.getEntriesByType('resource').some(entry => entry.name.endsWith('/solver.js'))"))
    site.driver.execute_async_script("setTimeout(arguments[0], 1500)")
    assert "searching" in site.text("#verdict")
    waited = site.driver.execute_async_script("""
        const done = arguments[0];
        const start = performance.now();
        setTimeout(() => done(performance.now() - start));""")
    assert waited < 1000, waited
    assert len(site.play("c3-d4")["rows"]) == 7
    # The tables that a search has are the results alone, and no other.
    fetched = site.script("return performance.getEntriesByType('resource').map(entry => entry.name)")
    tables = [name for name in fetched if "/tables/" in name]
    assert tables and all(name.endswith(".wdl") for name in tables), tables


def test_without_room_the_answers_are_the_same(site, program, positions):
    open_watched(site)
    quota = lambda **size: site.driver.execute_cdp_cmd("Storage.overrideQuotaForOrigin", {"origin": site.server.rstrip("/"), **size})
    quota(quotaSize=1)
    check(site, program, positions[:10])
    quota()


def test_two_sites_of_one_host(driver, files, tmp_path):
    """Each has its own cache, and deletes its own old ones alone."""
    (tmp_path / "one").symlink_to(files)
    shutil.copytree(files, tmp_path / "two")
    worker = tmp_path / "two" / "worker.js"
    names = lambda: driver.execute_async_script("caches.keys().then(names => arguments[0](names.sort()))")

    def change(ago):
        worker.write_text(worker.read_text().replace('VERSION = "', 'VERSION = "x'))
        # The host tells versions of a file apart by their times, in whole seconds.
        os.utime(worker, (time.time() - ago, time.time() - ago))

    with hosted(tmp_path) as host:
        pages = [Page(driver, f"http://127.0.0.1:{host.server_port}/{name}/") for name in ("one", "two")]
        change(60)
        for page in pages:
            open_watched(page)
        before = names()
        assert [name.split(" ")[1] for name in before] == [page.server for page in pages]
        change(0)
        driver.execute_async_script("navigator.serviceWorker.ready.then(ready => ready.update()).then(arguments[0])")
        # The new cache is there, then the old one is gone.
        pages[1].until(lambda: before[1] not in names())
        after = names()
        assert len(after) == 2 and after[0] == before[0] and after[1].split(" ")[1] == pages[1].server
        driver.get("about:blank")
    assert not pages[0].complaints() and not pages[0].strangers()


def test_what_was_fetched_is_usable_without_a_network(site, host, program, positions):
    open_watched(site)
    check(site, program, positions[:10])
    host.shutdown()
    host.server_close()
    site.driver.get("about:blank")
    site.open()
    check(site, program, positions[:10])
    # Of what was not asked before it has nothing, and says so.
    site.go(fen="W:Wa1,b2,c3:Bh8")
    assert site.text("#verdict") and not site.shown()["rows"]
    assert all("net::ERR" in complaint for complaint in site.complaints())
