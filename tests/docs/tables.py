"""Tables of the documentation against what the program lists: meters, statistics, randomizers, …"""
import re

import pages


def differences(where, documented, listed):
    """Both ways: names that only one of the two has."""
    documented, listed = list(documented), list(listed)
    for name in dict.fromkeys(name for name in documented if documented.count(name) > 1):
        yield f"{where}: '{name}' is described twice"
    for name in sorted(set(documented) - set(listed)):
        yield f"{where}: '{name}' is not the program's"
    for name in sorted(set(listed) - set(documented)):
        yield f"{where}: '{name}' is not described"


def listed(eswexp, what):
    """The names that `eswexp list WHAT` shows."""
    entry = r"^  (\w+)(?: P)?(?: \[.+?\])?(?: \(.+\))?(?::|$)"  # NAME P: NAME [unit]: NAME (kernels)
    return re.findall(entry, eswexp.output("list", what), re.M)


def meters(eswexp):
    return differences("metrics.md", pages.column("docs/metrics.md", "Meters"), listed(eswexp, "meters"))


def summaries(eswexp):
    named = [span.split()[0] for span in pages.column("docs/metrics.md", "Summary statistics")]
    return differences("metrics.md", named, listed(eswexp, "summaries"))


def kernels(eswexp):
    return differences("kernels.md", pages.column("docs/kernels.md", "Kernels"),
                       listed(eswexp, "kernels"))


def experiments(eswexp):
    return differences("kernels.md", pages.column("docs/kernels.md", "Experiments", 1),
                       listed(eswexp, "experiments"))


def randomizers(eswexp):
    """Their names, options and words that an option takes."""
    rows = pages.page("docs/layouts.md").tables("Randomizers")[1:]
    parts = re.split(r"^  (\w+): ", eswexp.output("list", "randomizers"), flags=re.M)[1:]
    program = dict(zip(parts[::2], parts[1::2]))
    yield from differences("layouts.md", [pages.code(row[0])[0] for row in rows], program)
    for row in rows:
        text = program.get(pages.code(row[0])[0], "")
        words = re.findall(r"^    (\w+)  ", text, re.M)
        for choice in re.findall(r"\(([a-z|]+); default", text):
            words += choice.split("|")
        yield from differences(f"layouts.md, {row[0]}", set(pages.code(row[2])), set(words))


def requirements(eswexp):
    """Every subject that `machine.require` is said to have, with a value that it is said to take."""
    demands = []
    for subjects, values, relations in pages.page("docs/machine.md").tables("Requirements")[1:]:
        value = (pages.code(values) or ["any"])[0]
        demands += [f"{name}>=0" if "<" in relations else f"{name}={value}" for name in pages.code(subjects)]
    done = eswexp.run("doctor", "--quick", "--require", ",".join(demands))
    if done.returncode not in (0, 5) or len(demands) < 10:
        yield f"machine.md: doctor --require {','.join(demands)}: {done.stderr.strip()}"


def exit_codes(eswexp):
    section = eswexp.output("--help").split("\nExit codes:\n")[1]
    documented = [row[0].split()[0] for row in pages.page("docs/results.md").tables("Exit codes")[1:]]
    return differences("results.md, exit codes", documented, re.findall(r"^  (\d+) ", section, re.M))


def flaws(eswexp):
    for table in (meters, summaries, kernels, experiments, randomizers, requirements, exit_codes):
        yield from table(eswexp)
