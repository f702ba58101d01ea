"""Journals of tuning that somebody made to be followed, or that broke: none is."""
import os
import pathlib

from machines import ASLR, BOOT, CPU, GOVERNOR, TREE, WATCHDOG, Machine

UNFIT = 5
BY = 1 if os.environ.get("ESWEXP_THOROUGH") else 2  # which of the journals doctor and a campaign meet each


def good(machine):
    """A journal that would be followed."""
    return (f"eswexp tuned 1\nboot {TREE[BOOT]}save 8 /{GOVERNOR}\npwnpwned\n"
            f"save 2 /{WATCHDOG}\n7\n\nend\n")


def hostile(machine):
    """(what it is, how to put it there) of journals not to be followed."""
    text, place = good(machine), machine.place()
    def write(content):
        return lambda: place.write_bytes(content.encode() if isinstance(content, str) else content)
    def mode(bits):
        return lambda: (place.write_text(text), place.chmod(bits))
    def link(make):
        other = pathlib.Path(f"{machine.root}.journal")
        return lambda: (other.write_text(text), make(other, place))
    def folder(bits):
        return lambda: (place.write_text(text), place.parent.chmod(bits))
    other = ("/etc/passwd", "/sys/../etc/passwd", f"/{ASLR}", f"/{GOVERNOR}/../x", "",
             f"/{CPU}/cpu01/online", f"/{CPU}/cpu1/../cpu1/online", f"/{CPU}/cpu/online",
             f"/{CPU}/cpu99999999999/online", f"/{GOVERNOR} ", f"/{GOVERNOR}\\x00")
    yield "a symbolic link", link(lambda target, path: path.symlink_to(target))
    yield "a second name", link(os.link)
    yield "for its group to write", mode(0o664)
    yield "for all to write", mode(0o646)
    yield "in a folder for all to write", folder(0o777)
    yield "a folder", place.mkdir
    yield "a pipe", lambda: os.mkfifo(place)
    if os.geteuid() == 0:
        yield "another user's", lambda: (place.write_text(text), os.chown(place, 65534, 65534))
    for name in other:
        yield f"with '{name}'", write(text.replace(f"/{GOVERNOR}", name))
    for length in (0, 10, 40, text.index("pwn") - 1, text.index("pwn") + 4, len(text) - 5,
                   len(text) - 2):
        yield f"cut after {length} bytes", write(text[:length])
    for number in ("9", "7", "-1", "99999999999999999999999", "18446744073709551615", "", "x"):
        yield f"with the length '{number}'", write(text.replace("save 8", f"save {number}"))
    yield "with more at its end", write(text + "more\n")
    yield "of another version", write(text.replace("tuned 1", "tuned 2"))
    yield "noise", write(os.urandom(4000))
    yield "zeros", write(b"\0" * 4000)
    yield "huge", write(text + "x" * (9 << 20))


def hostile_journals(bench):
    machine, check = Machine(bench), bench.proof.check
    machine.run(*machine.words())
    place, wrong, count = machine.place(), [], 0
    for what, put in hostile(machine):
        count += 1
        put()
        done = machine.next_start()
        met = [words for number, words in enumerate((machine.words(), ("doctor", "--restore")))
               if (count + number) % BY == 0]
        exits = [done.returncode, *(machine.run(*words).returncode for words in met)]
        if exits != [0, *(UNFIT for _ in met)]:
            wrong.append(f"{what}: exits {exits}")
        if "nothing was restored" not in done.stderr and "must be a folder" not in done.stderr:
            wrong.append(f"{what}: said {done.stderr!r}")
        wrong += [f"{what}: {one}" for one in machine.differences()]
        if not os.path.lexists(place):
            wrong.append(f"{what}: removed")
            continue
        place.parent.chmod(0o755)
        place.rmdir() if place.is_dir() else place.unlink()
    check(not wrong and count > 25, f"{count} journals not to be followed: trouble", wrong or 0,
          "0")
    place.write_text(good(machine))
    machine.next_start()
    check(len(machine.differences()) == 2, "a good one is followed: files", machine.differences(),
          "2")
    machine = Machine(bench)
    machine.run(*machine.words())
    machine.place().write_text(good(machine).replace("11111111", "99999999"))
    done = machine.next_start()
    check("older than the last start of this machine" in done.stderr, "one of another boot is said to be so",
          done.stderr.strip()[-100:])
    machine.is_as_before("  and not followed")


FAULTS = (hostile_journals,)
