// Follows a pointer on the stack behind a store to a static variable: slow where the two lie a
// multiple of 4096 bytes apart, since processors compare the low 12 bits of addresses first.
#include "eswexp.h"

enum { NAME_MOST = 8192, DIGITS = 8 };

struct aliasing {
    uint64_t name_length;
    uintptr_t distance; // from the static variable up to the stack's, modulo 4096
    bool wrong;
};

static volatile uint64_t turns __attribute__((aligned(16)));

// The pointer points to itself, so each load waits for the one before it, and the store goes first.
__attribute__((noinline)) static void follow(struct aliasing *a, uint64_t iterations)
{
    void *cell __attribute__((aligned(16)));
    void *volatile *at = &cell;
    cell = &cell;
    for (uint64_t i = 1; i <= iterations; i++) {
        turns = i;
        at = (void *volatile *)*at;
    }
    a->wrong |= turns != iterations || at != &cell;
    a->distance = ((uintptr_t)&cell - (uintptr_t)&turns) % 4096;
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
        .iteration = "one store to a static variable, one load from the stack",
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
