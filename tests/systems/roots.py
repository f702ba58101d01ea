"""Bare systems to try eswexp in: a Debian release unpacked into a folder, entered with its own mounts."""
import hashlib
import os
import pathlib
import shutil
import subprocess

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "eswexp-systems"
ENTER = """
mount -t proc proc "$0/proc"; mount --rbind /sys "$0/sys"; mount --rbind /dev "$0/dev"
mount -t tmpfs tmpfs "$0/tmp"
exec chroot "$0" "$@"
"""
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
               "HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb"}
CHECKOUT = "/srv/eswexp"  # its folder in a root, where tests of other users can enter, too
NAME_LONGEST = 200


def own_architecture():
    return subprocess.run(["dpkg", "--print-architecture"], text=True, capture_output=True,
                          check=True).stdout.strip()


def lacking():
    """Why this machine can make no root, or None."""
    if os.geteuid() != 0:
        return "making a root needs root"
    for tool in ("mmdebstrap", "unshare", "chroot"):
        if not shutil.which(tool):
            return f"there is no {tool} here"
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True).returncode:
        return "this machine lets nobody mount in a namespace of his own"
    return None


class Root:
    """A fresh root of a Debian release: what `mmdebstrap --variant=apt` installs, and `packages`.

    `foreign`: another architecture, of which packages may be (NAME:ARCHITECTURE).
    """

    def __init__(self, suite, folder, packages=("ca-certificates",), foreign=None):
        self.suite, self.folder = suite, pathlib.Path(folder)
        name = "_".join((suite, *sorted(packages)))
        if len(name) > NAME_LONGEST:
            name = f"{suite}_{hashlib.sha256(name.encode()).hexdigest()[:16]}"
        archive = CACHE / f"{name}.tar"
        if not archive.exists():
            CACHE.mkdir(parents=True, exist_ok=True)
            fresh = archive.with_suffix(f".{os.getpid()}.tar")
            architectures = [f"--architectures={own_architecture()},{foreign}"] if foreign else []
            subprocess.run(["mmdebstrap", "--variant=apt", *architectures, f"--include={','.join(packages)}",
                            suite, fresh], check=True)
            fresh.rename(archive)
        self.folder.mkdir(parents=True)
        subprocess.run(["tar", "-xf", archive, "-C", self.folder], check=True)
        (self.folder / "etc/dpkg/dpkg.cfg.d/unsafe-io").write_text("force-unsafe-io\n")  # it is soon removed
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")

    def words(self, *command):
        """The command line that runs the command in the root; its processes end with it."""
        return ["unshare", "--mount", "--pid", "--fork", "--ipc", "--kill-child", "sh", "-euc", ENTER,
                str(self.folder), *map(str, command)]

    @staticmethod
    def environment(more=None):
        return {**ENVIRONMENT, **(more or {})}

    def run(self, *command, environment=None, **options):
        """subprocess.run() of the command in the root."""
        return subprocess.run(self.words(*command), env=self.environment(environment), **options)

    def sh(self, script, **options):
        return self.run("sh", "-euc", script, **options)

    def put(self, source, inside):
        """Copies a file or folder of this machine to the path `inside` the root."""
        target = self.folder / inside.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["cp", "-a", source, target], check=True)

    def remove(self):
        subprocess.run(["rm", "-rf", "--one-file-system", self.folder], check=True)
