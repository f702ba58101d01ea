// Multiplies and adds on one CPU while the second thread of its core is idle or busy.
#include "eswexp.h"
#include "parts/burners.h"

enum { CHAINS = 8, ROUNDS = 100 };

struct work {
    const char *neighbour;
    struct burners burners;
    uint64_t x[CHAINS];
    uint64_t rounds;
};

static const uint64_t factor = 6364136223846793005u, addend = 1442695040888963407u;

// The CPU that shares this one's core, -1 if there is none, from a list such as "3,11" or "6-7".
static int sibling_of(int cpu)
{
    const char *root = getenv("ESWEXP_MACHINE_ROOT");
    char path[4096];
    snprintf(path, sizeof(path), "%s/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list",
             root ? root : "", cpu);
    FILE *file = fopen(path, "re");
    int number = -1, sibling = -1;
    while (file && fscanf(file, "%d%*1[,-]", &number) >= 1)
        sibling = sibling < 0 && number != cpu ? number : sibling;
    if (file)
        fclose(file);
    return sibling;
}

// Stays where it is, so that the sibling remains one.
static int stay(void)
{
    cpu_set_t cpus;
    int cpu = sched_getcpu();
    CPU_ZERO(&cpus);
    CPU_SET(cpu, &cpus);
    option_require(sched_setaffinity(0, sizeof(cpus), &cpus) == 0, "cannot stay on one CPU");
    return cpu;
}

static bool set_up(struct esw_kernel *kernel)
{
    struct work *w = kernel->context;
    static const char *const words[] = {"idle", "busy", NULL};
    bool busy = choice_of("neighbour", w->neighbour, words) == 1;
    int sibling = sibling_of(stay());
    option_require(sibling >= 0 || !busy, "this CPU has no SMT sibling");
    for (int i = 0; i < CHAINS; i++)
        w->x[i] = (uint64_t)i;
    return !busy || burners_add(&w->burners, sibling);
}

#define STEP(x)                                                                                    \
    x = factor * (x) + addend;                                                                     \
    ESW_LAUNDER(x);

// Chains that do not wait for each other: they need what a core shares between its threads. Not an
// array, which compilers keep in memory, where each chain waits for its own store.
static void run(void *context, uint64_t iterations)
{
    struct work *w = context;
    uint64_t *x = w->x, a = x[0], b = x[1], c = x[2], d = x[3], e = x[4], f = x[5], g = x[6],
             h = x[7];
    w->rounds += iterations * ROUNDS;
    for (uint64_t n = iterations * ROUNDS; n > 0; n--) {
        STEP(a) STEP(b) STEP(c) STEP(d) STEP(e) STEP(f) STEP(g) STEP(h)
    }
    const uint64_t after[CHAINS] = {a, b, c, d, e, f, g, h};
    memcpy(x, after, sizeof(after));
}

// Where a chain is after that many rounds, by squaring its step (Brown, 1994).
static uint64_t jump(uint64_t x, uint64_t rounds)
{
    uint64_t a = factor, c = addend;
    for (; rounds > 0; rounds >>= 1) {
        if (rounds & 1)
            x = x * a + c;
        c *= a + 1;
        a *= a;
    }
    return x;
}

static bool check(void *context)
{
    const struct work *w = context;
    bool right = burners_are_all(&w->burners);
    for (int i = 0; i < CHAINS; i++)
        right = right && w->x[i] == jump((uint64_t)i, w->rounds);
    return right;
}

static void tear_down(void *context)
{
    struct work *w = context;
    burners_stop(&w->burners);
}

int main(int argc, char **argv)
{
    struct work work = {.neighbour = "idle"};
    const struct esw_option options[] = {
        {.name = "neighbour",
         .help = "the second thread of its core: idle or busy (idle)",
         .text = &work.neighbour},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "sibling",
        .iteration = "100 steps of each of 8 multiplicative chains",
        .operation = "step",
        .operations = (double)(CHAINS * ROUNDS),
        .options = options,
        .context = &work,
        .setup = set_up,
        .run = run,
        .check = check,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
