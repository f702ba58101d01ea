// Collecting the values of a harness, within bounds.
#include "run/harness/output.h"

#include "stats/moments.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const struct harness_metric harness_wall_time = {"wall_time", "s", BETTER_LESS};
const struct harness_metric harness_cpu_time = {"cpu_time", "s", BETTER_LESS};

enum { ROOM_FIRST = 16, ZEROS_NAMED = 20, TEXT_SHOWN = 100 };

PRINTF_LIKE(2, 0)
static char *formatted(struct arena *arena, const char *format, va_list arguments)
{
    char words[2 * HARNESS_NAME_MOST];
    vsnprintf(words, sizeof words, format, arguments);
    text_make_plain(words);
    return arena_strdup(arena, words);
}

static const char *plain_copy(struct arena *arena, const char *text)
{
    char *copy = arena_strdup(arena, text);
    text_make_plain(copy);
    return copy;
}

void harness_at(struct harness_output *output, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(output->place, sizeof output->place, format, arguments);
    va_end(arguments);
    text_make_plain(output->place);
}

const char *harness_fail(struct harness_output *output, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *words = formatted(output->arena, format, arguments);
    va_end(arguments);
    if (!output->why)
        output->why =
            arena_printf(output->arena, "%s%s%s", output->place, *output->place ? ": " : "", words);
    return output->why;
}

const char *harness_shown(const char *text)
{
    size_t length = strlen(text);
    return length > TEXT_SHOWN ? text + length - TEXT_SHOWN : text;
}

void harness_note(struct harness_output *output, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_list_add_once(&output->notes, output->arena, formatted(output->arena, format, arguments));
    va_end(arguments);
}

static const char *plain(struct harness_output *output, const char *what, const char *name)
{
    size_t length = strlen(name);
    if (length > HARNESS_NAME_MOST)
        harness_fail(output, "the name of a %s has %zu bytes: at most %d are read", what, length,
                     HARNESS_NAME_MOST);
    char *copy =
        arena_strndup(output->arena, name, length < HARNESS_NAME_MOST ? length : HARNESS_NAME_MOST);
    text_make_plain(copy);
    return copy;
}

static bool is_full(size_t count)
{
    return count == 0 || (count >= ROOM_FIRST && (count & (count - 1)) == 0);
}

// The array, or a copy with twice the room where `count` items fill it.
static void *with_room(struct harness_output *output, void *items, size_t count, size_t size)
{
    if (items && !is_full(count))
        return items;
    void *grown = arena_array(output->arena, count ? 2 * count : ROOM_FIRST, size);
    if (items)
        memcpy(grown, items, count * size);
    return grown;
}

void harness_fault(struct harness_output *output, const char *benchmark, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *why = formatted(output->arena, format, arguments);
    va_end(arguments);
    if (output->fault_count == HARNESS_RESULTS_MOST) {
        harness_fail(output, "more than %d benchmarks failed", HARNESS_RESULTS_MOST);
        return;
    }
    const char *name = plain(output, "benchmark", benchmark);
    output->faults = with_room(output, output->faults, output->fault_count, sizeof *output->faults);
    output->faults[output->fault_count++] = (struct harness_fault){name, why};
}

// ---- Results

static bool is_result(const struct harness_result *result, const char *benchmark,
                      const char *metric)
{
    return text_equal(result->benchmark, benchmark) && text_equal(result->metric.name, metric);
}

// FNV-1a over both names and a byte between them.
static size_t hash_of(const char *benchmark, const char *metric)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const char *c = benchmark; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
    hash *= 0x100000001b3;
    for (const char *c = metric; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
    return (size_t)(hash >> 16 ^ hash);
}

// The slot of this result, or the free one where it belongs.
static size_t *slot_of(const struct harness_output *output, const char *benchmark,
                       const char *metric)
{
    size_t at = hash_of(benchmark, metric) & (output->slot_count - 1);
    while (output->slots[at] &&
           !is_result(&output->results[output->slots[at] - 1], benchmark, metric))
        at = (at + 1) & (output->slot_count - 1);
    return &output->slots[at];
}

static void place_all(struct harness_output *output)
{
    output->slots = arena_new_array(output->arena, size_t, output->slot_count);
    for (size_t i = 0; i < output->count; i++)
        *slot_of(output, output->results[i].benchmark, output->results[i].metric.name) = i + 1;
}

// Room for more results, and two slots at least for each of them.
static void grow(struct harness_output *output)
{
    output->results = with_room(output, output->results, output->count, sizeof *output->results);
    output->slot_count = 4 * (output->count ? 2 * output->count : ROOM_FIRST);
    place_all(output);
}

struct harness_result *harness_result(struct harness_output *output, const char *benchmark,
                                      const struct harness_metric *metric)
{
    if (output->why)
        return NULL;
    if (output->count && is_result(&output->results[output->latest], benchmark, metric->name))
        return &output->results[output->latest];
    const char *name = plain(output, "benchmark", benchmark);
    struct harness_metric kept = {plain(output, "metric", metric->name),
                                  plain(output, "unit", metric->unit), metric->better};
    if (!*name || !*kept.name)
        harness_fail(output, "a %s has no name", *name ? "metric" : "benchmark");
    size_t *slot = output->slot_count ? slot_of(output, name, kept.name) : NULL;
    if (output->why || (slot && *slot)) {
        output->latest = slot && *slot ? *slot - 1 : 0;
        return output->why ? NULL : &output->results[output->latest];
    }
    if (output->count == HARNESS_RESULTS_MOST) {
        harness_fail(output, "more than %d results: let the harness run fewer benchmarks",
                     HARNESS_RESULTS_MOST);
        return NULL;
    }
    if (is_full(output->count))
        grow(output);
    output->latest = output->count++;
    output->results[output->latest] = (struct harness_result){
        .benchmark = name,
        .metric = kept,
        .place = output->file ? output->file : arena_strdup(output->arena, output->place)};
    *slot_of(output, name, kept.name) = output->count;
    return &output->results[output->latest];
}

// Names are compared as they are kept: two that differ in a control character are one.
static const struct harness_result *found(const struct harness_output *output,
                                          const char *benchmark,
                                          const struct harness_metric *metric)
{
    const char *name = plain_copy(output->arena, benchmark);
    size_t slot = output->slot_count ? *slot_of(output, name, metric->name) : 0;
    return slot ? &output->results[slot - 1] : NULL;
}

bool harness_has(const struct harness_output *output, const char *benchmark,
                 const struct harness_metric *metric)
{
    return found(output, benchmark, metric);
}

bool harness_is_twice(struct harness_output *output, const char *benchmark,
                      const struct harness_metric *metric, const char *remedy)
{
    const struct harness_result *first = found(output, benchmark, metric);
    if (first)
        harness_fail(output, "'%s' is there twice, first at %s: %s", harness_shown(benchmark),
                     first->place, remedy);
    return first;
}

// ---- Conditions

static bool is_condition(const struct harness_condition *condition, const char *benchmark,
                         const char *name)
{
    return !benchmark == !condition->benchmark &&
           (!benchmark || text_equal(condition->benchmark, benchmark)) &&
           text_equal(condition->name, name);
}

static size_t *condition_slot(const struct harness_output *output, const char *benchmark,
                              const char *name)
{
    size_t last = output->condition_slot_count - 1,
           at = hash_of(benchmark ? benchmark : "", name) & last;
    while (output->condition_slots[at] &&
           !is_condition(&output->conditions[output->condition_slots[at] - 1], benchmark, name))
        at = (at + 1) & last;
    return &output->condition_slots[at];
}

const struct harness_condition *harness_find_condition(const struct harness_output *output,
                                                       const char *benchmark, const char *name)
{
    size_t slot = output->condition_slot_count ? *condition_slot(output, benchmark, name) : 0;
    return slot ? &output->conditions[slot - 1] : NULL;
}

static void grow_conditions(struct harness_output *output)
{
    size_t count = output->condition_count;
    output->conditions = with_room(output, output->conditions, count, sizeof *output->conditions);
    output->condition_slot_count = 4 * (count ? 2 * count : ROOM_FIRST);
    output->condition_slots = arena_new_array(output->arena, size_t, output->condition_slot_count);
    for (size_t i = 0; i < count; i++)
        *condition_slot(output, output->conditions[i].benchmark, output->conditions[i].name) =
            i + 1;
}

static void set_condition(struct harness_output *output, const struct harness_condition *condition)
{
    const struct harness_condition *before =
        harness_find_condition(output, condition->benchmark, condition->name);
    if (before && !text_equal(before->value, condition->value))
        harness_note(output, "%s: '%s' changes from '%.100s' to '%.100s' within the file",
                     output->place, condition->name, before->value, condition->value);
    if (before || !*condition->value)
        return;
    if (!output->conditions || is_full(output->condition_count))
        grow_conditions(output);
    struct harness_condition *kept = &output->conditions[output->condition_count++];
    *kept = *condition;
    kept->name = arena_strdup(output->arena, condition->name);
    kept->value = plain_copy(output->arena, condition->value);
    *condition_slot(output, kept->benchmark, kept->name) = output->condition_count;
}

void harness_condition(struct harness_output *output, bool machine, const char *name,
                       const char *value)
{
    set_condition(output,
                  &(struct harness_condition){.name = name, .value = value, .machine = machine});
}

void harness_condition_of(struct harness_output *output, const char *benchmark, bool defines,
                          const char *name, const char *value)
{
    set_condition(output,
                  &(struct harness_condition){.name = name,
                                              .value = value,
                                              .benchmark = plain_copy(output->arena, benchmark),
                                              .defines = defines});
}

// ---- Values

static void note_zeros(struct harness_output *output, const char *benchmark)
{
    if (output->notes.count < ZEROS_NAMED)
        harness_note(output, "'%s' has times of 0: its clock is too coarse for one iteration",
                     benchmark);
    else
        harness_note(output, "further benchmarks have times of 0");
}

static bool check(struct harness_output *output, struct harness_result *result, double number)
{
    const char *name = result->benchmark;
    bool time = text_equal(result->metric.unit, "s");
    if (output->values == HARNESS_VALUES_MOST)
        harness_fail(output, "more than %d values", HARNESS_VALUES_MOST);
    else if (!moments_takes(number))
        harness_fail(output, "'%s' has a %s that is %s", name, time ? "time" : "value",
                     isfinite(number) ? "too large" : "no finite number");
    else if (time && number < 0)
        harness_fail(output, "'%s' has a negative time", name);
    else if (time && number == 0 && !result->has_zeros)
        note_zeros(output, name);
    result->has_zeros = result->has_zeros || (time && number == 0);
    return !output->why;
}

bool harness_add(struct harness_output *output, const char *benchmark,
                 const struct harness_metric *metric, const struct harness_value *value)
{
    struct harness_result *result = harness_result(output, benchmark, metric);
    if (!result || !check(output, result, value->number))
        return false;
    if (!text_equal(result->metric.unit, metric->unit)) {
        harness_fail(output, "'%s' of '%s' is in '%s' and in '%s'", metric->name, benchmark,
                     result->metric.unit, metric->unit);
        return false;
    }
    result->values = with_room(output, result->values, result->count, sizeof *result->values);
    result->values[result->count++] = *value;
    output->values++;
    return true;
}

const char *harness_qualify(struct harness_output *output)
{
    for (size_t i = 0; output->package && i < output->count + output->fault_count; i++) {
        const char **name = i < output->count ? &output->results[i].benchmark
                                              : &output->faults[i - output->count].benchmark;
        *name = plain(output, "benchmark",
                      arena_printf(output->arena, "%s.%s", output->package, *name));
    }
    if (output->slot_count)
        place_all(output);
    return output->why;
}
