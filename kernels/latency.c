// Latency of memory: loads of which each yields the address of the next, along one cycle through a
// buffer.
#include "eswexp.h"

#include <inttypes.h>

#include "parts/buffer.h"
#include "parts/choice.h"
#include "parts/random.h"

enum { PAGE = 4096, BLOCK = 512 };
enum order { BY_STRIDE, BY_PAGE, AT_RANDOM, BY_PAIRS };
static const char *const orders[] = {"stride", "page", "random", "pairs", NULL};

struct latency {
    uint64_t size, stride, thp;
    const char *order_name;
    enum order order;
    struct buffer buffer;
    size_t count; // elements of the cycle
    void **first, **at;
    uint64_t loads;
    bool is_one_cycle;
};

// ---- The cycle

static void **element(const struct latency *l, size_t index)
{
    size_t offset =
        l->order == BY_PAIRS ? index / 2 * BLOCK + index % 2 * l->stride : index * l->stride;
    return (void **)(void *)(l->buffer.bytes + offset);
}

// How many elements are visited before those of another group.
static size_t group_size(const struct latency *l)
{
    if (l->order == BY_PAGE)
        return l->stride < PAGE ? PAGE / l->stride : 1;
    return l->order == BY_PAIRS ? 2 : l->count;
}

static void order_group(const struct latency *l, uint64_t *random, size_t *within, size_t group)
{
    if (l->order == BY_PAGE || l->order == AT_RANDOM) {
        random_order(random, within, group);
        return;
    }
    for (size_t i = 0; i < group; i++)
        within[i] = i;
}

static void link_elements(struct latency *l, size_t *groups, size_t *within)
{
    uint64_t random = 42;
    size_t group = group_size(l), group_count = (l->count + group - 1) / group;
    void **last = NULL;
    random_order(&random, groups, group_count);
    for (size_t g = 0; g < group_count; g++) {
        order_group(l, &random, within, group);
        for (size_t i = 0; i < group; i++) {
            size_t index = groups[g] * group + within[i];
            if (index >= l->count)
                continue;
            if (last)
                *last = element(l, index);
            else
                l->at = element(l, index);
            last = element(l, index);
        }
    }
    *last = l->at;
}

static bool is_element(const struct latency *l, const void *address)
{
    size_t offset = (size_t)((const char *)address - l->buffer.bytes);
    if (l->order == BY_PAIRS)
        return offset < l->count / 2 * BLOCK &&
               (offset % BLOCK == 0 || offset % BLOCK == l->stride);
    return offset < l->count * l->stride && offset % l->stride == 0;
}

// Elements that come back to the first of them after as many steps as there are, and not before,
// are all different ones.
static bool is_one_cycle(const struct latency *l)
{
    void **at = l->at;
    for (size_t i = 0; i < l->count; i++) {
        if (!is_element(l, at) || (i > 0 && at == l->at))
            return false;
        at = *at;
    }
    return at == l->at;
}

// ---- The kernel

static void choose(struct latency *l)
{
    l->order = (enum order)choice_of("order", l->order_name, orders);
    uint64_t most = l->order == BY_PAIRS ? BLOCK - sizeof(void *) : l->size / 2;
    if (l->stride % sizeof(void *) || l->stride > most) {
        fprintf(stderr,
                "latency: --stride is %" PRIu64 ", and not a multiple of %zu up to %" PRIu64 "\n",
                l->stride, sizeof(void *), most);
        exit(ESW_EXIT_USAGE);
    }
    l->count = l->order == BY_PAIRS ? l->size / BLOCK * 2 : l->size / l->stride;
}

// To check the cycle is to walk along it: the caches are then as they will be.
static bool set_up(struct esw_kernel *kernel)
{
    struct latency *l = kernel->context;
    choose(l);
    buffer_make(&l->buffer, l->size, l->thp);
    size_t *groups = malloc(l->count * sizeof(*groups));
    size_t *within = malloc(l->count * sizeof(*within));
    option_require(groups && within, "no memory for the order of '--size' bytes");
    link_elements(l, groups, within);
    free(groups);
    free(within);
    l->first = l->at;
    l->is_one_cycle = is_one_cycle(l);
    return true;
}

#define FOUR(x) x x x x

static void run(void *context, uint64_t iterations)
{
    struct latency *l = context;
    void **at = l->at;
    l->loads += iterations;
    for (; iterations >= 16; iterations -= 16) {
        FOUR(FOUR(at = *at;))
    }
    for (; iterations > 0; iterations--)
        at = *at;
    ESW_USE(at);
    l->at = at;
}

// The position on the cycle says how many loads were done.
static bool check(void *context)
{
    const struct latency *l = context;
    void **at = l->first;
    for (uint64_t i = l->loads % l->count; i > 0; i--)
        at = *at;
    return l->is_one_cycle && at == l->at;
}

static void report(void *context, struct esw_run *run)
{
    const struct latency *l = context;
    if (l->thp)
        buffer_report(l->size, run);
}

static void tear_down(void *context)
{
    struct latency *l = context;
    buffer_free(&l->buffer);
}

int main(int argc, char **argv)
{
    struct latency latency = {.size = 1 << 20, .stride = 64, .order_name = "random"};
    const struct esw_option options[] = {
        {.name = "size",
         .help = "bytes of the buffer (1048576)",
         .number = &latency.size,
         .least = 2 * BLOCK},
        {.name = "stride",
         .help = "bytes from an element to the next (64)",
         .number = &latency.stride,
         .least = sizeof(void *)},
        {.name = "order",
         .help = "stride: ascending; page: random within 4 KiB, then another page; random;\n"
                 "                   pairs: random blocks of 512 bytes, at 0 and at the stride "
                 "(random)",
         .text = &latency.order_name},
        {.name = "thp",
         .help = "1: ask for transparent huge pages, and say what lacks; 0: for none (0)",
         .number = &latency.thp},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "latency",
        .iteration = "a load whose address the load before it yielded",
        .operation = "load",
        .operations = 1,
        .options = options,
        .context = &latency,
        .setup = set_up,
        .run = run,
        .check = check,
        .report = report,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
