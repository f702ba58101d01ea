// The surroundings of this system: a hypervisor, a container, a cgroup that limits its CPUs.
#pragma once

#include "machine/fact.h"

#include <stdbool.h>
#include <stddef.h>

machine_reader surrounding_hypervisor; // its name, "unnamed"; "none"
machine_reader surrounding_container;  // "docker", "lxc", …; "none"

// "none", or "1.5 CPUs": the least that this process's cgroup and those above it grant.
machine_reader surrounding_quota;

// The same as a number of CPUs; false if no quota is set or known.
bool surrounding_quota_cpus(struct arena *arena, const char *root, double *cpus);

// The numbers of CPUs that are online, and that this process may use; 0: not known.
size_t surrounding_cpus_online(struct arena *arena, const char *root);
size_t surrounding_cpus_allowed(struct arena *arena, const char *root);
