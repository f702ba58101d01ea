// Follows pointers through a line on the stack and through static ones that fill the L1 cache every
// 4096 bytes, behind stores to the first of those. It is slow where the stack's line lies a
// multiple of 4096 bytes from them: it is then one too many for its set, and many processors, which
// compare the low 12 bits of addresses first, let its load wait for the store.
#include "eswexp.h"

#include <unistd.h>

enum { NAME_MOST = 8192, DIGITS = 8, PERIOD = 4096, LINE = 64, LINES = 8, LINES_MOST = 64 };

struct aliasing {
    uint64_t name_length;
    uintptr_t distance; // from the first static line up to the stack's, modulo 4096
    bool wrong;
};

static struct {
    volatile uint64_t turns;
    void *volatile next;
    char rest[PERIOD - 2 * sizeof(uint64_t)];
} lines[LINES_MOST] __attribute__((aligned(PERIOD)));

// As many lines, one in 4096 bytes, as the cache holds.
static size_t lines_of_cache(void)
{
    long size = sysconf(_SC_LEVEL1_DCACHE_SIZE);
    return size < PERIOD ? LINES : size / PERIOD > LINES_MOST ? LINES_MOST : (size_t)size / PERIOD;
}

// Each load waits for the one before it, and the stores go first. In registers without
// optimisation, too, so that the loop has one line of the stack.
__attribute__((noinline)) static void follow(struct aliasing *a, uint64_t iterations)
{
    struct {
        void *volatile next;
    } mine __attribute__((aligned(LINE)));
    register void *volatile *at = &mine.next;
    register uint64_t i, most = iterations;
    size_t count = lines_of_cache();
    mine.next = (void *)&lines[0].next;
    for (i = 0; i < count; i++)
        lines[i].next = i + 1 < count ? (void *)&lines[i + 1].next : (void *)&mine.next;
    for (i = 1; i <= most; i++) {
        lines[0].turns = i;
        at = (void *volatile *)*at;
    }
    size_t steps = iterations % (count + 1);
    a->wrong |= lines[0].turns != iterations || at != (steps ? &lines[steps - 1].next : &mine.next);
    a->distance = ((uintptr_t)&mine - (uintptr_t)lines) % PERIOD;
}

// ---- The name of the program, which lies on the stack, too

static const char *value_of(int argc, char **argv, const char *option)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], option) == 0)
            return argv[i + 1];
    return NULL;
}

// Begins anew under a name of that many bytes. The number is passed on in as many digits whatever
// it is, so that the name alone moves the stack.
static void take_name(int argc, char **argv)
{
    static char name[NAME_MOST + 1], digits[DIGITS + 1];
    const char *value = value_of(argc, argv, "--name-length");
    char *end = NULL;
    unsigned long length = value ? strtoul(value, &end, 10) : 0;
    if (length == 0 || *end)
        return;
    if (length > NAME_MOST) {
        fprintf(stderr, "aliasing: '--name-length' is at most %d\n", NAME_MOST);
        exit(ESW_EXIT_USAGE);
    }
    memset(name, 'n', length);
    if (strcmp(argv[0], name) == 0)
        return;
    snprintf(digits, sizeof(digits), "%0*lu", DIGITS, length);
    for (int i = 1; i < argc; i++)
        argv[i] = argv[i] == value ? digits : argv[i];
    argv[0] = name;
    execv("/proc/self/exe", argv);
    perror("aliasing: cannot begin anew as /proc/self/exe");
    exit(ESW_EXIT_USAGE);
}

int main(int argc, char **argv)
{
    struct aliasing aliasing = {0};
    const struct esw_option options[] = {
        {.name = "name-length",
         .help = "bytes of the program's own name, up to 8192; 0: as it was started (0)",
         .number = &aliasing.name_length},
        {0},
    };
    const struct esw_kernel kernel = {
        .name = "aliasing",
        .iteration = "one store to a static variable, one load of a cycle",
        .options = options,
    };
    struct esw_run run;
    take_name(argc, argv);
    esw_begin_kernel(&run, &kernel, argc, argv);
    esw_describe(&run, kernel.name, kernel.iteration);
    while (esw_next(&run)) {
        follow(&aliasing, run.left + 1);
        run.left = 0;
    }
    esw_check(&run, !aliasing.wrong);
    esw_metric(&run, "distance", (double)aliasing.distance, "B", ESW_UNKNOWN);
    return esw_end(&run);
}
