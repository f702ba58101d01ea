// Intersection of sorted sets: two or many, of like or unlike sizes, by eight algorithms that count
// their comparisons after they were timed.
#include "eswexp.h"
#include "parts/choice.h"
#include "set_intersection/sets.h"

// Inputs take turns, so many that a branch predictor does not learn them. Only their smallest sets
// are all different; the others are few enough to stay in a cache.
enum { ELEMENTS_OF_SMALLEST = 1 << 15, ELEMENTS_OF_OTHERS = 1 << 19 };

struct intersection {
    struct set_sizes sizes;
    uint64_t seed;
    const char *name;
    size_t algorithm;
    size_t elements; // of the sets of one input
    size_t inputs;
    size_t groups; // of inputs that share all but their smallest set
    int *values;
    struct set *sets;
    int *out;
};

static void choose(struct intersection *s)
{
    for (size_t i = 0; set_algorithms[i].name; i++) {
        s->algorithm = i;
        if (strcmp(s->name, set_algorithms[i].name) == 0)
            return;
    }
    fprintf(stderr, "set_intersection: no algorithm '%s'; there are", s->name);
    for (size_t i = 0; set_algorithms[i].name; i++)
        fprintf(stderr, "%s %s", i ? "," : "", set_algorithms[i].name);
    fprintf(stderr, "\n");
    exit(ESW_EXIT_USAGE);
}

static void check_sizes(const struct set_sizes *sizes)
{
    option_require(sizes->sets <= SETS_MOST, "'--sets' is at most 64");
    option_require(sizes->overlap <= 100, "'--overlap' is at most 100 per cent");
    option_require(sizes->size <= SETS_LARGEST && sizes->ratio <= SETS_LARGEST / sizes->size,
                   "'--size' times '--ratio' is at most 67108864");
}

static void fill(const struct intersection *s)
{
    size_t k = s->sizes.sets;
    int *values = s->values;
    for (size_t input = 0; input < s->inputs; input++) {
        size_t group = input % s->groups;
        uint64_t common = s->seed + group, own = s->seed + s->groups + input * k;
        struct set *sets = s->sets + input * k;
        for (size_t i = 0; i < k; i++) {
            bool shared = i > 0 && input >= s->groups;
            sets[i] =
                shared ? s->sets[group * k + i] : sets_fill(&s->sizes, i, common, own + i, values);
            values += shared ? 0 : sets[i].count;
        }
    }
}

static void set_up(struct intersection *s)
{
    choose(s);
    check_sizes(&s->sizes);
    for (size_t i = 0; i < s->sizes.sets; i++)
        s->elements += sets_count(&s->sizes, i);
    size_t others = s->elements - s->sizes.size;
    s->inputs = ELEMENTS_OF_SMALLEST / s->sizes.size + 2;
    s->groups = others ? ELEMENTS_OF_OTHERS / others + 2 : 1;
    s->groups = s->groups < s->inputs ? s->groups : s->inputs;
    s->values = calloc(s->inputs * s->sizes.size + s->groups * others, sizeof(*s->values));
    s->sets = calloc(s->inputs * s->sizes.sets, sizeof(*s->sets));
    s->out = calloc(s->sizes.size, sizeof(*s->out));
    option_require(s->values && s->sets && s->out, "no memory for the sets");
    fill(s);
}

// The reference: all of the first set that every other set has, its elements passed one by one.
static bool is_right(const struct set *sets, size_t k, const int *out, size_t count)
{
    size_t at[SETS_MOST] = {0}, expected = 0;
    for (size_t i = 0; i < sets[0].count; i++) {
        int x = sets[0].values[i];
        bool common = true;
        for (size_t s = 1; s < k; s++) {
            while (at[s] < sets[s].count && sets[s].values[at[s]] < x)
                at[s]++;
            common &= at[s] < sets[s].count && sets[s].values[at[s]] == x;
        }
        if (common && (expected == count || out[expected++] != x))
            return false;
    }
    return expected == count;
}

// Every input once more, counting.
static void report(struct esw_run *run, const struct intersection *s)
{
    double comparisons = 0;
    for (size_t i = 0; i < s->inputs; i++) {
        const struct set *sets = s->sets + i * s->sizes.sets;
        size_t count = set_algorithms_counted[s->algorithm].intersect(sets, s->sizes.sets, s->out);
        esw_check(run, is_right(sets, s->sizes.sets, s->out, count));
        comparisons += (double)sets_compared();
    }
    esw_metric(run, "comparisons", comparisons / (double)s->inputs, NULL, ESW_LESS);
}

static void measure(struct esw_run *run, const struct intersection *s)
{
    intersect_sets *intersect = set_algorithms[s->algorithm].intersect;
    size_t input = 0, count = 0;
    while (esw_next(run)) {
        input = input + 1 < s->inputs ? input + 1 : 0;
        count = intersect(s->sets + input * s->sizes.sets, s->sizes.sets, s->out);
        ESW_CLOBBER();
    }
    const struct set *sets = s->sets + input * s->sizes.sets;
    esw_check(run, is_right(sets, s->sizes.sets, s->out, count));
}

int main(int argc, char **argv)
{
    struct intersection s = {.name = "galloping", .sizes = {2, 1000, 10, 10}, .seed = 42};
    const struct esw_option options[] = {
        {.name = "algorithm",
         .help = "two sets, or many from the smallest two up: linear, binary, narrowed, galloping "
                 "(also called svs), baeza-yates; many at once: small-adaptive, sequential, "
                 "random-sequential (galloping)",
         .text = &s.name},
        {.name = "sets", .help = "how many (2)", .number = &s.sizes.sets, .least = 1},
        {.name = "size",
         .help = "elements of the smallest set (1000)",
         .number = &s.sizes.size,
         .least = 1},
        {.name = "ratio",
         .help = "of the largest set's size to it, those between in equal factors (10)",
         .number = &s.sizes.ratio,
         .least = 1},
        {.name = "overlap",
         .help = "per cent of the smallest set that is in all (10)",
         .number = &s.sizes.overlap},
        {.name = "seed", .help = "of the inputs, many of which take turns (42)", .number = &s.seed},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "set_intersection",
        .iteration = "one intersection of all sets of an input",
        .operation = "element",
        .options = options,
    };
    struct esw_run run;
    esw_begin_kernel(&run, &kernel, argc, argv);
    set_up(&s);
    struct esw_answer *answer = &run.header->answer;
    esw_describe(&run, kernel.name, kernel.iteration);
    esw_copy(answer->operation, sizeof(answer->operation), kernel.operation);
    answer->operations = (double)s.elements;
    measure(&run, &s);
    report(&run, &s);
    free(s.values);
    free(s.sets);
    free(s.out);
    return esw_end(&run);
}
