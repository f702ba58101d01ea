// Reads an array that is in the caches (hot), or was put out of all of them (cold), before every
// pass. Each pass is a sample: repeated at once, it would be hot.
#include "eswexp.h"
#include "parts/choice.h"
#include "parts/evict.h"

enum { LINE = 64, WORDS = LINE / sizeof(uint64_t) }; // one word of each line is read

struct pass {
    uint64_t lines, bytes;
    const char *state;
    bool cold;
    uint64_t *values;
};

static uint64_t sum(const uint64_t *values, uint64_t lines)
{
    uint64_t total = 0;
    ESW_LAUNDER(values);
    for (uint64_t i = 0; i < lines; i++)
        total += values[i * WORDS];
    return total;
}

// All pages are written, so that none is the kernel's one page of zeroes.
static void set_up(struct pass *p)
{
    static const char *const words[] = {"hot", "cold", NULL};
    p->cold = choice_of("state", p->state, words) == 1;
    option_require(p->bytes <= UINT64_C(1) << 36, "'--n' is at most 68719476736");
    p->lines = p->bytes / LINE;
    p->values = (uint64_t *)aligned_alloc(LINE, p->lines * LINE);
    option_require(p->values, "no memory for '--n' bytes");
    for (uint64_t i = 0; i < p->lines * WORDS; i++)
        p->values[i] = i / WORDS;
}

// The pass before also fills the translations of addresses, so that both states find them alike.
static double timed_pass(const struct pass *p, const struct esw_run *run, bool *right)
{
    ESW_USE(sum(p->values, p->lines));
    if (p->cold)
        evict((const char *)p->values, p->lines * LINE);
    uint64_t start = esw_ticks(run->header->answer.clock);
    uint64_t total = sum(p->values, p->lines);
    ESW_USE(total);
    uint64_t end = esw_ticks(run->header->answer.clock);
    *right = *right && total == p->lines * (p->lines - 1) / 2;
    return (double)(end - start) * run->header->answer.ns_per_tick;
}

int main(int argc, char **argv)
{
    struct pass pass = {.bytes = 1 << 18, .state = "hot"};
    const struct esw_option options[] = {
        {.name = "n", .help = "bytes of the array (262144)", .number = &pass.bytes, .least = LINE},
        {.name = "state",
         .help = "of the caches before a pass: hot or cold (hot)",
         .text = &pass.state},
        {0},
    };
    const struct esw_kernel kernel = {
        .name = "cache_state",
        .iteration = "reading one word of each 64 bytes of the array",
        .options = options,
    };
    struct esw_run run;
    bool right = true;
    esw_begin_kernel(&run, &kernel, argc, argv);
    set_up(&pass);
    esw_describe(&run, kernel.name, kernel.iteration);
    run.header->answer.bytes = (double)(pass.lines * LINE);
    while (esw_record(&run, timed_pass(&pass, &run, &right), 1))
        continue;
    esw_check(&run, right);
    free(pass.values);
    return esw_end(&run);
}
