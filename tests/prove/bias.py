#!/usr/bin/env python3
"""`eswexp bias`: the spikes of `aliasing` at the same offsets twice, and in how many sizes it turns.

The kernel is slow where the environment's size puts a variable on the stack a multiple of 4096 bytes
from a static one; it reports that distance. Two sweeps over environment sizes, with seeds of their
own, the second one 4096 bytes further, compare -O2 with -O0. Then link orders of an interpreter: the
factor alone may vary.
"""
import re
import statistics
import sys

from common.proof import ROOT, Skip, main, parser, rows, run

PERIOD, STEP, FIRST = 4096, 16, 256
SLOW = 1.4
ALIASING = """experiment: aliasing
benchmarks: {{aliasing: {{sources: [{kernels}/aliasing.c]}}}}
variants: {{O0: {{cflags: -O0}}, O2: {{cflags: -O2}}}}
measure: cpu_time
repeat: {{warmup: 1, minimum_time: 100us}}
"""
INTERPRETER = """experiment: interpreter
benchmarks: {{vm: {{sources: [{sources}]}}}}
variants: {{O2: {{cflags: -O2}}, O3: {{cflags: -O3}}}}
measure: cpu_time
repeat: {{warmup: 1, minimum_time: 1ms}}
randomize: {{seed: 3}}
"""
NOTHING_DRAWN = "randomize={link_order: false, function_alignment: false, aslr: off}"


def sweep(arguments, folder, seed, first):
    values = f"{{from: {first}, to: {first + PERIOD}, step: {STEP}}}"
    out = folder / f"sizes-{first}"
    done = run(arguments.program, "bias", folder / "aliasing.yaml", "--over", "environment_size",
               "--values", values, "--repeat", arguments.blocks, "--seed", seed, "--out", out,
               "--quiet")
    return out, done.stdout


def spikes(campaign, variant):
    """(sizes at which the variant is slow, sizes at which the two addresses agree)."""
    of = [row for row in rows(campaign, "estimates") if row["variant"] == variant]
    times = {int(row["environment_size"]): float(row["median"]) for row in of
             if row["metric"] == "cpu_time"}
    usual = statistics.median(times.values())
    alike = {int(row["environment_size"]) for row in of
             if row["metric"] == "distance" and float(row["mean"]) == 0}
    return {size for size, time in times.items() if time > SLOW * usual}, alike


def offsets(sizes):
    return sorted({size % PERIOD for size in sizes})


def check_spikes(proof, campaigns):
    for variant in ("O0", "O2"):
        (slow, alike), (slow_again, _) = (spikes(one, variant) for one in campaigns)
        if alike and not slow:
            raise Skip("this processor is not slow where the low 12 bits of addresses agree")
        proof.check(offsets(slow) == offsets(slow_again) and slow,
                    f"{variant}: offsets modulo {PERIOD} of the spikes, twice",
                    f"{offsets(slow)} and {offsets(slow_again)}", "the same, at least one")
        proof.check(offsets(slow) == offsets(alike), f"{variant}: offsets where the low 12 bits agree",
                    offsets(alike), "those of the spikes")


def check_sentence(proof, campaign, report):
    """The sentence counts the values that contradict the whole, and these are the spikes."""
    (whole,) = rows(campaign, "bias_conclusions")
    values = [row for row in rows(campaign, "bias") if row["counts"] == "yes"]
    turned = {int(row["environment_size"]) for row in values if row["effect"] == "opposite"}
    words = " ".join(report.split())
    said = re.search(r"in (\d+|none) of (\d+) environment sizes .*?the opposite", words)
    (told,) = re.findall(r"Bias of \S+ (.*?) - from ", words)
    print("       " + "\n       ".join(told.split(" - ")))
    proof.check(whole["verdict"] == "faster", "-O2 against -O0 over all sizes", whole["verdict"],
                "faster")
    proof.check(said and said.group(1) == str(len(turned) or "none")
                and int(said.group(2)) == int(whole["compared"]) == len(values),
                "sizes in which the conclusion turns, as said",
                said and said.group(0), f"{len(turned)} of {len(values)}, as in bias.csv")
    slow = spikes(campaign, "O2")[0] - spikes(campaign, "O0")[0]
    slower = {int(row["environment_size"]) for row in values if row["verdict"] == "slower"}
    proof.check(slow <= slower, "spikes of -O2 at which its interval alone says slower",
                f"{len(slow & slower)} of {len(slow)}", "all")
    proof.check(len(turned - slow) <= 1, "sizes without a spike that are said to turn it",
                len(turned - slow), "at most 1, by chance")
    return len(slow & turned)


def check_layouts(proof, arguments, folder):
    kernels = ROOT / "kernels"
    sources = [kernels / "interpreter.c", *sorted((kernels / "interpreter").glob("*.c"))]
    (folder / "vm.yaml").write_text(INTERPRETER.format(sources=", ".join(map(str, sources))))
    out, plain = folder / "orders", folder / "plain"
    run(arguments.program, "bias", folder / "vm.yaml", "--over", "link_order", "--values", 12,
        "--repeat", 5, "--out", out, "--quiet")
    layouts = {}
    for row in rows(out, "builds"):
        layouts.setdefault((row["variant"], row["link_order"]), set()).add(row["layout_id"])
    most = max(len(ids) for ids in layouts.values())
    distinct = {tuple(ids) for ids in layouts.values()}
    proof.check(most == 1, "layouts of one link order in all its blocks, the most", most, "1")
    proof.check(len(distinct) == len(layouts) == 26, "distinct layouts of 2 variants in 13 orders",
                len(distinct), "26")
    run(arguments.program, "run", folder / "vm.yaml", "--set", NOTHING_DRAWN, "--out", plain,
        "--set", "repeat.real={builds: 5, executions: 1, iterations: 3}", "--quiet")
    built = {(row["variant"], row["binary_sha256"]) for row in rows(plain, "builds")}
    as_built = {(row["variant"], row["binary_sha256"]) for row in rows(out, "builds")
                if row["link_order"] == "0"}
    proof.check(built == as_built and len(built) == 2, "programs as built, and with nothing drawn",
                len(built | as_built), "2, the same bytes")


def prove(arguments, proof, folder):
    (folder / "aliasing.yaml").write_text(ALIASING.format(kernels=ROOT / "kernels"))
    campaigns = [sweep(arguments, folder, 11, FIRST), sweep(arguments, folder, 12, FIRST + PERIOD)]
    check_spikes(proof, [campaign for campaign, _ in campaigns])
    turned = [check_sentence(proof, campaign, report) for campaign, report in campaigns]
    proof.check(any(turned), "spikes that turn the conclusion beyond chance, in both sweeps",
                " and ".join(map(str, turned)), "in one at least: a busy machine hides some")
    check_layouts(proof, arguments, folder)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--blocks", type=int, default=8, help="blocks of each size")
    sys.exit(main(options.parse_args(), prove))
