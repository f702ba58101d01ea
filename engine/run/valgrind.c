// Counts instructions with valgrind.
#include "run/valgrind.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The timeout: simulation is about 50 times slower, and valgrind takes time to start.
static const double SLOWER = 100, START_S = 60;

enum {
    ITERATIONS_MOST = 100, // per sample, to count short iterations
    OUTPUT_BYTES_MOST = 256 << 20,
};

bool valgrind_summary(const char *text, double *instructions)
{
    static const char key[] = "summary:";
    const char *line = text;
    while (line && !text_starts(line, key))
        line = (line = strchr(line, '\n')) ? line + 1 : NULL;
    if (!line)
        return false;
    char *end;
    *instructions = strtod(line + strlen(key), &end);
    return end > line + strlen(key) && isfinite(*instructions) && *instructions >= 0;
}

// Sums the counts of all processes, one file each.
static bool sum_files(struct arena *arena, const char *folder, double *sum, struct error *error)
{
    struct text_list names = {0};
    *sum = 0;
    if (!tree_list(arena, folder, &names, error))
        return false;
    for (size_t i = 0; i < names.count; i++) {
        TEXT_CLEANUP struct text text = {0};
        double instructions = 0;
        if (!file_read(path_join(arena, folder, names.items[i]), OUTPUT_BYTES_MOST, &text, error))
            return false;
        if (valgrind_summary(text.bytes, &instructions))
            *sum += instructions;
    }
    return true;
}

// Valgrind replaces "%p" and the like.
static char *with_percents(struct arena *arena, const char *path)
{
    char *doubled = arena_alloc(arena, 2 * strlen(path) + 1), *to = doubled;
    for (; *path; path++) {
        *to++ = *path;
        if (*path == '%')
            *to++ = '%';
    }
    return doubled;
}

// The argv of valgrind with the program and its arguments.
static char **arguments_of(struct arena *arena, const struct execution_request *request,
                           const char *folder)
{
    struct text_list words = {0};
    text_list_add(&words, arena, "valgrind");
    text_list_add(&words, arena, "-q");
    text_list_add(&words, arena, "--tool=cachegrind");
    text_list_add(&words, arena, "--cache-sim=no");
    text_list_add(&words, arena, "--trace-children=yes");
    text_list_printf(&words, arena, "--cachegrind-out-file=%s/%%p", with_percents(arena, folder));
    text_list_add(&words, arena, request->program);
    for (char *const *argument = request->arguments + 1; argument[-1] && *argument; argument++)
        text_list_add(&words, arena, *argument);
    return words.items;
}

static bool run(struct arena *arena, struct launcher *launcher,
                const struct execution_request *request, const char *folder, double *sum,
                const char **why, struct error *error)
{
    struct observation observation = {0};
    size_t ended;
    if (!tree_remove(folder, error) || !folder_make(folder, error) ||
        !execution_run(arena, launcher, request, 1, &observation, &ended, error) ||
        !sum_files(arena, folder, sum, error) || !tree_remove(folder, error))
        return false;
    *why = observation.failure;
    if (!*why && *sum == 0)
        *why = "valgrind wrote no 'summary:' line";
    return true;
}

bool valgrind_count(struct arena *arena, struct launcher *launcher,
                    const struct execution_request *request, double seconds, uint64_t batch,
                    const char *folder, double *instructions, const char **why, struct error *error)
{
    struct execution_request simulated = *request;
    bool samples = request->sampling.kind == SAMPLING_ESWEXP;
    double once = 0;
    simulated.program = "valgrind";
    simulated.arguments = arguments_of(arena, request, folder);
    simulated.timeout_s = START_S + SLOWER * seconds;
    simulated.memory_limit_bytes = 0;
    simulated.address_layout.record_addresses = false;
    simulated.sampling.kind = samples ? SAMPLING_ESWEXP : SAMPLING_PROCESS;
    simulated.iterations = 1;
    simulated.warmup = simulated.enough = 0;
    simulated.minimum_time_s = 0;
    simulated.batch = 1;
    simulated.wanted = ESW_WANT_REPEATABLE;
    simulated.figures = 0;
    simulated.rapl = NULL;
    simulated.metrics = false;
    simulated.foreign_file = NULL;
    if (!run(arena, launcher, &simulated, folder, instructions, why, error))
        return false;
    if (!samples || *why)
        return true;
    uint64_t more = batch < ITERATIONS_MOST ? batch : ITERATIONS_MOST;
    once = *instructions;
    simulated.batch = 1 + more;
    if (!run(arena, launcher, &simulated, folder, instructions, why, error))
        return false;
    *instructions = (*instructions - once) / (double)more;
    if (!*why && *instructions <= 0)
        *why = "more iterations take no more instructions: the benchmark chooses its number itself";
    return true;
}
