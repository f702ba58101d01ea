"""The two commands of README.md in a bare Debian: what they need, they install."""
from context import Failed
from roots import CHECKOUT

USER = "somebody"
AS_USER = """
echo '{user}:x:1000:1000::/home/{user}:/bin/sh' >>/etc/passwd
echo '{user}:x:1000:' >>/etc/group
mkdir -p /home/{user}
cp -r {home} /home/{user}/eswexp
rm -rf /home/{user}/eswexp/build
chown -R 1000:1000 /home/{user}
exec setpriv --reuid 1000 --regid 1000 --clear-groups env HOME=/home/{user} \\
    sh -euc 'cd ~/eswexp && ./bootstrap demo'
"""


def shown(root, home):
    """The demo leaves a report, data and pictures."""
    out = root.folder / home.lstrip("/") / "build/demo"
    for pattern in ("report.html", "csv/*.csv", "plots/*.svg"):
        if not list(out.glob(pattern)):
            raise Failed(f"the demo left no {pattern} in {out}")


def readme(suite):
    """A case: demo and test, as root in a fresh root, and demo by a user who may install nothing."""
    def case(context):
        root = context.root(suite)
        root.put(context.checkout, CHECKOUT)
        context.step("demo", "sh", "-euc", f"cd {CHECKOUT} && ./bootstrap demo", root=root)
        shown(root, CHECKOUT)
        context.step("user", "sh", "-euc", AS_USER.format(user=USER, home=CHECKOUT), root=root)
        shown(root, f"/home/{USER}/eswexp")
        context.step("test", "sh", "-euc", f"cd {CHECKOUT} && ./bootstrap test", root=root)
    return case


CASES = {"debian-12": readme("bookworm"), "debian-13": readme("trixie")}
