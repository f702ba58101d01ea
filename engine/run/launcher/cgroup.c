// A control group that counts the memory of one child and its descendants.
#include "run/launcher/cgroup.h"

#include "base/arena.h"
#include "machine/memory_group.h"
#include "run/launcher/process_memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "eswexp-"

// Removes groups of launchers that were killed. The kernel keeps groups that have processes.
static void remove_leftovers(const char *place)
{
    DIR *folder = opendir(place);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (strncmp(entry->d_name, PREFIX, strlen(PREFIX)) != 0)
            continue;
        pid_t maker = (pid_t)strtol(entry->d_name + strlen(PREFIX), NULL, 10);
        if (maker > 0 && kill(maker, 0) && errno == ESRCH)
            unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR);
    }
    if (folder)
        closedir(folder);
}

void cgroup_make(struct cgroup *cgroup)
{
    struct arena arena = {0};
    const char *why;
    const char *place = memory_group_place(&arena, "", &why);
    *cgroup = (struct cgroup){.procs = -1};
    if (place) {
        remove_leftovers(place);
        int length = snprintf(cgroup->folder, PATH_MAX, "%s/" PREFIX "%d", place, (int)getpid());
        if (length >= PATH_MAX || mkdir(cgroup->folder, 0755))
            cgroup->folder[0] = '\0';
    }
    arena_release(&arena);
    if (!*cgroup->folder)
        return;
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/cgroup.procs", cgroup->folder);
    cgroup->procs = open(path, O_WRONLY | O_CLOEXEC);
}

static void set(struct figures *figures, enum figure figure, double value)
{
    if (value >= 0)
        figure_set(figures, figure, value);
}

// By the file of cgroup version 2, else of version 1.
void cgroup_read_end(const struct cgroup *cgroup, struct figures *figures)
{
    if (!cgroup->joined)
        return;
    double bytes = kernel_number(cgroup->folder, "memory.stat", "kernel");
    if (bytes < 0)
        bytes = kernel_number(cgroup->folder, "memory.kmem.usage_in_bytes", "");
    set(figures, FIGURE_KERNEL_MEMORY, bytes);
}

void cgroup_read(const struct cgroup *cgroup, struct figures *figures)
{
    if (!cgroup->joined)
        return;
    double bytes = kernel_number(cgroup->folder, "memory.peak", "");
    if (bytes < 0)
        bytes = kernel_number(cgroup->folder, "memory.max_usage_in_bytes", "");
    set(figures, FIGURE_TREE_MEMORY, bytes);
}

// The last process may not have left the group yet.
void cgroup_remove(struct cgroup *cgroup)
{
    if (cgroup->procs >= 0)
        close(cgroup->procs);
    for (int tries = 0; *cgroup->folder && rmdir(cgroup->folder) && errno == EBUSY && tries < 100;
         tries++)
        usleep(1000);
    *cgroup = (struct cgroup){.procs = -1};
}
