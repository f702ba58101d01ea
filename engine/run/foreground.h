// Runs a program under a tool that has the terminal: perf, gdb, valgrind.
#pragma once

#include "run/launcher/launcher.h"

// The words of the tool and, behind them, the program of `launch` with its arguments, in its folder
// and environment, on its CPUs, with its stack limit, memory policy and fixed addresses. There is
// no timeout, no memory limit and no priority: the tool is part of it. Ctrl-C reaches only the
// tool. *status is that of waitpid(). EXIT_USAGE: there is no such tool.
NODISCARD bool foreground_run(const struct launch *launch, const struct text_list *tool,
                              int *status, struct error *error);
