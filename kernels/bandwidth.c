// Bandwidth of memory: passes that read, write or copy a buffer, by loops or by the C library.
#include "eswexp.h"

#include "parts/buffer.h"
#include "parts/choice.h"
#include "parts/random.h"

typedef uint32_t unit4 __attribute__((may_alias));
typedef uint64_t unit8 __attribute__((may_alias));
typedef uint64_t unit16 __attribute__((vector_size(16), may_alias));

enum operation { READ, WRITE, COPY, BCOPY, BZERO };
static const char *const operations[] = {"read", "write", "copy", "bcopy", "bzero", NULL};
static const char *const descriptions[] = {
    "a pass that reads the buffer, by a loop",
    "a pass that writes the buffer through the caches, by a loop",
    "a pass that copies, by a loop; each byte copied counts once",
    "a memcpy() of libc; each byte copied counts once",
    "a memset() of libc to 0",
};

// ---- Loops that are alike but for what they do; volatile keeps a compiler from widening them

enum { ROUND = 256 }; // bytes: the longest that one of them takes at once

static uint64_t sum_of(const void *lanes, size_t size)
{
    uint64_t sum = 0;
    for (size_t at = 0; at < size; at += sizeof(sum)) {
        uint64_t lane;
        memcpy(&lane, (const char *)lanes + at, sizeof(lane));
        sum += lane;
    }
    return sum;
}

// Each sum at once and in a register: gcc would gather the loads and run out of registers.
#define READ_UNIT(sum, i, KEPT)                                                                    \
    sum += *(const volatile unit *)(from + STEP * (i));                                            \
    __asm__("" : KEPT(sum));
#define READ_FOUR(i, KEPT)                                                                         \
    READ_UNIT(a, i, KEPT)                                                                          \
    READ_UNIT(b, (i) + 1, KEPT) READ_UNIT(c, (i) + 2, KEPT) READ_UNIT(d, (i) + 3, KEPT)

#define WRITE_UNIT(i) *(volatile unit *)(to + STEP * (i)) = value;
#define COPY_UNIT(i)                                                                               \
    *(volatile unit *)(to + STEP * (i)) = *(const volatile unit *)(from + STEP * (i));
#define FOUR(x, i) x((i)) x((i) + 1) x((i) + 2) x((i) + 3)
#define SIXTEEN(x) FOUR(x, 0) FOUR(x, 4) FOUR(x, 8) FOUR(x, 12)

#if defined(__x86_64__)
#define IN_VECTOR(x) "+x"(x)
#elif defined(__aarch64__)
#define IN_VECTOR(x) "+w"(x)
#else
#define IN_VECTOR(x) "+m"(x)
#endif
#define IN_REGISTER(x) "+r"(x)

#define LOOPS(name, its_unit, its_sum, its_step, KEPT)                                             \
    static uint64_t read_##name(const char *from, size_t size)                                     \
    {                                                                                              \
        enum { STEP = (its_step) };                                                                \
        typedef its_unit unit;                                                                     \
        its_sum a = {0}, b = {0}, c = {0}, d = {0};                                                \
        for (const char *end = from + size; from < end; from += 16 * STEP) {                       \
            READ_FOUR(0, KEPT) READ_FOUR(4, KEPT) READ_FOUR(8, KEPT) READ_FOUR(12, KEPT)           \
        }                                                                                          \
        const its_sum all = a + b + c + d;                                                         \
        return sum_of(&all, sizeof(all));                                                          \
    }                                                                                              \
    static void write_##name(char *to, size_t size, uint64_t number)                               \
    {                                                                                              \
        enum { STEP = (its_step) };                                                                \
        typedef its_unit unit;                                                                     \
        const uint64_t numbers[] = {number, number, number, number};                               \
        unit value;                                                                                \
        memcpy(&value, numbers, sizeof(value));                                                    \
        for (const char *end = to + size; to < end; to += 16 * STEP) {                             \
            SIXTEEN(WRITE_UNIT)                                                                    \
        }                                                                                          \
    }                                                                                              \
    static void copy_##name(char *to, const char *from, size_t size)                               \
    {                                                                                              \
        enum { STEP = (its_step) };                                                                \
        typedef its_unit unit;                                                                     \
        for (const char *end = from + size; from < end; from += 16 * STEP, to += 16 * STEP) {      \
            SIXTEEN(COPY_UNIT)                                                                     \
        }                                                                                          \
    }

LOOPS(4, unit4, uint64_t, 4, IN_REGISTER)
LOOPS(4_of_16, unit4, uint64_t, 16, IN_REGISTER)
LOOPS(8, unit8, uint64_t, 8, IN_REGISTER)
LOOPS(16, unit16, unit16, 16, IN_VECTOR)

static const struct access {
    size_t width, step;
    uint64_t (*read)(const char *from, size_t size);
    void (*write)(char *to, size_t size, uint64_t number);
    void (*copy)(char *to, const char *from, size_t size);
} accesses[] = {
    {4, 4, read_4, write_4, copy_4},
    {8, 8, read_8, write_8, copy_8},
    {16, 16, read_16, write_16, copy_16},
    {4, 16, read_4_of_16, write_4_of_16, copy_4_of_16},
};
static const char *const access_names[] = {"4", "8", "16", "4/16", NULL};

// ---- The kernel

struct bandwidth {
    uint64_t size, thp;
    const char *operation_name, *access_name;
    enum operation operation;
    const struct access *access;
    struct buffer source, target;
    uint64_t passes;
    uint64_t sum; // of all that was read
};

static void choose(struct bandwidth *b)
{
    b->operation = (enum operation)choice_of("operation", b->operation_name, operations);
    b->access = &accesses[choice_of("access", b->access_name, access_names)];
    option_require(b->size % ROUND == 0, "'--size' is a multiple of 256");
}

static bool reads(const struct bandwidth *b)
{
    return b->operation == READ || b->operation == COPY || b->operation == BCOPY;
}

static bool set_up(struct esw_kernel *kernel)
{
    struct bandwidth *b = kernel->context;
    uint64_t random = 42;
    choose(b);
    if (reads(b))
        buffer_make(&b->source, b->size, b->thp);
    if (b->operation != READ)
        buffer_make(&b->target, b->size, b->thp);
    if (b->operation == BZERO)
        memset(b->target.bytes, 1, b->size);
    for (size_t at = 0; reads(b) && at < b->size; at += sizeof(uint64_t)) {
        uint64_t value = random_next(&random);
        memcpy(b->source.bytes + at, &value, sizeof(value));
    }
    kernel->iteration = descriptions[b->operation];
    kernel->bytes = (double)b->size;
    return true;
}

static void run_pass(struct bandwidth *b, char *target, const char *source, size_t size)
{
    b->passes++;
    switch (b->operation) {
    case READ:
        b->sum += b->access->read(source, size);
        break;
    case WRITE:
        b->access->write(target, size, b->passes);
        break;
    case COPY:
        b->access->copy(target, source, size);
        break;
    case BCOPY:
        memcpy(target, source, size);
        break;
    case BZERO:
        memset(target, 0, size);
        break;
    }
}

static void run(void *context, uint64_t iterations)
{
    struct bandwidth *b = context;
    for (; iterations > 0; iterations--) {
        run_pass(b, b->target.bytes, b->source.bytes, b->size);
        ESW_CLOBBER();
    }
}

// ---- What must have come of it

static uint32_t unit_at(const char *bytes, size_t offset)
{
    uint32_t unit;
    memcpy(&unit, bytes + offset, sizeof(unit));
    return unit;
}

static uint64_t sum_by_width(const struct bandwidth *b)
{
    uint64_t sum = 0;
    for (size_t at = 0; at < b->size; at += b->access->step) {
        if (b->access->width == 4)
            sum += unit_at(b->source.bytes, at);
        else
            sum += sum_of(b->source.bytes + at, b->access->width);
    }
    return sum;
}

static uint32_t expected_at(const struct bandwidth *b, size_t offset)
{
    bool by_loop = b->operation == WRITE || b->operation == COPY;
    size_t within = offset % b->access->step;
    if (b->operation == BZERO || (by_loop && within >= b->access->width))
        return 0;
    return b->operation == WRITE ? unit_at((const char *)&b->passes, within % sizeof(b->passes))
                                 : unit_at(b->source.bytes, offset);
}

static bool check(void *context)
{
    const struct bandwidth *b = context;
    if (b->operation == READ)
        return b->sum == b->passes * sum_by_width(b);
    for (size_t at = 0; at < b->size; at += sizeof(uint32_t))
        if (unit_at(b->target.bytes, at) != expected_at(b, at))
            return false;
    return true;
}

static void report(void *context, struct esw_run *run)
{
    const struct bandwidth *b = context;
    if (b->thp)
        buffer_report(b->size, run);
}

static void tear_down(void *context)
{
    struct bandwidth *b = context;
    buffer_free(&b->source);
    buffer_free(&b->target);
}

int main(int argc, char **argv)
{
    struct bandwidth bandwidth = {.size = 1 << 20, .operation_name = "read", .access_name = "8"};
    const struct esw_option options[] = {
        {.name = "operation",
         .help = "read, write, copy; bcopy: memcpy(); bzero: memset() (read)",
         .text = &bandwidth.operation_name},
        {.name = "size",
         .help = "bytes to read, write or copy, a multiple of 256 (1048576)",
         .number = &bandwidth.size,
         .least = ROUND},
        {.name = "access",
         .help = "bytes that a loop takes at once: 4, 8 or 16; 4/16: 4 of 16,\n"
                 "                   and all are counted (8)",
         .text = &bandwidth.access_name},
        {.name = "thp",
         .help = "1: ask for transparent huge pages, and say what lacks; 0: for none (0)",
         .number = &bandwidth.thp},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "bandwidth",
        .iteration = "a pass over the buffer",
        .options = options,
        .context = &bandwidth,
        .setup = set_up,
        .run = run,
        .check = check,
        .report = report,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
