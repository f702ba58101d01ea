// Tests properties of functions' addresses against the times of builds.
#include "analysis/symbols/search.h"

#include "stats/multiplicity/false_discovery.h"
#include "stats/significance.h"

#include <stdlib.h>

enum {
    STEP = 16,      // bytes between the addresses of functions
    LINE = 64,      // bytes
    SIDE_LEAST = 3, // builds with a property, and without
    CLASSES = 6,    // of one function: four modulo 64, one modulo 32, the boundary of a page
};

static const double false_share = 0.1; // of the suspects, at most, by Benjamini and Hochberg

// ---- Properties

static bool share_sets(const struct searched_function *one, uint64_t address,
                       const struct searched_function *other, uint64_t there)
{
    const uint64_t sets = PAGE_BYTES / LINE;
    uint64_t first = address / LINE, lines = (address + one->size - 1) / LINE - first + 1;
    uint64_t second = there / LINE, others = (there + other->size - 1) / LINE - second + 1;
    return (second - first) % sets < lines || (first - second) % sets < others;
}

static bool has_property(const struct hypothesis *hypothesis,
                         const struct searched_function *functions, size_t build)
{
    const struct searched_function *function = &functions[hypothesis->function];
    const struct searched_function *other = &functions[hypothesis->other];
    uint64_t address = function->addresses[build];
    switch (hypothesis->property) {
    case PROPERTY_ADDRESS:
        return address % hypothesis->modulus == hypothesis->offset;
    case PROPERTY_PAGE:
        return address / PAGE_BYTES != (address + function->size - 1) / PAGE_BYTES;
    case PROPERTY_SETS:
        return share_sets(function, address, other, other->addresses[build]);
    }
    return false;
}

// ---- Tests

struct testing {
    struct symbol_search *search;
    const double *log_times;
    double *with, *without; // room for all builds
};

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static double mean_of(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum / (double)count;
}

static void test(struct testing *testing, struct hypothesis hypothesis)
{
    struct symbol_search *search = testing->search;
    size_t with = 0, without = 0;
    for (size_t i = 0; i < search->build_count; i++) {
        if (has_property(&hypothesis, search->functions, i))
            testing->with[with++] = testing->log_times[i];
        else
            testing->without[without++] = testing->log_times[i];
    }
    if (with < SIDE_LEAST || without < SIDE_LEAST)
        return;
    hypothesis.builds = with;
    hypothesis.difference = mean_of(testing->with, with) - mean_of(testing->without, without);
    qsort(testing->with, with, sizeof *testing->with, by_value);
    qsort(testing->without, without, sizeof *testing->without, by_value);
    hypothesis.p = rank_test(testing->without, without, testing->with, with).p;
    search->hypotheses[search->count++] = hypothesis;
}

// Of addresses modulo 32, one class is what the other is not. A function of one line crosses a page
// only where it crosses a line, which its address modulo 64 says; one of several pages always does.
static void test_alone(struct testing *testing, size_t function)
{
    uint64_t size = testing->search->functions[function].size;
    struct hypothesis hypothesis = {
        .property = PROPERTY_ADDRESS, .function = function, .other = function};
    for (hypothesis.modulus = LINE; hypothesis.offset < LINE; hypothesis.offset += STEP)
        test(testing, hypothesis);
    hypothesis.modulus = LINE / 2;
    hypothesis.offset = STEP;
    test(testing, hypothesis);
    hypothesis.property = PROPERTY_PAGE;
    if (size > LINE && size <= PAGE_BYTES)
        test(testing, hypothesis);
}

static void test_pairs(struct testing *testing, size_t paired)
{
    const struct searched_function *functions = testing->search->functions;
    for (size_t one = 0; one < paired; one++)
        for (size_t other = one + 1; other < paired; other++)
            if (functions[one].size <= PAGE_BYTES / 2 && functions[other].size <= PAGE_BYTES / 2)
                test(testing, (struct hypothesis){
                                  .property = PROPERTY_SETS, .function = one, .other = other});
}

// ---- Suspects

static int by_p(const void *a, const void *b)
{
    const struct hypothesis *one = *(const struct hypothesis *const *)a,
                            *other = *(const struct hypothesis *const *)b;
    return one->p != other->p ? (one->p > other->p) - (one->p < other->p)
                              : (one > other) - (one < other);
}

static bool overlap(const struct hypothesis *one, const struct hypothesis *other)
{
    return one->function == other->function || one->function == other->other ||
           one->other == other->function || one->other == other->other;
}

static bool is_new(const struct symbol_search *search, const struct hypothesis *hypothesis)
{
    for (size_t i = 0; i < search->suspect_count; i++)
        if (overlap(search->suspects[i], hypothesis))
            return false;
    return true;
}

static void choose_suspects(struct symbol_search *search)
{
    struct arena scratch = {0};
    double *p = arena_new_array(&scratch, double, search->count + 1);
    bool *found = arena_new_array(&scratch, bool, search->count + 1);
    const struct hypothesis **sorted =
        arena_new_array(&scratch, const struct hypothesis *, search->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < search->count; i++)
        p[i] = search->hypotheses[i].p;
    false_discovery(p, search->count, false_share, found);
    for (size_t i = 0; i < search->count; i++)
        if (found[i])
            sorted[count++] = &search->hypotheses[i];
    qsort(sorted, count, sizeof(const struct hypothesis *), by_p);
    for (size_t i = 0; i < count && search->suspect_count < SUSPECTS_MOST; i++)
        if (is_new(search, sorted[i]))
            search->suspects[search->suspect_count++] = sorted[i];
    arena_release(&scratch);
}

struct symbol_search symbol_search_of(struct arena *arena,
                                      const struct searched_function *functions,
                                      size_t function_count, size_t paired, const double *log_times,
                                      size_t build_count)
{
    size_t pairs = paired < function_count ? paired : function_count;
    struct symbol_search search = {
        .functions = functions,
        .function_count = function_count,
        .build_count = build_count,
        .hypotheses =
            arena_new_array(arena, struct hypothesis, CLASSES * function_count + pairs * pairs)};
    struct testing testing = {.search = &search,
                              .log_times = log_times,
                              .with = arena_new_array(arena, double, build_count),
                              .without = arena_new_array(arena, double, build_count)};
    for (size_t i = 0; i < function_count; i++)
        test_alone(&testing, i);
    test_pairs(&testing, pairs);
    choose_suspects(&search);
    return search;
}

const char *hypothesis_wording(struct arena *arena, const struct symbol_search *search,
                               const struct hypothesis *hypothesis)
{
    const char *name = search->functions[hypothesis->function].name,
               *other = search->functions[hypothesis->other].name;
    switch (hypothesis->property) {
    case PROPERTY_ADDRESS:
        return arena_printf(arena, "%s at %u modulo %u", name, hypothesis->offset,
                            hypothesis->modulus);
    case PROPERTY_PAGE:
        return arena_printf(arena, "%s across a multiple of %d", name, PAGE_BYTES);
    case PROPERTY_SETS:
        break;
    }
    return arena_printf(arena, "%s and %s in common cache sets", name, other);
}
