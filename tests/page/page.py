"""The page in a browser, as a test sees and uses it."""

import json
import shutil
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

# Everything that the page shows of a position, read at once.
SHOWN = """
const text = id => document.getElementById(id).textContent;
const rows = [...document.querySelectorAll('#moves tbody tr')].map(row => ({
  move: row.dataset.move, category: row.querySelector('.badge').dataset.category,
  dtw: row.children[2].textContent, dtz: row.children[3].textContent,
}));
return {
  fen: document.getElementById('board').dataset.fen, verdict: text('verdict'), detail: text('detail'), message: text('message'),
  category: document.getElementById('verdict').dataset.category, rows, hash: location.hash,
};
"""


def browser(language):
    """Chromium without a window. As root, Chromium needs an option for that."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    options.add_argument(f"--lang={language}")
    options.add_experimental_option("prefs", {"intl.accept_languages": language})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))


def address(fields):
    return "#" + "&".join(f"{key}={value}" for key, value in fields.items())


class Page:
    def __init__(self, driver, server):
        self.driver, self.server = driver, server

    def open(self, fen=None, **fields):
        """A fresh page with a position in its address."""
        fields = {"fen": fen, **fields} if fen else fields
        self.driver.get("about:blank")
        self.driver.get(self.server + address(fields))
        return self.shown()

    def go(self, **fields):
        """The same page at another address."""
        self.script("location.hash = arguments[0]", address(fields))
        # Its event comes after what is under way.
        self.driver.execute_async_script("setTimeout(arguments[0])")
        return self.shown()

    def forget(self):
        """As if the page was never opened before."""
        origin = {"origin": self.server.rstrip("/"), "storageTypes": "local_storage"}
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", origin)

    def screen(self, width, height, dark=False, mobile=False):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})

    def until(self, condition):
        return WebDriverWait(self.driver, 20, 0.01).until(lambda _: condition())

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def settle(self):
        """Waits for the answer."""
        self.until(lambda: self.script("return document.getElementById('answer')?.getAttribute('aria-busy') === 'false'"))

    def shown(self):
        self.settle()
        return self.script(SHOWN)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        self.find(selector).click()

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0]).textContent", selector)

    def play(self, move):
        """Clicks a move of the list."""
        self.click(f'#moves [data-move="{move}"] .move')
        return self.shown()

    def fill(self, selector, text):
        """Writes into a field, and leaves it."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)
        self.script("arguments[0].blur()", field)

    def keys(self, *keys):
        for key in keys:
            ActionChains(self.driver, duration=0).send_keys(key).perform()

    def square(self, square):
        return self.find(f'#board [data-square="{square}"]')

    def drag(self, source, target):
        """By mouse, from an element to an element."""
        chain = ActionChains(self.driver, duration=30).click_and_hold(source)
        chain.move_by_offset(9, 9).move_to_element(target).release().perform()

    def tap(self, square):
        """By finger."""
        self.script("arguments[0].scrollIntoView({block: 'nearest'})", self.square(square))
        finger = ActionBuilder(self.driver, mouse=PointerInput("touch", "finger"), duration=10)
        finger.pointer_action.move_to(self.square(square)).pointer_down().pointer_up()
        finger.perform()

    def complaints(self):
        """What the browser complains of, but for answers that there is none, or that too many search: then the page asks again."""
        logs = self.driver.get_log("browser")
        answered = ("status of 400", "status of 404")
        busy = lambda words: "/api/v1/solve?" in words and "status of 503" in words
        expected = lambda log: busy(log["message"]) or "/api/v1/" in log["message"] and any(words in log["message"] for words in answered)
        return [log["message"] for log in logs if not expected(log)]

    def strangers(self):
        """Addresses of other hosts that were asked."""
        events = [json.loads(log["message"])["message"] for log in self.driver.get_log("performance")]
        asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        here = urlsplit(self.server).netloc
        return [url for url in asked if urlsplit(url).scheme not in ("data", "blob", "about") and urlsplit(url).netloc != here]
