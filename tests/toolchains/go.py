"""Go: its own linker, C through gcc, benchmarks of its tests, and versions that move no function."""
import functools
import glob
import os
import re
import shutil
import subprocess

from case import Case

SHUFFLES_SINCE = 23  # Go 1.23
MODULE = "module example.org/work\n\ngo 1.18\n"
HASH = """package {package}

//go:noinline
func {name}(x uint32) uint32 {{
\tx ^= x >> 16
\tx *= 0x45d9f3b
\treturn x ^ x>>16
}}
"""
MAIN = """package main

import (
\t"fmt"
\t"sort"
)

func main() {
\tvalues := make([]int, 20000)
\tfor i := range values {
\t\tvalues[i] = int(hash(uint32(i)))
\t}
\tsort.Ints(values)
\tfmt.Println(values[0], values[len(values)/2])
}
"""
C = """package main

/*
static unsigned twice(unsigned x) { return 2 * x; }
static unsigned thrice(unsigned x) { return 3 * x; }
*/
import "C"

func init() {
\tif C.twice(3) != C.thrice(2) {
\t\tpanic("C is wrong")
\t}
}
"""
BENCHMARK = """package work

import "testing"

func BenchmarkHash(b *testing.B) {
\tfor i := 0; i < b.N; i++ {
\t\tHash(uint32(i))
\t}
}

func TestHash(t *testing.T) {
\tif Hash(1) == Hash(2) {
\t\tt.Fatal("equal")
\t}
}
"""
PROGRAM = {"go.mod": MODULE, "main.go": MAIN, "hash.go": HASH.format(package="main", name="hash")}
LIBRARY = {"go.mod": MODULE, "hash.go": HASH.format(package="work", name="Hash"), "hash_test.go": BENCHMARK}
TWO = {"go.mod": MODULE, **{f"cmd/{name}/{file}": text for name in ("first", "second")
                            for file, text in PROGRAM.items() if file != "go.mod"}}


@functools.cache
def minor(go):
    """19 of Go 1.19; 0 if it cannot be asked."""
    try:
        told = subprocess.run([go, "version"], capture_output=True, text=True, timeout=60, check=False,
                              env={**os.environ, "GOTOOLCHAIN": "local"}).stdout
    except OSError:
        return 0
    found = re.search(r"go1\.(\d+)", told)
    return int(found[1]) if found else 0


def find(shuffles):
    """The go command on PATH, or of a package beside it, that shuffles functions, or does not."""
    beside = glob.glob("/usr/lib/go-*/bin/go") + glob.glob("/usr/local/go/bin/go")
    versions = {go: minor(go) for go in filter(None, [shutil.which("go"), *sorted(beside)])}
    able = [go for go, version in versions.items() if version and (version >= SHUFFLES_SINCE) == shuffles]
    return able[0] if able else ""


NEW, OLD = find(True), find(False)


def build(go, words):
    # the packages of Go itself are compiled once, in the user's own cache; nothing asks a network
    return f"XDG_CACHE_HOME= GOPROXY=off GO111MODULE=on GOTOOLCHAIN=local {go or 'go'} {words}"


def new():
    return "" if NEW else "there is no Go 1.23 or newer here"


def old():
    return "" if OLD else "there is no Go before 1.23 here"


def shuffled(name, words, **more):
    settings = {"files": PROGRAM, "command": "./program", "needs": (new,), "missing": ("function_alignment",),
                "least": 0.9, "verified": "that the order changed, the image base", **more}
    return Case(name=name, toolchain=f"Go 1.{minor(NEW)}", build=build(NEW, words),
                **{"linker": "Go's own", **settings})


def fixed(name, words, **more):
    settings = {"files": PROGRAM, "command": "./program", "needs": (old,), "linker": "Go's own",
                "missing": ("link_order", "function_alignment"), "verified": "the image base",
                "said": ("link_order: Go's linker cannot set the order: use Go 1.23 or newer",), **more}
    return Case(name=name, toolchain="Go before 1.23", build=build(OLD, words), **settings)


CASES = [
    shuffled("go", "build -trimpath -o program .", quick=1),
    shuffled("go-stripped", "build -trimpath -ldflags='-s -w' -o program ."),
    shuffled("go-without-build-id", "build -trimpath -ldflags=-buildid= -o program ."),
    shuffled("go-pie", "build -trimpath -buildmode=pie -o program .",
             missing=("function_alignment", "aslr"), verified="that the order changed",
             said=("the image base of a position-independent program of Go cannot be set",)),
    shuffled("go-with-c", "build -trimpath -o program .", files={**PROGRAM, "c.go": C}, needs=(new, "gcc"),
             linker="Go's own, then gcc"),
    shuffled("go-with-c-static", "build -trimpath -ldflags='-linkmode=external -extldflags=-static' "
             "-o program .", files={**PROGRAM, "c.go": C}, needs=(new, "gcc"), linker="Go's own, then gcc",
             least=0.4),
    shuffled("go-two-programs", "build -trimpath -o bin/ ./...", files=TWO, command="sh -c 'bin/first && bin/second'",
             programs=("bin/first", "bin/second")),
    shuffled("go-test", "test -c -trimpath -o hash.test .", files=LIBRARY,
             command="./hash.test -test.run=TestHash"),
    fixed("go-before-1.23", "build -trimpath -o program .", quick=1),
    fixed("go-test-before-1.23", "test -c -trimpath -o hash.test .", files=LIBRARY,
          command="./hash.test -test.run=TestHash"),
    fixed("go-before-1.23-external", "build -trimpath -ldflags=-linkmode=external -o program .",
          files={**PROGRAM, "c.go": C}, needs=(old, "gcc"), linker="Go's own, then gcc"),
]
