"""What is refused, and that nothing is left of it."""
import io
import tarfile

from yard import BUILDS, FINE, NUMBERS, OWN, USAGE


def changed_since(yard):
    campaign, out = yard.made()[0], yard.here / "refused.tar.gz"
    header = yard.here / "kernels/inc/number.h"
    header.write_text(NUMBERS.replace("80", "81"))
    done = yard.run("bundle", campaign, "--out", out)
    yard.check_exit("sources that have changed since", done, USAGE, "program, number.fast: ",
                    "not hold what was measured: .* --force")
    yard.check("number.plain" not in done.stderr, "  names", "fast alone")
    yard.check(not out.exists() and not list(yard.here.glob("*.tmp")), "  archive", "none")
    header.unlink()
    yard.check_exit("sources that are gone", yard.run("bundle", campaign, "--out", out), USAGE,
                    "inc/number.h")
    header.write_text(NUMBERS.replace("80", "81"))
    yard.check_exit("  --force", yard.run("bundle", campaign, "--out", out, "--force"), FINE)
    yard.check_exit("an archive that is there", yard.run("bundle", campaign, "--out", out), USAGE,
                    "already exists")
    cache = yard.here / "home/cache/eswexp/bundle"
    yard.check(not any(cache.iterdir()), "  what is left in the cache", list(cache.iterdir()))
    header.write_text(NUMBERS)


def absolute(yard):
    yard.own()
    spec = yard.write("exp/absolute.yaml", OWN.split("variants:")[0].replace(
        "../kernels", str(yard.here / "kernels")) + BUILDS)
    done = yard.run("bundle", yard.campaign(spec), "--out", yard.here / "absolute.tar.gz")
    yard.check_exit("an absolute path in the experiment", done, USAGE, "kernels/number.c' by its "
                    "absolute path")


def wrong_arguments(yard):
    for what, words, said in (
            ("no campaign", ("bundle", yard.here), "does not exist"),
            ("no bundle", ("reproduce", yard.here), "is no bundle"),
            ("nothing", ("reproduce", yard.here / "nowhere"), "cannot read"),
            ("a share", ("reproduce", "x", "--tolerance", "much"), "not a share"),
            ("a negative share", ("reproduce", "x", "--within=-1%"), "not a share"),
            ("an absolute path", ("bundle", yard.made()[0], "--add", "/etc/passwd", "--out",
                                  yard.here / "added.tar.gz"), "is an absolute path")):
        yard.check_exit(what, yard.run(*words), USAGE, said)


def entry(name, data=b"", **about):
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for key, value in about.items():
        setattr(info, key, value)
    return info, io.BytesIO(data)


def hostile(yard):
    """Archives that would write elsewhere, or are none; more of them are in the unit tests."""
    link, hard = tarfile.SYMTYPE, tarfile.LNKTYPE
    place = yard.elsewhere()
    for what, entries in (
            ("..", [entry("own/../../out.txt", b"x")]),
            ("an absolute path", [entry("/tmp/eswexp-hostile", b"x")]),
            ("a second folder", [entry("own/a", b"x"), entry("other/b", b"x")]),
            ("a link to elsewhere", [entry("own/a", type=link, linkname="/etc")]),
            ("a link that goes up", [entry("own/a", type=link, linkname="../b")]),
            ("a hard link", [entry("own/a", b"x"), entry("own/b", type=hard, linkname="own/a")]),
            ("a device", [entry("own/a", type=tarfile.CHRTYPE)]),
            ("no manifest", [entry("own/a", b"x")])):
        path = yard.here / "hostile.tar.gz"
        with tarfile.open(path, "w:gz") as archive:
            for info, data in entries:
                archive.addfile(info, data)
        done = yard.run("reproduce", path, "--out", place / "out", elsewhere=place)
        yard.check_exit(f"an archive with {what}", done, USAGE)
        yard.check(not (place / "out").exists(), "  what is left", list(place.glob("out/*")))


def no_campaign(yard):
    """Found before anything is measured."""
    top, place = yard.unpacked(yard.made()[1]), yard.elsewhere()
    for what, change in (("is no store", lambda path: path.write_bytes(b"x" * 5000)),
                         ("is gone", lambda path: path.unlink())):
        change(top / "campaign.db")
        done = yard.run("reproduce", top, "--out", place / "out", elsewhere=place)
        yard.check_exit(f"a bundle whose campaign {what}", done, USAGE, "campaign.db")
        yard.check(not (place / "out").exists(), "  what is left", list(place.glob("out/*")))


def damaged(yard):
    """A bundle that was cut anywhere, or is noise."""
    whole = yard.made()[1].read_bytes()
    place, path = yard.elsewhere(), yard.here / "damaged.tar.gz"
    for what, data in (("cut in half", whole[:len(whole) // 2]), ("cut at its end", whole[:-900]),
                       ("empty", b""), ("noise", bytes(range(256)) * 40)):
        path.write_bytes(data)
        done = yard.run("reproduce", path, "--out", place / "out", elsewhere=place)
        yard.check_exit(f"a bundle {what}", done, USAGE)
        yard.check(not (place / "out").exists(), "  what is left", list(place.glob("out/*")))


TESTS = [changed_since, absolute, wrong_arguments, hostile, no_campaign,
         damaged]
