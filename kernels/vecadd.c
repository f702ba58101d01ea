// Vector addition: c[i] = a[i] + b[i], where the compiler's vectorizer makes the difference.
#include "eswexp.h"

struct vectors {
    uint64_t n;
    int *a, *b, *c;
};

static bool set_up(struct esw_kernel *kernel)
{
    struct vectors *v = kernel->context;
    v->a = calloc(v->n, sizeof(int));
    v->b = calloc(v->n, sizeof(int));
    v->c = calloc(v->n, sizeof(int));
    if (!v->a || !v->b || !v->c)
        return false;
    for (uint64_t i = 0; i < v->n; i++) {
        v->a[i] = (int)(i % 1000);
        v->b[i] = (int)(i % 7) - 3;
    }
    kernel->operations = (double)v->n;
    kernel->bytes = 3.0 * sizeof(int) * (double)v->n; // two read, one written
    return true;
}

static void run(void *context, uint64_t iterations)
{
    struct vectors *v = context;
    const int *a = v->a, *b = v->b;
    int *c = v->c;
    uint64_t n = v->n;
    for (; iterations > 0; iterations--) {
        ESW_LAUNDER(a);
        ESW_LAUNDER(b);
        ESW_LAUNDER(c);
        for (uint64_t i = 0; i < n; i++)
            c[i] = a[i] + b[i];
        ESW_CLOBBER();
    }
}

static bool check(void *context)
{
    const struct vectors *v = context;
    for (uint64_t i = 0; i < v->n; i++)
        if (v->c[i] != (int)(i % 1000) + (int)(i % 7) - 3)
            return false;
    return true;
}

static void tear_down(void *context)
{
    struct vectors *v = context;
    free(v->a);
    free(v->b);
    free(v->c);
}

int main(int argc, char **argv)
{
    struct vectors vectors = {.n = 1000};
    const struct esw_option options[] = {
        {.name = "n", .help = "elements of a vector (1000)", .number = &vectors.n, .least = 1},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "vecadd",
        .iteration = "one addition of two vectors of int",
        .operation = "element",
        .options = options,
        .context = &vectors,
        .setup = set_up,
        .run = run,
        .check = check,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
