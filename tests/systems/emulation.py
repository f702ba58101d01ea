"""What qemu-user cannot show of eswexp on AArch64, by the names of its tests, each with the reason."""

PTRACE = "qemu-user refuses ptrace"
SPAWN = "qemu-user makes fork of vfork, so posix_spawn() does not tell that an exec failed"
LIMITS = "qemu-user does not pass on limits of the stack and of memory"
ADDRESSES = "the addresses are those that qemu-user chooses"
MEMORY = "the memory is that of qemu-user, not the program's"
SECCOMP = "qemu-user refuses seccomp"
TIME = "an emulated program is too slow for it"
MIXED = "programs of amd64 in that root, such as Python, cannot preload a library of arm64"
NUMBERS = "the last digits differ, presumably since GSL for arm64 fuses multiplications: on a machine, too"
BREAK = "qemu-user has a program break of its own"

UNIT = {
    "address_layout": {"places_as_drawn": ADDRESSES, "says_what_is_refused": SECCOMP},
    "execution": {"the_environment_moves_the_stack_by_its_size": PTRACE, "takes_samples_of_the_harness": TIME},
    "launcher": {"takes_what_linux_takes": LIMITS, "memory_is_the_childs_own": MEMORY,
                 "memory_is_limited": LIMITS, "is_refused_by_what_is_no_launcher": SPAWN},
    "launcher_files": {"lists_what_descendants_execute": PTRACE, "keeps_what_is_removed": PTRACE,
                       "lists_what_still_runs_at_the_end": PTRACE,
                       "lists_code_that_is_mapped_for_a_while": PTRACE},
    "launcher_memory": {"a_small_child_is_small": MEMORY, "signals_reach_a_watched_child": TIME},
    "launcher_queue": {"all_end_in_order_each_as_asked": PTRACE, "what_does_not_fit_waits": LIMITS,
                       "memory_is_limited_for_each_alone": LIMITS},
    "matches": {"slow_patterns_end": TIME},
}
COMMANDS = {
    "attribute": TIME, "bias": TIME, "init_trial": TIME, "pilot_length": TIME, "resume": TIME, "heap": BREAK,
    "identical": PTRACE, "kept_builds": PTRACE, "libraries": PTRACE, "libraries_built": PTRACE,
    "libraries_used": PTRACE, "many_programs": PTRACE, "process_settings": PTRACE, "run_programs": PTRACE,
    "run_project": PTRACE, "setuid": PTRACE, "summary": PTRACE, "tune": PTRACE, "unfinished": PTRACE,
    "library_order": ADDRESSES, "replay": ADDRESSES, "memory_limit": LIMITS, "ready": MIXED, "run_failing": MIXED,
    "run_foreign": MIXED, "run_metrics": MIXED, "run_pattern": NUMBERS,
}
KERNELS = {"clock_rate.c": "the time of an emulated instruction is not that of a CPU's"}
