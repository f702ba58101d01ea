// The data caches of this machine.
#include "machine/caches.h"

#include "base/text.h"
#include "machine/cpu_list.h"
#include "machine/sys.h"
#include "model/level.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define CPU_FOLDER "/sys/devices/system/cpu"

static const char not_told[] = "the kernel does not report it";

// The number that a file name ends with, behind its prefix; SIZE_MAX if it is none.
static size_t number_behind(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    bool is = text_starts(name, prefix) && isdigit((unsigned char)name[length]);
    return is ? strtoull(name + length, NULL, 10) : SIZE_MAX;
}

// The folder of the caches of the lowest CPU that has one, or NULL.
static const char *cache_folder(struct arena *arena, const char *root)
{
    struct text_list names = sys_names(arena, root, CPU_FOLDER);
    const char *found = NULL;
    size_t lowest = SIZE_MAX;
    for (size_t i = 0; i < names.count; i++) {
        size_t number = number_behind(names.items[i], "cpu");
        const char *folder = arena_printf(arena, CPU_FOLDER "/%s/cache", names.items[i]);
        if (number < lowest && sys_exists(root, arena_printf(arena, "%s/index0", folder))) {
            lowest = number;
            found = folder;
        }
    }
    return found;
}

// "48K", "32M".
static uint64_t size_of(const char *word)
{
    char *end = NULL;
    uint64_t size = word && isdigit((unsigned char)*word) ? strtoull(word, &end, 10) : 0;
    int shift = !end ? 0 : *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    return size > UINT64_MAX >> shift ? 0 : size << shift;
}

static size_t count_cpus(const char *list)
{
    size_t count = 0;
    for (size_t first, last; list && *list && cpus_next(&list, &first, &last);)
        count += last - first + 1;
    return count;
}

static const char *attribute(struct arena *arena, const char *root, const char *index,
                             const char *name)
{
    return sys_line(arena, root, arena_printf(arena, "%s/%s", index, name));
}

// One cache, where it is one for data: "L2 1 MiB".
static const char *cache_wording(struct arena *arena, const char *root, const char *index)
{
    const char *type = attribute(arena, root, index, "type");
    const char *level = attribute(arena, root, index, "level");
    uint64_t bytes = size_of(attribute(arena, root, index, "size"));
    size_t sharers = count_cpus(attribute(arena, root, index, "shared_cpu_list"));
    if (!type || !level || !bytes || text_equal(type, "Instruction"))
        return NULL;
    const char *words = arena_printf(arena, "L%s%s %s", level, text_equal(type, "Data") ? "d" : "",
                                     bytes_wording(arena, bytes));
    return sharers > 1 ? arena_printf(arena, "%s shared by %zu CPUs", words, sharers) : words;
}

struct machine_fact caches_data(struct arena *arena, const char *root)
{
    const char *folder = cache_folder(arena, root), *all = NULL;
    struct text_list names = folder ? sys_names(arena, root, folder) : (struct text_list){0};
    for (size_t i = 0; i < names.count; i++) {
        const char *index = arena_printf(arena, "%s/%s", folder, names.items[i]);
        const char *one = number_behind(names.items[i], "index") < SIZE_MAX
                              ? cache_wording(arena, root, index)
                              : NULL;
        if (one)
            all = all ? arena_printf(arena, "%s, %s", all, one) : one;
    }
    return machine_told(all, not_told);
}

struct machine_fact caches_line(struct arena *arena, const char *root)
{
    const char *folder = cache_folder(arena, root);
    const char *line =
        folder ? sys_line(arena, root, arena_printf(arena, "%s/index0/coherency_line_size", folder))
               : NULL;
    return machine_told(line ? arena_printf(arena, "%s B", line) : NULL, not_told);
}

// ---- What was told

static uint64_t amount_of(const char *words)
{
    char *end = NULL;
    uint64_t amount = isdigit((unsigned char)*words) ? strtoull(words, &end, 10) : 0;
    return !end                       ? 0
           : text_starts(end, " KiB") ? amount << 10
           : text_starts(end, " MiB") ? amount << 20
           : text_starts(end, " GiB") ? amount << 30
           : text_starts(end, " B")   ? amount
                                      : 0;
}

size_t caches_told(struct arena *arena, const char *fact, struct cache caches[CACHE_LEVELS_MOST])
{
    size_t count = 0;
    for (const char *at = fact; at && *at == 'L' && count < CACHE_LEVELS_MOST;) {
        size_t length = strcspn(at, ","), name = strcspn(at, " ,");
        const char *one = arena_strndup(arena, at, length), *shared = strstr(one, "shared by ");
        uint64_t bytes = one[name] ? amount_of(one + name + 1) : 0;
        size_t sharers = shared ? strtoull(shared + strlen("shared by "), NULL, 10) : 1;
        if (bytes)
            caches[count++] = (struct cache){arena_strndup(arena, at, name), bytes, sharers};
        at += length;
        at += strspn(at, ", ");
    }
    return count;
}

uint64_t caches_line_told(const char *fact)
{
    return fact ? amount_of(fact) : 0;
}

const char *bytes_wording(struct arena *arena, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    size_t unit = 0;
    while (unit < 3 && bytes >= 1024 && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    return arena_printf(arena, "%llu %s", (unsigned long long)bytes, units[unit]);
}
