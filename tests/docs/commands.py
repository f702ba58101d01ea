"""Commands and options that the documentation names exist."""
import re

import pages
import program

# Options of other programs that the pages name.
FOREIGN = {
    "--shuffle-sections": "mold", "--preset": "CMake", "--ld-path": "clang", "--fat-lto-objects": "lld", "--args": "gdb", "--security-opt": "docker", "--cap-add": "docker",
    "--benchmark_filter": "Google Benchmark", "--benchmark_repetitions": "Google Benchmark",
    "--benchmark_min_warmup_time": "Google Benchmark", "--benchmark_out": "Google Benchmark",
    "--benchmark_out_format": "Google Benchmark", "--export-json": "hyperfine",
    "--benchmark-json": "pytest-benchmark", "--output": "pyperf", "--message-format": "cargo criterion", "--warmup": "hyperfine", "--runs": "hyperfine",
    "--default-library": "Meson", "--remap-path-prefix": "rustc", "--disable-shared": "configure", "--tool": "valgrind",
    "--gc-sections": "linkers", "--icf": "linkers", "--action_env": "Bazel", "--by-toolchain": "tests/toolchains/run.py",
    "--load": "tests/repeated.py",
    "--no-install-recommends": "apt-get", "--global": "git",
    "--user": "systemd-run", "--scope": "systemd-run",
    "--ink": "CSS", "--faint": "CSS", "--grid": "CSS", "--paper": "CSS",
}
NAMES = r"((?:`\w+`(?:, | and )?)+)"
OF = re.compile(r"`(--[a-z][\w-]*)[^`]*` \(?of " + NAMES)
TAKES = re.compile(NAMES + r" (?:have|has|takes?) `(--[a-z][\w-]*)")


def harness_options():
    """Those of every benchmark that includes eswexp.h."""
    header = (pages.ROOT / "kernels" / "eswexp.h").read_text()
    return set(re.findall(r'"(--[a-z-]+)"', header))


def bootstrap_words():
    return set(re.findall(r"\./bootstrap (\w+) ", (pages.ROOT / "bootstrap").read_text()))


def scripts(page):
    """(block, script) of each code block that a shell runs, those of CI systems included."""
    for block in page.blocks:
        if block.info == "sh":
            yield block, block.text
        elif block.info == "yaml workflow":
            yield block, "\n".join(re.findall(r"^ *- (?:run: )?(.*eswexp compare.*)", block.text, re.M))


def in_scripts(eswexp, page):
    for block, script in scripts(page):
        for words in program.command_lines(script):
            for flaw in in_command(eswexp, words):
                yield f"{block}: {flaw}"


def in_command(eswexp, words):
    if words[0].endswith("bootstrap"):
        if words[1] not in bootstrap_words():
            yield f"./bootstrap has no '{words[1]}'"
    elif (rest := program.eswexp_words(words)) is not None:
        yield from eswexp.flaws(rest)
        if rest[:1] == ["list"] and eswexp.run(*rest).returncode:
            yield f"{' '.join(words)}: {eswexp.run(*rest).stderr.strip()}"


def in_span(eswexp, span):
    words = span.split()
    if re.match(r"\w+: ", span):
        return  # of an experiment file
    if words[0] in ("eswexp", "./bootstrap") and len(words) > 1:
        for command in program.command_lines(span):
            yield from in_command(eswexp, command)
    elif words[0] in eswexp.commands and len(words) > 1 and words[1].startswith("--"):
        yield from eswexp.flaws(words)
    else:
        known = {*eswexp.all_options, *harness_options(), *FOREIGN}
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", span):
            if option not in known:
                yield f"no command has the option '{option}'"


def in_spans(eswexp, page):
    for line, span in page.spans():
        for flaw in in_span(eswexp, span):
            yield f"{page.name}:{line}: `{span}`: {flaw}"


def in_sentences(eswexp, page):
    """`--option` of `one` and `another`; `one` and `another` take `--option`."""
    for line, text in page.paragraphs():
        said = [(option, names) for option, names in OF.findall(text)]
        said += [(option, names) for names, option in TAKES.findall(text)]
        for option, names in said:
            for command in re.findall(r"`(\w+)`", names):
                if option not in (eswexp.options(command) or {}):
                    yield f"{page.name}:{line}: eswexp {command} has no option '{option}'"


def flaws(eswexp):
    for page in pages.all_pages():
        yield from in_scripts(eswexp, page)
        yield from in_spans(eswexp, page)
        yield from in_sentences(eswexp, page)


def not_described(eswexp):
    """Commands that no page names, but for `task`, which jobs run."""
    text = "".join(page.text for page in pages.all_pages())
    return [command for command in eswexp.commands if command != "task" and f"eswexp {command}" not in text]
