// The benchmarks of one execution of a whole suite.
#include "run/suite.h"

#include <string.h>

static const char separator[] = ": ";

const char *suite_metric(struct arena *arena, const char *member, const char *metric)
{
    return arena_printf(arena, "%s%s%s", member, separator, metric);
}

// Names of metrics have no separator.
size_t suite_metric_parts(const char *name, const char **metric)
{
    const char *last = NULL;
    for (const char *at = strstr(name, separator); at; at = strstr(at + 1, separator))
        last = at;
    *metric = last ? last + strlen(separator) : name;
    return last ? (size_t)(last - name) : 0;
}

static const char *check(struct arena *arena, const struct foreign_samples *samples, size_t told,
                         size_t warmup)
{
    if (told && samples->count != told)
        return arena_printf(arena, "%zu samples instead of %zu", samples->count, told);
    if (samples->count <= warmup)
        return arena_printf(arena, "'repeat.warmup' discards %zu of %zu samples", warmup,
                            samples->count);
    return NULL;
}

static void add(struct suite *suite, const struct foreign_samples *samples, bool first)
{
    suite->iterating_s += samples->iterating_s;
    suite->iterations = first || suite->iterations == samples->iterations ? samples->iterations : 0;
}

static const char *too_many(struct arena *arena)
{
    return arena_printf(arena,
                        "no samples: it has more than %d benchmarks: choose some, or divide the "
                        "suite",
                        SUITE_BENCHMARKS_MOST);
}

static bool collect_names(const struct harness_output *output, struct text_list *names)
{
    for (size_t i = 0; i < output->count + output->fault_count; i++) {
        text_list_add_once(names, output->arena,
                           i < output->count ? output->results[i].benchmark
                                             : output->faults[i - output->count].benchmark);
        if (names->count > SUITE_BENCHMARKS_MOST)
            return false;
    }
    return true;
}

const char *suite_take(const struct harness_output *output, size_t told, size_t warmup,
                       struct suite *suite)
{
    struct arena *arena = output->arena;
    struct text_list names = {0};
    const char *why = "it has no benchmarks";
    size_t taken = 0;
    *suite = (struct suite){0};
    if (!collect_names(output, &names))
        return too_many(arena);
    suite->members = arena_new_array(arena, struct suite_member, names.count);
    for (; suite->count < names.count; suite->count++) {
        struct suite_member *member = &suite->members[suite->count];
        member->name = names.items[suite->count];
        member->why = foreign_take(output, member->name, &member->samples);
        if (!member->why)
            member->why = check(arena, &member->samples, told, warmup);
        why = member->why;
        if (why)
            continue;
        add(suite, &member->samples, !taken++);
        foreign_cut(&member->samples, warmup);
    }
    return taken ? NULL : arena_printf(arena, "no samples: %s", why);
}
