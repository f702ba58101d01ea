#!/usr/bin/env python3
"""Source files that one call of the compiler takes together, which saves most of a build's time.

Files may share a batch if no name that one of them defines, or includes, means another thing in
another. What is missed here the compiler refuses as a redefinition.

usage: batches.py KEPT FOLDER SOURCE...    headers are searched in FOLDER, then beside the source
Prints "BATCH SOURCE" a line. KEPT holds the last answer: a file stays where it was while it may.
"""
import collections
import functools
import pathlib
import re
import sys

SIZE = 40
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
QUALIFIED = r"^(?:(?:typedef|static|const|extern)\s+)*"
TAG = re.compile(QUALIFIED + r"(?:struct|enum|union)\s+(\w+)\s*(?:\w+\s*)?\{", re.M)
ENUMERATION = re.compile(QUALIFIED + r"enum\b[^;{(]*\{([^}]*)\}", re.M)
MACRO = re.compile(r"^#define\s+(\w+)", re.M)
WORD = re.compile(r"\b[A-Za-z_]\w*")
NAMES = [MACRO, *(re.compile(pattern, re.M) for pattern in (
    r"^\}\s*(\w+)\s*(?:\[[^\]]*\]\s*)*[;=]", r"^typedef\s[^;{]*?\b(\w+);", r"^typedef\s[^;{]*?\(\*(\w+)\)"))]
ENUMERATOR = re.compile(r"(?:^|,)\s*(\w+)")
DECLARED = re.compile(r"^(?![#{}\s])[^;={(]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)*(?=[(=;])", re.M)
STATIC = re.compile(r"^static\s[^;(]*;", re.M)
ALSO_DECLARED = re.compile(r",\s*\**(\w+)\s*(?:\[[^\]]*\]\s*)*=")


class Meanings:
    """Of names: in which file each is defined."""

    def __init__(self, folder):
        self.folder = folder

    @functools.lru_cache(None)
    def of(self, path):
        text = COMMENT.sub("", path.read_text(encoding="utf-8"))
        names = {name for pattern in NAMES for name in pattern.findall(text)}
        names |= {f"tag {name}" for name in TAG.findall(text)}
        names |= {name for body in ENUMERATION.findall(text) for name in ENUMERATOR.findall(body)}
        # What a source gives to others is the same for all: its header has it.
        names |= {found[1] for found in DECLARED.finditer(text)
                  if path.suffix == ".h" or found[0].startswith("static")}
        names |= {name for static in STATIC.findall(text) for name in ALSO_DECLARED.findall(static)}
        found = dict.fromkeys(names, path)
        for header in INCLUDE.findall(text):
            place = next((folder / header for folder in (self.folder, path.parent, self.folder.parent)
                          if (folder / header).exists()), None)
            for name, origin in self.of(place.resolve()).items() if place else ():
                found.setdefault(name, origin)
        return found


class Batch:
    def __init__(self):
        self.count, self.meanings, self.macros, self.words = 0, {}, set(), set()

    def takes(self, source, meanings):
        known = self.meanings
        macros, words = of_its_own(source)
        return (self.count < SIZE and self.words.isdisjoint(macros) and self.macros.isdisjoint(words)
                and all(known.get(name, origin) == origin for name, origin in meanings.items()))

    def add(self, source, meanings):
        macros, words = of_its_own(source)
        self.count += 1
        self.meanings.update(meanings)
        self.macros |= macros
        self.words |= words


@functools.lru_cache(None)
def of_its_own(source):
    """The macros that it defines, and all its words, which another's macro would replace."""
    text = COMMENT.sub("", source.read_text(encoding="utf-8"))
    return set(MACRO.findall(text)), set(WORD.findall(text))


def main():
    kept, folder, *sources = map(pathlib.Path, sys.argv[1:])
    meanings, batches, placed = Meanings(folder.resolve()), collections.defaultdict(Batch), {}
    before = dict(reversed(line.split(" ", 1)) for line in kept.read_text().splitlines()) if kept.exists() else {}

    def put(source, number):
        batches[number].add(source, meanings.of(source))
        placed[source] = number

    sources.sort(key=lambda source: (str(source) not in before, source))
    for source in sources:
        own, last = meanings.of(source), int(before.get(str(source), 0))
        candidates = (last, *range(len(sources) + 1))
        put(source, next(number for number in candidates if batches[number].takes(source, own)))
    answer = "".join(f"{number} {source}\n" for source, number in sorted(placed.items()))
    kept.write_text(answer)
    sys.stdout.write(answer)


if __name__ == "__main__":
    main()
