"""Folders that look like a machine, and campaigns that tune it."""
import os
import pathlib

from bench import HERE
from common.proof import compile_c

CPU = "sys/devices/system/cpu"
GOVERNOR, WATCHDOG = f"{CPU}/cpu1/cpufreq/scaling_governor", "proc/sys/kernel/nmi_watchdog"
ASLR, BOOT = "proc/sys/kernel/randomize_va_space", "proc/sys/kernel/random/boot_id"
# Two cores with two CPUs each. A file without a line end, as no kernel has one, is kept, too.
TREE = {
    f"{CPU}/online": "0-3\n",
    GOVERNOR: "powersave\n",
    f"{CPU}/cpu1/cpufreq/energy_performance_preference": "balance_performance\n",
    f"{CPU}/cpu1/topology/thread_siblings_list": "1,3\n",
    f"{CPU}/cpu2/cpufreq/scaling_governor": "powersave\n",
    f"{CPU}/cpu2/online": "1\n",
    f"{CPU}/cpu3/online": "1\n",
    f"{CPU}/cpufreq/policy1/boost": "1\n",
    f"{CPU}/cpufreq/boost": "1\n",
    f"{CPU}/intel_pstate/no_turbo": "0",
    "sys/kernel/mm/transparent_hugepage/enabled": "[always] madvise never\n",
    WATCHDOG: "1\n",
    "proc/sys/kernel/numa_balancing": "1\n",
    ASLR: "2\n",
    BOOT: "11111111-2222-3333-4444-555555555555\n",
    "proc/irq/default_smp_affinity": "f\n",
    "proc/irq/7/smp_affinity_list": "0-3\n",
    "proc/irq/8/smp_affinity_list": "2\n",
}
QUIET = {
    GOVERNOR: "performance",
    f"{CPU}/cpu2/cpufreq/scaling_governor": "performance",
    f"{CPU}/cpu1/cpufreq/energy_performance_preference": "performance",
    f"{CPU}/cpu3/online": "0",
    f"{CPU}/cpufreq/policy1/boost": "0",
    f"{CPU}/cpufreq/boost": "0",
    f"{CPU}/intel_pstate/no_turbo": "1",
    "sys/kernel/mm/transparent_hugepage/enabled": "madvise",
    WATCHDOG: "0",
    "proc/sys/kernel/numa_balancing": "0",
    "proc/irq/default_smp_affinity": "5",
    "proc/irq/7/smp_affinity_list": "0,2",
}
SPEC = """
experiment: tuned
benchmarks: {{tuned: {{command: {command}, samples: process}}}}
machine: {{cpus: [{cpu}]}}
repeat: {{real: {{executions: {executions}}}}}
"""


class Machine:
    """A folder that looks like a machine, and campaigns that tune it."""

    made = 0

    def __init__(self, bench, tree=None):
        Machine.made += 1
        self.bench, self.tree = bench, dict(tree or TREE)
        self.root = bench.folder / f"machine{Machine.made}"
        for name, text in self.tree.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.environment = dict(bench.environment, ESWEXP_MACHINE_ROOT=str(self.root),
                                ESWEXP_HOST_LOCK=f"{self.root}.lock")
        self.spec = pathlib.Path(f"{self.root}.yaml")
        self.runs = 0

    def words(self, command='"true"', executions=2):
        """A campaign on the machine, of CPU 1 where this one has it."""
        self.runs += 1
        cpu = 1 if 1 in os.sched_getaffinity(0) else min(os.sched_getaffinity(0))
        self.spec.write_text(SPEC.format(command=command, executions=executions, cpu=cpu))
        return "run", self.spec, "--tune", "--out", f"{self.root}.{self.runs}"

    def environment_with(self, **faults):
        library = self.bench.folder / "tuning.so"
        if not library.exists():
            compile_c(HERE / "tuning.c", library, "-shared", "-fPIC")
        given = {f"TUNE_{name.upper()}": str(value) for name, value in faults.items()}
        return dict(self.environment, LD_PRELOAD=str(library), TUNE_ROOT=str(self.root),
                    ASAN_OPTIONS="verify_asan_link_order=0", **given)

    def run(self, *words, **faults):
        environment = self.environment_with(**faults) if faults else self.environment
        return self.bench.run(*words, env=environment)

    def start(self, *words, **faults):
        environment = self.environment_with(**faults) if faults else self.environment
        return self.bench.start(*words, env=environment)

    def next_start(self, **faults):
        return self.run("list", "claims", **faults)

    def journal(self):
        return next((path for path in (self.root / "run/eswexp").glob("tuned-*")
                     if path.suffix not in (".lock", ".part")), None)

    def place(self):
        """Where its journal goes; known once it was tuned."""
        lock = next((self.root / "run/eswexp").glob("tuned-*.lock"))
        return lock.with_suffix("")

    def differences(self, expected=None):
        expected = {**self.tree, **(expected or {})}
        there = {str(path.relative_to(self.root)): path.read_text()
                 for part in ("proc", "sys") for path in (self.root / part).rglob("*")
                 if path.is_file()}
        return [f"{name}: {there.get(name)!r}" for name in sorted({*expected, *there})
                if there.get(name) != expected.get(name)]

    def is_as_before(self, what):
        wrong = self.differences() + ([f"there is {self.journal()}"] if self.journal() else [])
        self.bench.proof.check(not wrong, f"{what}: files that are not as before", wrong or 0, "0")
