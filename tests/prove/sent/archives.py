"""Archives that are no bundle, or not the one that was packed."""
import gzip
import io
import json
import random
import tarfile

from .yard import Case

NAMES = ("../escaped", "one/../../escaped", "{beside}/escaped", "one/a/../../../beside/escaped", "..",
         ".", "", "one", "one//x", "one/./x", "one/\n", "one/\033[31m", "one/" + "a" * 300,
         "one/" + "d/" * 2000 + "x", "one/\udcff", "other/x", "one/manifest.json",
         "one/sources/one.yaml", "one/campaign.db", "one/campaign.db-wal")
LINKS = ("/etc/passwd", "..", "../..", "{beside}", "sources/../../..", "one.yaml", "x" * 5000)
KINDS = (tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE,
         tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.CONTTYPE, b"Z")
VALUES = (None, True, 0, -1, 1e308, "", "x" * 100000, "../..", "/etc/passwd", "\n\033[31m\u202e", [],
          {}, [[]] * 1000, {"../../escaped": "0"})


def add(archive, name, kind=tarfile.REGTYPE, link="one.yaml", data=b"planted", mode=0o6777):
    member = tarfile.TarInfo(name)
    member.type, member.linkname, member.mode = kind, link, mode
    member.size = len(data) if kind in (tarfile.REGTYPE, tarfile.CONTTYPE, b"Z") else 0
    member.devmajor, member.devminor = 1, 3
    archive.addfile(member, io.BytesIO(data) if member.size else None)


def repacked(whole, change, first=False):
    """The bundle with what `change` adds, before or behind the rest."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(whole)) as old, tarfile.open(
            fileobj=packed, mode="w:gz", compresslevel=1, errors="surrogateescape") as new:
        if first:
            change(new)
        for member in old.getmembers():
            new.addfile(member, old.extractfile(member))
        if not first:
            change(new)
    return packed.getvalue()


def with_manifest(whole, edit):
    packed = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(whole)) as old, tarfile.open(fileobj=packed,
                                                                       mode="w:gz") as new:
        for member in old.getmembers():
            data = old.extractfile(member)
            if member.name.endswith("/manifest.json"):
                text = edit(data.read()).encode(errors="surrogateescape")
                member.size, data = len(text), io.BytesIO(text)
            new.addfile(member, data)
    return packed.getvalue()


def flipped(data, chance, most=4):
    data = bytearray(data)
    for _ in range(chance.randint(1, most)):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(data)


def contents(whole, beside, count, chance):
    """(name, a function that gives the archive)"""
    tar = gzip.decompress(whole)
    for first in (True, False):
        where = "before" if first else "behind"
        for kind in KINDS:
            for name in NAMES:
                yield f"{kind} {name[:40]!r} {where}", lambda kind=kind, name=name, first=first: (
                    repacked(whole, lambda new: add(new, name.format(beside=beside), kind), first))
        for link in LINKS:
            for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE):
                def through(new, link=link, kind=kind):
                    add(new, "one/link", kind, link.format(beside=beside))
                    add(new, "one/link/escaped")
                    add(new, "one/link")
                yield f"through {kind} {link[:40]} {where}", (
                    lambda through=through, first=first: repacked(whole, through, first))
    keys = [*json.loads(tarfile.open(fileobj=io.BytesIO(whole)).extractfile(
        "one/manifest.json").read())]
    for key in keys:
        for value in VALUES:
            yield f"manifest {key}: {str(value)[:30]!r}", lambda key=key, value=value: with_manifest(
                whole, lambda text: json.dumps({**json.loads(text), key: value}))
    for text in ("", "[", "[" * 100000, "{}", "null", '{"bundle": 1, "bundle": 1}', "\udcff"):
        yield f"manifest {text[:20]!r}", lambda text=text: with_manifest(whole, lambda _: text)
    yield "2 GiB of nothing", lambda: repacked(
        whole, lambda new: add(new, "one/large", data=bytes(1 << 31)))
    yield "200,000 folders", lambda: repacked(
        whole, lambda new: [add(new, f"one/{n}", tarfile.DIRTYPE) for n in range(200000)])
    yield "packed twice", lambda: gzip.compress(whole)
    for number in range(count):
        draw = random.Random(chance.randrange(1 << 32))
        yield f"cut {number}", lambda draw=draw: whole[:draw.randrange(len(whole))]
        yield f"cut inside {number}", lambda draw=draw: gzip.compress(
            tar[:draw.randrange(len(tar))], 1)
        yield f"flipped {number}", lambda draw=draw: flipped(whole, draw)
        yield f"flipped inside {number}", lambda draw=draw: gzip.compress(flipped(tar, draw), 1)


def cases(whole, beside, count, chance):
    for name, make in contents(whole, beside, count, chance):
        yield Case(name, lambda yard, make=make: (yard.here / "sent.tar.gz").write_bytes(make()),
                   (("reproduce", "sent.tar.gz", "--out", "out"),))
