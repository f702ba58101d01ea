// Sorting: copies one of many shuffled arrays and sorts the copy, so that no input is soon met
// again.
#include "eswexp.h"

#include "parts/choice.h"
#include "parts/random.h"

enum { MOST_INPUTS = 1 << 16, ELEMENTS_OF_ALL = 1 << 18 }; // more than branch predictors learn

struct sorting {
    uint64_t n;
    const char *algorithm;
    void (*sort)(int *values, size_t n);
    size_t inputs;
    size_t last; // the input that `sorted` came from
    int *shuffled;
    int *sorted;
};

static int compare(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static void sort_by_library(int *values, size_t n)
{
    qsort(values, n, sizeof(*values), compare);
}

static void sift_down(int *values, size_t root, size_t n)
{
    int value = values[root];
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && values[child] < values[child + 1])
            child++;
        if (value >= values[child])
            break;
        values[root] = values[child];
    }
    values[root] = value;
}

static void sort_by_heap(int *values, size_t n)
{
    for (size_t root = n / 2; root-- > 0;)
        sift_down(values, root, n);
    for (size_t end = n; end-- > 1;) {
        int greatest = values[0];
        values[0] = values[end];
        values[end] = greatest;
        sift_down(values, 0, end);
    }
}

static void sort_by_insertion(int *values, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        int value = values[i];
        size_t to = i;
        for (; to > 0 && values[to - 1] > value; to--)
            values[to] = values[to - 1];
        values[to] = value;
    }
}

static void choose(struct sorting *s)
{
    static const char *const words[] = {"qsort", "heap", "insertion", NULL};
    static void (*const sorts[])(int *values, size_t n) = {sort_by_library, sort_by_heap,
                                                           sort_by_insertion};
    s->sort = sorts[choice_of("algorithm", s->algorithm, words)];
}

static size_t count_inputs(uint64_t n)
{
    uint64_t inputs = ELEMENTS_OF_ALL / n + 2;
    return inputs < MOST_INPUTS ? inputs : MOST_INPUTS;
}

static bool set_up(struct esw_kernel *kernel)
{
    struct sorting *s = kernel->context;
    uint64_t random = 42;
    choose(s);
    s->inputs = count_inputs(s->n);
    s->sorted = calloc(s->n, sizeof(int));
    s->shuffled = s->sorted ? calloc(s->inputs * s->n, sizeof(int)) : NULL;
    option_require(s->shuffled, "no memory for '--n' elements");
    for (size_t i = 0; i < s->inputs * s->n; i++)
        s->shuffled[i] = (int)(random_next(&random) >> 33);
    kernel->operations = (double)s->n;
    return true;
}

static void run(void *context, uint64_t iterations)
{
    struct sorting *s = context;
    for (; iterations > 0; iterations--) {
        s->last = (s->last + 1) % s->inputs;
        memcpy(s->sorted, s->shuffled + s->last * s->n, s->n * sizeof(int));
        s->sort(s->sorted, s->n);
        ESW_CLOBBER();
    }
}

static bool check(void *context)
{
    const struct sorting *s = context;
    uint64_t difference = 0, squares = 0;
    for (size_t i = 0; i < s->n; i++) {
        uint64_t in = (uint64_t)s->shuffled[s->last * s->n + i], out = (uint64_t)s->sorted[i];
        if (i > 0 && s->sorted[i - 1] > s->sorted[i])
            return false;
        difference += in - out;
        squares += in * in - out * out;
    }
    return difference == 0 && squares == 0;
}

static void tear_down(void *context)
{
    struct sorting *s = context;
    free(s->shuffled);
    free(s->sorted);
}

int main(int argc, char **argv)
{
    struct sorting sorting = {.n = 1000, .algorithm = "qsort"};
    const struct esw_option options[] = {
        {.name = "n", .help = "elements to sort (1000)", .number = &sorting.n, .least = 1},
        {.name = "algorithm",
         .help = "qsort, heap or insertion (qsort)",
         .text = &sorting.algorithm},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "sort",
        .iteration = "one copy of a shuffled array, and sorting it",
        .operation = "element",
        .options = options,
        .context = &sorting,
        .setup = set_up,
        .run = run,
        .check = check,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
