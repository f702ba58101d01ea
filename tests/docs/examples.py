"""The examples of the documentation: experiment files are right and run, C compiles and runs."""
import os
import pathlib
import re
import shutil
import subprocess

import pages

HERE = pathlib.Path(__file__).resolve().parent
# Small enough for a test; `--quick` bounds the rest.
QUICK = ("--quick", "--quiet", "--set", "repeat.precision=50%")
SMALL = ("--set", "sweep.n=[16, 64]")
FEW = ("--set", "repeat={minimum_time: 1ms, warmup: 0, real: {builds: 2, executions: 1}}")
CFLAGS = ("-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-I", pages.ROOT / "kernels")


def whole_files(page):
    """The blocks that are files: their first lines name them."""
    return [block for block in page.blocks if block.file_name()]


def write_files(page, folder):
    """The page's files, as a reader of the page makes them; returns the experiment files."""
    folder.mkdir(parents=True, exist_ok=True)
    for block in whole_files(page):
        path = folder / block.file_name()
        path.write_text(block.text)
        path.chmod(0o755 if block.text.startswith("#!") else 0o644)
    return [block for block in whole_files(page) if block.info == "yaml"]


def project(folder):
    """The project that the examples find at ../zlib."""
    shutil.copytree(pages.ROOT / "tests" / "build" / "makefile", folder / "zlib")


def repository(folder):
    """A repository with the files that the fragments name."""
    work = folder / "work"
    work.mkdir(exist_ok=True)
    (work / "sort.c").write_text((pages.ROOT / "kernels" / "sort.c").read_text())
    for name in ("bench", "read"):
        shutil.copy("/bin/true", work / name)
    git = ("git", "-C", work, "-c", "user.name=reader", "-c", "user.email=reader@example.org")
    for words in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-q", "-m", "first")):
        subprocess.run([*git, *words], check=True, capture_output=True)
    return work


def tools(folder):
    """PATH with the languages that fragments name and a machine may lack: check only looks for them."""
    (folder / "tools").mkdir()
    for name in ("go", "java"):
        shutil.copy("/bin/true", folder / "tools" / name)
    return f"{os.environ['PATH']}:{folder / 'tools'}"


def keys(text):
    return re.findall(r"^(\w+):", text, re.M)


def sections(text):
    """The top-level keys of a YAML text, each with its lines."""
    for part in re.split(r"(?m)^(?=\w+:)", re.sub(r"(?m)^#.*\n", "", text)):
        if part.strip():
            yield part.split(":")[0], part


def completed(fragment):
    present = keys(fragment)
    rest = [text for key, text in sections((HERE / "rest.yaml").read_text()) if key not in present]
    if "sweep" in present: # its axes are the only ones
        rest = [re.sub(r', "\$\{(\w+)\}"', lambda use: use[0] if f"{use[1]}:" in fragment else "", text)
                for text in rest]
    text = fragment + "".join(rest)
    # An axis that a fragment's own benchmarks and variants do not use is a mistake.
    unused = [line for line in text.splitlines(True) if (axis := re.match(r"  (\w+): \[", line))
              and "sweep" not in present and f"${{{axis[1]}}}" not in text]
    return "".join(line for line in text.splitlines(True) if line not in unused).replace("sweep:\nmeasure", "measure")


def unnamed():
    for page in pages.all_pages():
        for block in page.blocks:
            if block.info == "yaml" and not (block.file_name() and "experiment" in keys(block.text)):
                yield f"{block}: a whole experiment file begins with '# NAME.yaml'"


def check(eswexp, folder, path, block, **environment):
    done = eswexp.run("check", path, folder=folder, **environment)
    if done.returncode:
        yield f"{block}: eswexp check: {done.stderr.strip()}"


def in_whole_files(eswexp, folder):
    project(folder)
    for page in pages.all_pages():
        here = folder / page.path.stem
        for block in write_files(page, here):
            yield from check(eswexp, here, block.file_name(), block)


def in_fragments(eswexp, folder):
    project(folder)
    work, path = repository(folder), tools(folder)
    for page in pages.all_pages():
        for block in page.blocks:
            if block.info == "yaml fragment":
                (work / "fragment.yaml").write_text(completed(block.text))
                yield from check(eswexp, work, "fragment.yaml", block, PATH=path)


def in_runs(eswexp, folder):
    """Every whole example runs; a claim of a quick run may turn out either way.

    In prove alone: sweeps of builds outside the tutorial.
    """
    project(folder)
    for page in pages.all_pages():
        here = folder / page.path.stem
        for block in write_files(page, here):
            small = SMALL if re.search(r"^sweep:\s+\{?n:", block.text, re.M) else ()
            if re.search(r"(sources|build):", block.text):
                if small and page.path.stem != "tutorial" and "ESWEXP_THOROUGH" not in os.environ:
                    continue
                small += FEW
            if "sources:" in block.text:
                small += ("--set", "repeat.real.iterations=3")
            done = eswexp.run("run", *QUICK, *small, block.file_name(), folder=here)
            if done.returncode not in ((0, 1) if "claims" in keys(block.text) else (0,)):
                yield f"{block}: eswexp run: exit {done.returncode}\n{done.stdout}{done.stderr}"


def masked(text):
    return re.sub(r"about [\d.]+", "about #", text).strip()


def in_outputs(eswexp, folder):
    """What the tutorial shows of `eswexp check`, for its file and for one with two mistakes."""
    page = pages.page("docs/tutorial.md")
    shown = {masked(block.text): block for block in page.blocks if block.info == "text"}
    write_files(page, folder)
    spec = (folder / "sum.yaml").read_text()
    mistaken = spec.replace("variants:", "varaints:").replace("precision: 2%", "precision: 0%")
    for text in (spec, mistaken):
        (folder / "sum.yaml").write_text(text)
        done = eswexp.run("check", "sum.yaml", folder=folder)
        if masked(done.stdout + done.stderr) not in shown:
            yield f"docs/tutorial.md does not show what check prints:\n{done.stdout}{done.stderr}"


def compiled(block, program):
    """What the compiler, or the program on its own, has against the block."""
    for words in (["gcc", *CFLAGS, "-x", "c", "-", "-o", program], [program, "--iterations", "3"]):
        done = subprocess.run(words, input=block.text, capture_output=True, text=True, timeout=60)
        if done.returncode:
            return f"{block}: exit {done.returncode}\n{done.stdout}{done.stderr}"
    return None


def in_programs(folder):
    folder.mkdir(parents=True, exist_ok=True)
    found = [compiled(block, folder / "program") for page in pages.all_pages()
             for block in page.blocks if block.info == "c"]
    return [flaw for flaw in found if flaw]
