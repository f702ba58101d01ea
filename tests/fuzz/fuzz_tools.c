// Fuzzes the output of tools: perf, gdb and Slurm's queue.
#include "base/text.h"
#include "executor/observe/profilers.h"
#include "executor/slurm/queue.h"
#include "fuzz.h"

static void read_hits(struct arena *arena, const char *profiler, const uint8_t *data, size_t size)
{
    char *rest = fuzzed_text(arena, data, size);
    for (char *line; (line = strsep(&rest, "\n"));) {
        struct hit hit;
        char *own = arena_strdup(arena, line);
        text_make_plain(own);
        if (*own && profiler_named(profiler)->read(own, &hit) && (!*hit.function || !hit.object))
            abort();
    }
}

static void read_perf(struct arena *arena, const uint8_t *data, size_t size)
{
    read_hits(arena, "perf", data, size);
}

static void read_gdb(struct arena *arena, const uint8_t *data, size_t size)
{
    read_hits(arena, "gdb", data, size);
}

static void read_queue(struct arena *arena, const uint8_t *data, size_t size)
{
    struct slurm_element *elements;
    struct error error;
    size_t count;
    if (!slurm_queue_read(arena, fuzzed_text(arena, data, size), &elements, &count, &error))
        return;
    for (size_t i = 0; i < count; i++) {
        (void)slurm_launch_failed(&elements[i]);
        if (i && elements[i - 1].element >= elements[i].element)
            abort(); // each once, in order
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzzed_parser *const parsers[] = {read_perf, read_gdb, read_queue};
    return fuzz_one_of(parsers, sizeof parsers / sizeof *parsers, data, size);
}
