// What the kernel says a process used, and those it waited for.
#pragma once

#include "model/figures.h"

#include <stddef.h>
#include <sys/resource.h>

// Of `stops`, each a voluntary switch, we were the cause.
void usage_read(const struct rusage *usage, size_t stops, struct figures *figures);
