// min4: the smallest of every four elements into the first quarter, in eight ways to write it, over
// five kinds of data.
#include "eswexp.h"

#include "min4/min4.h"
#include "parts/choice.h"

enum { ELEMENTS_OF_ALL = 1 << 18 }; // more outcomes than a branch predictor keeps

struct min4 {
    uint64_t n, seed;
    const char *pass_name, *data;
    const struct min4_pass *pass;
    size_t inputs;
    size_t last; // the input that `output` came from
    int *input;
    int *output;
};

static void choose(struct min4 *m)
{
    for (const struct min4_pass *pass = min4_passes; pass->name; pass++)
        if (strcmp(m->pass_name, pass->name) == 0)
            m->pass = pass;
    if (m->pass)
        return;
    fprintf(stderr, "min4: no pass '%s'; there are", m->pass_name);
    for (const struct min4_pass *pass = min4_passes; pass->name; pass++)
        fprintf(stderr, "%s %s", pass == min4_passes ? "" : ",", pass->name);
    fprintf(stderr, "\n");
    exit(ESW_EXIT_USAGE);
}

static void refuse_data(const char *data)
{
    fprintf(stderr,
            "min4: no data '%s'; there are organ-pipe, random, random01, sorted, and real where "
            "the C library's code can be read\n",
            data);
    exit(ESW_EXIT_USAGE);
}

static bool set_up(struct esw_kernel *kernel)
{
    struct min4 *m = kernel->context;
    uint64_t random = m->seed;
    choose(m);
    m->inputs = ELEMENTS_OF_ALL / m->n + 2;
    m->output = calloc(m->n, sizeof(int));
    m->input = m->output ? calloc(m->inputs * m->n, sizeof(int)) : NULL;
    option_require(m->input, "no memory for '--n' elements");
    for (size_t i = 0; i < m->inputs; i++)
        if (!min4_fill(m->data, &random, m->input + i * m->n, m->n))
            refuse_data(m->data);
    kernel->operations = (double)m->n;
    return true;
}

static void run(void *context, uint64_t iterations)
{
    struct min4 *m = context;
    for (; iterations > 0; iterations--) {
        m->last = m->last + 1 < m->inputs ? m->last + 1 : 0;
        memcpy(m->output, m->input + m->last * m->n, m->n * sizeof(int));
        ESW_CLOBBER();
        m->pass->run(m->output, m->n);
        ESW_CLOBBER();
    }
}

// The reference: a group at a time, from the definition.
static bool is_right(const int *in, const int *out, size_t q, size_t i)
{
    size_t smallest = 0;
    for (size_t quarter = 1; quarter < 4; quarter++)
        if (in[i + quarter * q] < in[i + smallest * q])
            smallest = quarter;
    for (size_t quarter = 1; quarter < 4; quarter++)
        if (out[i + quarter * q] != in[i + (quarter == smallest ? 0 : quarter) * q])
            return false;
    return out[i] == in[i + smallest * q];
}

static bool check(void *context)
{
    const struct min4 *m = context;
    const int *in = m->input + m->last * m->n;
    size_t q = m->n / 4;
    if (strcmp(m->pass->name, "copy") == 0)
        return memcmp(in, m->output, m->n * sizeof(int)) == 0;
    for (size_t i = 0; i < q; i++)
        if (!is_right(in, m->output, q, i))
            return false;
    return memcmp(in + 4 * q, m->output + 4 * q, m->n % 4 * sizeof(int)) == 0;
}

static void tear_down(void *context)
{
    struct min4 *m = context;
    free(m->input);
    free(m->output);
}

int main(int argc, char **argv)
{
    struct min4 min4 = {.n = 10000, .seed = 42, .pass_name = "baseline", .data = "random"};
    const struct esw_option options[] = {
        {.name = "pass",
         .help = "baseline, swap, tournament, values, vector, arithmetic, mask, centred, or copy, "
                 "which does nothing more (baseline)",
         .text = &min4.pass_name},
        {.name = "data",
         .help = "organ-pipe, random, random01, sorted, or real: code of the C library (random)",
         .text = &min4.data},
        {.name = "n", .help = "elements (10000)", .number = &min4.n, .least = 1},
        {.name = "seed",
         .help = "of the inputs, many of which take turns (42)",
         .number = &min4.seed},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "min4",
        .iteration = "one copy of an array, and min4 on the copy",
        .operation = "element",
        .options = options,
        .context = &min4,
        .setup = set_up,
        .run = run,
        .check = check,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
