"""A headless Chromium, spoken to over a pipe (the DevTools protocol)."""
import base64
import json
import os
import select
import shutil
import subprocess
import time

from .proof import Trouble

PATIENCE_S = 30


class Browser:
    def __init__(self, folder):
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        if not program:
            raise Trouble("there is no chromium here")
        theirs, self._to = os.pipe()
        self._from, mine = os.pipe()
        words = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                 "--hide-scrollbars", "--disable-background-networking", "--remote-debugging-pipe",
                 f"--user-data-dir={folder}"]
        self._process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{theirs} 4>&{mine}', "sh", *words],
            pass_fds=(theirs, mine), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(theirs)
        os.close(mine)
        self._read, self._count, self._events = b"", 0, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._to)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._from)

    def _message(self, until):
        while b"\0" not in self._read:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._from], [], [], left)[0]:
                return None
            more = os.read(self._from, 1 << 16)
            if not more:
                raise Trouble("chromium ended")
            self._read += more
        one, self._read = self._read.split(b"\0", 1)
        return json.loads(one)

    def ask(self, method, session=None, **parameters):
        """The answer to one command; events on the way are kept."""
        self._count += 1
        command = {"id": self._count, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        os.write(self._to, json.dumps(command).encode() + b"\0")
        until = time.monotonic() + PATIENCE_S
        while True:
            message = self._message(until)
            if message is None:
                raise Trouble(f"chromium does not answer {method}")
            if message.get("id") == self._count:
                if "error" in message:
                    raise Trouble(f"{method}: {message['error']}")
                return message["result"]
            self._events.append(message)

    def events(self, wait_for=None, seconds=PATIENCE_S):
        """What happened since the last call; waits for the event, or for the time."""
        until = time.monotonic() + seconds
        while not any(event["method"] == wait_for for event in self._events):
            message = self._message(until)
            if message is None:
                if wait_for:
                    raise Trouble(f"chromium does not come to {wait_for}")
                break
            self._events.append(message)
        found, self._events = self._events, []
        return found


class Tab:
    """One page as it is shown: `width` and `height` in CSS pixels, media and colour scheme."""

    def __init__(self, browser, url, width, height, scheme="light", media="screen"):
        self.browser = browser
        target = browser.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.ask("Target.attachToTarget", targetId=target,
                                   flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 500)
        self.ask("Emulation.setEmulatedMedia", media=media,
                 features=[{"name": "prefers-color-scheme", "value": scheme}])
        browser.events(seconds=0.2)
        self.ask("Page.navigate", url=url)
        self.events = browser.events("Page.loadEventFired") + browser.events(seconds=0.5)

    def ask(self, method, **parameters):
        return self.browser.ask(method, self.session, **parameters)

    def value(self, expression):
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise Trouble(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def of(self, *methods):
        return [event["params"] for event in self.events if event["method"] in methods]

    def requests(self):
        return [each["request"]["url"] for each in self.of("Network.requestWillBeSent")]

    def complaints(self):
        """Console messages, exceptions, log entries and dialogs."""
        return self.of("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded",
                       "Page.javascriptDialogOpening", "Network.loadingFailed")

    def screenshot(self, path):
        shot = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))

    def pdf(self, path):
        path.write_bytes(base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"]))
