// Reads figures from struct rusage: a process and the children it waited for.
#pragma once

#include "model/figures.h"

#include <stddef.h>
#include <sys/resource.h>

// Sets the figures. Each of the `stops` of ptrace is a voluntary switch and is subtracted.
void usage_read(const struct rusage *usage, size_t stops, struct figures *figures);
