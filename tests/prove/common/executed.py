"""Which files below a folder are executed, by fanotify: independent of what eswexp says of itself.

The kernel hands over an open file for each execution, so that its bytes can be hashed even if the
path has another file since. Needs root, and Linux 5.0 with fanotify.
"""
import collections
import ctypes
import hashlib
import itertools
import os
import pathlib
import re
import select
import shutil
import struct
import threading
import time

from common.proof import Skip, run

FAN_CLOEXEC_NONBLOCK, FAN_MARK_ADD_MOUNT, FAN_OPEN_EXEC = 0x1 | 0x2, 0x1 | 0x10, 0x1000
UNLIMITED_QUEUE, AT_FDCWD = 0x10, -100
HEADER = struct.Struct("IBBHQii")
TREE = re.compile(r"/[0-9a-f]{16}/([^/]+)/(?:tree|checkout)/(.*)")

Executed = collections.namedtuple("Executed", "time side name sha256")


class Watch:
    """Collects executions of files in the trees that eswexp builds below its cache."""

    def __init__(self, folder):
        self.folder, self.events, self.copies = pathlib.Path(folder).resolve(), [], {}
        library = ctypes.CDLL(None, use_errno=True)
        self.queue = library.fanotify_init(FAN_CLOEXEC_NONBLOCK | UNLIMITED_QUEUE,
                                           os.O_RDONLY | os.O_CLOEXEC | os.O_LARGEFILE)
        marked = self.queue >= 0 and library.fanotify_mark(
            self.queue, FAN_MARK_ADD_MOUNT, ctypes.c_uint64(FAN_OPEN_EXEC), AT_FDCWD,
            bytes(self.folder)) == 0
        if not marked:
            raise Skip(f"fanotify is refused: {os.strerror(ctypes.get_errno())}")
        self.is_ending = False
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        while not self.is_ending:
            if select.select([self.queue], [], [], 0.1)[0]:
                self.take(os.read(self.queue, 1 << 16))

    def take(self, batch):
        offset = 0
        while offset < len(batch):
            length, _, _, _, _, file, _ = HEADER.unpack_from(batch, offset)
            offset += length
            if file >= 0:
                self.look(file)
                os.close(file)

    def look(self, file):
        path = os.readlink(f"/proc/self/fd/{file}").removesuffix(" (deleted)")
        found = TREE.search(path) if path.startswith(str(self.folder)) else None
        if not found:
            return
        with open(f"/proc/self/fd/{file}", "rb") as opened:
            content = opened.read()
        side, name = found.groups()
        self.events.append(Executed(time.time(), side, name, hashlib.sha256(content).hexdigest()))
        if content.startswith(b"\x7fELF"):
            self.copies[side, name] = content

    def end(self):
        time.sleep(1)  # the queue is short; nothing runs any more
        self.is_ending = True
        self.thread.join()
        os.close(self.queue)

    def functions(self, side, names, folder):
        """How many functions the executed programs define, by their symbol tables."""
        count = 0
        for name in names:
            copy = folder / "copy"
            copy.write_bytes(self.copies.get((side, name), b""))
            table = run("readelf", "-sW", copy).stdout
            count += len({line.split()[1] for line in table.splitlines()
                          if re.search(r" FUNC .* [0-9]+ ", line) and " UND " not in line})
        return count


def combined(events, names, recorded):
    """Recorded hashes that were executed, and how many events were executions of those bytes.

    The store has the SHA-256 of a build's program, or of several the SHA-256 over their hashes in
    hexadecimal, in the order of `names`.
    """
    if len(names) == 1:
        hit = [event for event in events if event.sha256 in recorded]
        return {event.sha256 for event in hit}, len(hit)
    present, start, matched, seen = {}, 0, 0, set()
    for i, event in enumerate(events):
        present[event.name] = event.sha256
        if not all(name in present for name in names):
            continue
        whole = hashlib.sha256("".join(present[name] for name in names).encode()).hexdigest()
        if whole in recorded:  # all events since the last match belong to this build
            seen.add(whole)
            matched += i + 1 - start
            start = i + 1
    return seen, matched
