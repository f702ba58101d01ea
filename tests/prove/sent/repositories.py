"""Repositories whose settings, trees and objects want more than to be read."""
import os
import random
import shutil
import subprocess

from .yard import Case

SPEC = """experiment: sent
benchmarks: {b: {directory: ., build: cc -o bench bench.c, command: ./bench, samples: process}}
repeat: {warmup: 0, minimum_time: 0, real: {builds: 1, executions: 1}}
randomize: {link_order: false}
"""
COMMANDS = (("compare", "before", "after", "--seed", "1", "--out", "out"),)
# Settings of git that name a command.
SETTINGS = ("core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.hooksPath",
            "core.askPass", "core.gitProxy", "core.alternateRefsCommand", "diff.external",
            "diff.evil.textconv", "diff.evil.command", "filter.evil.clean", "filter.evil.smudge",
            "filter.evil.process", "merge.evil.driver", "credential.helper", "gpg.program",
            "gpg.ssh.program", "uploadpack.packObjectsHook", "sequence.editor", "alias.status",
            "pager.status", "interactive.diffFilter", "web.browser", "submodule.evil.update",
            "url.ext::{trap}.insteadOf", "remote.origin.uploadpack", "remote.origin.vcs",
            "trailer.evil.command", "include.path", "includeIf.gitdir:/.path", "protocol.ext.allow",
            "core.worktree", "core.bare", "core.repositoryformatversion", "extensions.objectformat",
            "core.symlinks", "core.protectNTFS", "core.attributesFile", "core.excludesFile")
HOOKS = ("post-checkout", "pre-commit", "post-index-change", "fsmonitor-watchman", "reference-transaction",
         "post-merge", "pre-auto-gc", "post-rewrite", "sendemail-validate", "proc-receive")
MODULES = (("../beside/x", "https://invalid.invalid/x"), ("{beside}/x", "../x"), (".git/hooks", "./x"),
           ("a/../../b", "./x"), ("x", "ext::{trap}"), ("x", "-u{trap}"), ("-u{trap}", "x"),
           ("x", "file://{beside}"), ("x", "{here}"), ("x\n[core]", "x"), ("x" * 5000, "x"), ("", ""))
POINTERS = ("version https://git-lfs.github.com/spec/v1\noid sha256:{zeros}\nsize 12345\n",
            "version https://git-lfs.github.com/spec/v1\noid sha256:../../../../precious\nsize 9\n",
            "version https://git-lfs.github.com/spec/v1\nsize -1\n",
            "version https://git-lfs.github.com/spec/v1\noid sha256:{zeros}\nsize 99999999999999999999\n")
PATHS = ("../escaped", ".git/hooks/post-checkout", ".GIT/config", ".git ", "git~1", "..", ".", "a/../../x",
         "a\nb", "\033[31m", "\udcff", "\u202ex", "-rf", "x" * 255, "d/" * 1000 + "x", "con", "a:b", ".gitmodules",
         "bench.c/x", "eswexp.yaml/x")
LINKS = ("/etc/passwd", "..", "../..", "{beside}/precious", ".git/config", "loop", "x" * 4000)
HEADS = ("", "ref: ../../x\n", "ref: refs/heads/" + "x" * 5000, "\0", "ref: HEAD\n", "0" * 40, "z" * 40,
         "ref: refs/heads/none\n")
FILES = {"packed-refs": ("\0", "# pack-refs with: peeled fully-peeled sorted\nzz", "0" * 40 + " refs/tags/after\n",
                         "^" + "0" * 40), "shallow": ("0" * 40, "x", "\0" * 1000),
         "objects/info/alternates": ("{here}/.git/objects\n", "{beside}\n", "/dev/zero\n", "../" * 5000),
         "info/grafts": ("0" * 40, "x"), "info/attributes": ("* filter=evil diff=evil\n", "[attr]" + "x" * 9000),
         "info/exclude": ("**/" * 5000, "[" * 5000), "config": ("[", "\0", "[core]\n" * 100000, "[a \"\n"),
         "commondir": ("../../beside", "x" * 5000, "."), "gitdir": ("../..",), "index": ("", "DIRC", "DIRC" + "\xff" * 40),
         "config.worktree": ("[core]\nfsmonitor = {trap}\n",), "MERGE_HEAD": ("x",), "refs/tags/after": ("x", "ref: refs/tags/after\n", "")}
GITFILES = ("gitdir: .git\n", "gitdir: {beside}\n", "gitdir: /dev/zero\n", "gitdir: " + "x" * 9000, "", "\0")


def git(yard, *words, given=None):
    environment = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null")
    for who in ("AUTHOR", "COMMITTER"):
        environment |= {f"GIT_{who}_NAME": "T", f"GIT_{who}_EMAIL": "t@example.org",
                        f"GIT_{who}_DATE": "1700000000 +0000"}
    done = subprocess.run(["git", *words], cwd=yard.here, env=environment, capture_output=True,
                          input=given, check=False)
    return done.stdout.decode(errors="surrogateescape").strip()


def commit(yard, name):
    git(yard, "add", "-A")
    git(yard, "commit", "-qm", name)
    git(yard, "tag", "-f", name)


def repository(yard):
    (yard.here / "eswexp.yaml").write_text(SPEC)
    git(yard, "init", "-q", "-b", "main")
    (yard.here / ".gitignore").write_text("/cache\n/out\n*.lock\n/.config\n")
    for name in ("before", "after"):
        (yard.here / "bench.c").write_text(f"int main(void) {{ return 0; }} /* {name} */\n")
        commit(yard, name)


def filled(text, yard):
    return text.format(beside=yard.beside, here=yard.here, trap=yard.trap, zeros="0" * 64)


def set_one(yard, key):
    (yard.here / ".gitattributes").write_text("* filter=evil diff=evil merge=evil\n")
    commit(yard, "after")
    git(yard, "config", filled(key, yard), str(yard.trap))
    (yard.here / "bench.c").write_text("int main(void) { return 0; }\n")


def hook(yard, name):
    for folder in (".git/hooks", "hooks"):
        (yard.here / folder).mkdir(exist_ok=True)
        shutil.copy(yard.trap, yard.here / folder / name)


def module(yard, path, url):
    text = f'[submodule "evil"]\n\tpath = {path}\n\turl = {url}\n\tupdate = !{yard.trap}\n'
    (yard.here / ".gitmodules").write_text(filled(text, yard))
    head = git(yard, "rev-parse", "HEAD")
    git(yard, "add", "-A")
    git(yard, "update-index", "--add", "--cacheinfo", f"160000,{head},{filled(path, yard)}")
    git(yard, "commit", "-qm", "x")
    git(yard, "tag", "-f", "after")


def tree(yard, path, mode, content):
    """A tree that git itself would not make: every part of the path is one entry."""
    blob = git(yard, "hash-object", "-w", "--stdin", given=filled(content, yard).encode())
    entry = bytes.fromhex(blob)
    kept = git(yard, "ls-tree", "HEAD").splitlines()
    rows = [(line.split("\t")[1].encode(), line.split()[0], bytes.fromhex(line.split()[2])) for line in kept]
    rows.append((path.encode(errors="surrogateescape"), mode, entry))
    data = b"".join(f"{mode.lstrip('0')} ".encode() + name + b"\0" + digest for name, mode, digest in sorted(rows))
    made = git(yard, "hash-object", "-w", "-t", "tree", "--literally", "--stdin", given=data)
    head = git(yard, "commit-tree", made, "-p", "HEAD", "-m", "x")
    git(yard, "tag", "-f", "after", head)


def plant(yard, name, text):
    path = yard.here / ".git" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(filled(text, yard).encode("latin-1"))


def gitfile(yard, text):
    shutil.move(yard.here / ".git", yard.beside / "real")
    (yard.here / ".git").write_text(filled(text, yard))


def special(yard, kind):
    path = yard.here / "odd"
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "fifo in git":
        os.mkfifo(yard.here / ".git/refs/tags/odd")
    elif kind == "fifo for the index":
        (yard.here / ".git/index").unlink()
        os.mkfifo(yard.here / ".git/index")
    else:
        path.symlink_to("odd")


def damage(yard, draw, packed, cut):
    if packed:
        git(yard, "gc", "-q")
    files = sorted(path for path in (yard.here / ".git").rglob("*") if path.is_file() and path.stat().st_size
                   and "hooks" not in path.parts)
    path = draw.choice(files)
    data = bytearray(path.read_bytes())
    path.chmod(0o644)
    if cut:
        data = data[:draw.randrange(len(data))]
    else:
        for _ in range(draw.randint(1, 4)):
            data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    path.write_bytes(data)


def changes(count, chance):
    """(name, function, arguments)"""
    yield "nothing", lambda yard: None, ()
    yield from ((f"setting {key}", set_one, (key,)) for key in SETTINGS)
    yield from ((f"hook {name}", hook, (name,)) for name in HOOKS)
    yield from ((f"module {path[:30]!r} {url[:30]!r}", module, (path, url)) for path, url in MODULES)
    yield from ((f"pointer {number}", tree, ("large", "100644", text))
                for number, text in enumerate(POINTERS))
    for path in PATHS:
        for mode in ("100755", "120000", "040000", "160000", "000000", "177777"):
            yield f"tree {path[:30]!r} {mode}", tree, (path, mode, "{beside}/precious")
    yield from ((f"link {link[:30]!r}", tree, ("link", "120000", link)) for link in LINKS)
    yield from ((f"spec is link {link[:30]!r}", tree, ("eswexp.yaml", "120000", link)) for link in LINKS)
    yield from ((f"HEAD {text[:20]!r}", plant, ("HEAD", text)) for text in HEADS)
    for name, texts in FILES.items():
        yield from ((f"{name} {text[:20]!r}", plant, (name, text)) for text in texts)
    yield from ((f"gitfile {text[:20]!r}", gitfile, (text,)) for text in GITFILES)
    yield from ((kind, special, (kind,)) for kind in ("fifo", "fifo in git", "fifo for the index", "loop"))
    for number in range(count):
        for packed in (False, True):
            for cut in (False, True):
                draw = random.Random(chance.randrange(1 << 32))
                yield f"damaged {number} {packed} {cut}", damage, (draw, packed, cut)


def cases(count, chance):
    for name, change, values in changes(count, chance):
        def make(yard, change=change, values=values):
            repository(yard)
            change(yard, *values)
        yield Case(name, make, COMMANDS)
