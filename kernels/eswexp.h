// A harness for benchmarks in C and C++: times a loop, in batches, and hands the samples on.
//
//     #include "eswexp.h"
//     int main(int argc, char **argv)
//     {
//         struct esw_run run;
//         esw_begin(&run, argc, argv);
//         while (esw_next(&run)) {
//             ESW_USE(work());
//         }
//         return esw_end(&run);
//     }
//
// Run by eswexp, the samples go into its shared memory, as many as it asks for; run alone, they are
// printed, as many as --iterations says. Exit codes: 0, 2 for wrong usage, 3 for a failed check.
// A benchmark that times itself calls esw_record(); one that loops itself is a struct esw_kernel;
// one that knows more than times says it by esw_metric(). The harness has no globals: a run may be
// passed between translation units, but not threads.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOCK_MONOTONIC
#error "with -std=c11, include eswexp.h before any other header, or compile with -std=gnu11"
#endif

#ifdef __cplusplus
#define ESW_STATIC_ASSERT static_assert
extern "C" {
#else
#ifndef CPU_SETSIZE // <sched.h> hides it where _GNU_SOURCE came too late
int sched_getcpu(void);
#endif
#define ESW_STATIC_ASSERT _Static_assert
#endif

// ---- What the compiler must not see through

// The value (and the memory, if it is a pointer) must exist at this point.
#define ESW_USE(x)                                                                                 \
    do {                                                                                           \
        __typeof__(x) esw_used = (x);                                                              \
        __asm__ volatile("" : : "r,m"(esw_used) : "memory");                                       \
    } while (0)

// The compiler no longer knows the value of this variable, nor the memory it points to.
#define ESW_LAUNDER(p) __asm__ volatile("" : "+r"(p) : : "memory")

// All memory must be written before and read anew after this point.
#define ESW_CLOBBER() __asm__ volatile("" : : : "memory")

// ---- The sample memory: a header, then records, then for each record the counts of its batch (-1:
// not counted); the engine makes it, the benchmark fills it

#define ESW_VARIABLE "ESWEXP_SAMPLES" // environment: number of the inherited memfd
#define ESW_MAGIC "eswexp\r\n"        // eight bytes, without the final zero
#define ESW_VERSION 2u

enum esw_state { ESW_UNUSED, ESW_STARTED, ESW_FINISHED, ESW_CHECK_FAILED };
enum esw_clock {
    ESW_CLOCK_BEST,
    ESW_CLOCK_MONOTONIC_RAW,
    ESW_CLOCK_MONOTONIC,
    ESW_CLOCK_BOOTTIME, // of whole processes, by eswexp itself
};
enum esw_want {
    ESW_WANT_CPU_TIME = 1,
    ESW_WANT_REPEATABLE = 2, // do nothing that depends on time: instructions are being counted
};
enum esw_trouble { ESW_OVERFLOW = 1 }; // more samples than capacity: the run ended early
enum esw_flag {
    ESW_WARMUP = 1,      // before the samples that were asked for
    ESW_CALIBRATION = 2, // a warm-up that searched the size of a batch
    ESW_MOVED = 4,       // began on one CPU and ended on another
    ESW_GIVEN = 8,       // timed by the benchmark itself
    ESW_SCALED = 16,     // counted for a part of the time, as counters had to take turns
};
enum esw_exit { ESW_EXIT_USAGE = 2, ESW_EXIT_CHECK = 3 };
enum esw_better { ESW_UNKNOWN, ESW_LESS, ESW_MORE };
enum { ESW_METRICS = 16 };

enum { ESW_COUNTERS_MOST = 8 };

struct esw_counter { // of perf_event_open(2)
    uint32_t type;
    uint32_t joins; // 1: counts whenever the one before it does
    uint64_t config;
};

struct esw_request {          // by the engine
    uint64_t iterations;      // samples to record after warm-up
    uint64_t warmup;          // samples to record before them, flagged ESW_WARMUP
    uint64_t minimum_time_ns; // batches double until they take this long; 0: one body per sample
    uint64_t enough;          // samples that do after patience_ns; 0: all are needed
    uint64_t patience_ns;
    uint64_t batch; // iterations in every sample; 0: by minimum_time_ns
    uint32_t clock; // enum esw_clock
    uint32_t wants; // enum esw_want
    uint64_t counter_count;
    struct esw_counter counters[ESW_COUNTERS_MOST];
};

struct esw_answer { // by the benchmark
    uint32_t state; // enum esw_state; released after all else
    uint32_t trouble;
    uint32_t clock;        // enum esw_clock, never ESW_CLOCK_BEST
    uint32_t user_code;    // 1: counters know nothing of the kernel's part
    double ns_per_tick;    // of start and duration
    double granularity_ns; // measured, not as clock_getres() says
    double overhead_ns;    // of one reading; part of every sample, not subtracted
    uint64_t batch;        // iterations in a sample
    double bytes;          // moved by one iteration; 0: not said
    double operations;     // done by one iteration; 0: not said
    char name[32];         // of the benchmark
    char iteration[64];    // what one iteration is
    char operation[32];    // what one operation is
    char clock_reason[64]; // why this clock
    uint32_t counter_errors[ESW_COUNTERS_MOST]; // 0: it counts; else why it does not, an errno
};

struct esw_value { // of a metric, by esw_metric()
    char name[64];
    char unit[32];
    double value;
    uint32_t better;   // enum esw_better
    uint32_t reserved; // 0
};

struct esw_header {
    char magic[8];
    uint32_t version;
    uint32_t header_size; // bytes
    uint32_t record_size; // bytes
    uint32_t reserved;    // 0
    uint64_t capacity;    // records
    struct esw_request request;
    struct esw_answer answer;
    uint64_t count; // records written; released after each, so what it counts survives SIGKILL
    uint64_t metric_count;
    struct esw_value metrics[ESW_METRICS];
};

struct esw_sample {       // a batch of iterations
    uint64_t start;       // ticks
    double duration;      // ticks, of the whole batch
    uint64_t iterations;  // in the batch; the sample's value is duration / iterations
    uint64_t cpu_time_ns; // of the process during the batch; 0 unless wanted
    int32_t cpu_before;
    int32_t cpu_after;
    uint32_t flags;    // enum esw_flag
    uint32_t reserved; // 0
};

ESW_STATIC_ASSERT(sizeof(struct esw_request) == 192, "layout of the request");
ESW_STATIC_ASSERT(sizeof(struct esw_answer) == 288, "layout of the answer");
ESW_STATIC_ASSERT(sizeof(struct esw_header) == 2320, "layout of the header");
ESW_STATIC_ASSERT(sizeof(struct esw_value) == 112, "layout of a metric");
ESW_STATIC_ASSERT(sizeof(struct esw_sample) == 48, "layout of a record");

// Bytes of a sample memory.
static inline size_t esw_memory_size(uint64_t capacity, const struct esw_request *request)
{
    size_t record = sizeof(struct esw_sample) + (size_t)request->counter_count * sizeof(double);
    return sizeof(struct esw_header) + (size_t)capacity * record;
}

static inline struct esw_sample *esw_samples(struct esw_header *header)
{
    return (struct esw_sample *)(void *)(header + 1);
}

// The counts of all records, request.counter_count for each.
static inline double *esw_counts(struct esw_header *header)
{
    return (double *)(void *)(esw_samples(header) + header->capacity);
}

// Records that a run can need: the samples wanted, and the doublings before them.
static inline uint64_t esw_capacity_for(const struct esw_request *request)
{
    return request->iterations + request->warmup + (request->minimum_time_ns ? 64 : 0);
}

// Makes zeroed memory of esw_memory_size() bytes ready for a benchmark.
static inline void esw_prepare(struct esw_header *header, uint64_t capacity,
                               const struct esw_request *request)
{
    memcpy(header->magic, ESW_MAGIC, sizeof(header->magic));
    header->version = ESW_VERSION;
    header->header_size = sizeof(struct esw_header);
    header->record_size = sizeof(struct esw_sample);
    header->capacity = capacity;
    header->request = *request;
}

// ---- A run

struct esw_reading { // as read() of a counter gives it
    uint64_t count;
    uint64_t enabled_ns;
    uint64_t running_ns;
};

struct esw_run {
    uint64_t left; // iterations left in the open batch: all that is touched per iteration
    uint64_t batch;
    uint64_t warmup_left;
    uint64_t wanted_left;
    bool open;
    bool calibrating;
    bool alone; // nobody but us has the memory: print it at the end
    bool each;  // print a line for each sample
    int cpu_before;
    uint64_t began;
    uint64_t start;
    uint64_t cpu_start_ns;
    double last_ns; // of the calibration before
    int counters[ESW_COUNTERS_MOST];
    struct esw_reading counted[ESW_COUNTERS_MOST]; // before the batch
    struct esw_header *header;
    const char *program;
};

struct esw_option { // --NAME VALUE; a table of them ends with a NULL name
    const char *name;
    const char *help;
    uint64_t *number; // either this, at least `least`
    uint64_t least;
    const char **text; // or this
};

struct esw_kernel { // a benchmark that loops itself
    const char *name;
    const char *iteration;            // what one iteration is
    const char *operation;            // what one operation is, for the rate; NULL: not said
    double bytes;                     // moved by one iteration
    double operations;                // done by one iteration
    const struct esw_option *options; // or NULL
    void *context;
    bool (*setup)(struct esw_kernel *kernel); // after the options; may set bytes and operations
    void (*run)(void *context, uint64_t iterations);    // all that is timed
    bool (*check)(void *context);                       // is the result right?
    void (*report)(void *context, struct esw_run *run); // says metrics, by esw_metric()
    void (*teardown)(void *context);
    uint64_t round; // batches are multiples of so many iterations; 0: any number; setup may set it
};

static inline void esw_stop(const struct esw_run *run, const char *what, const char *subject)
{
    fprintf(stderr, "%s: %s '%s'\n", run->program, what, subject);
    exit(ESW_EXIT_USAGE);
}

static inline void esw_copy(char *to, size_t size, const char *from)
{
    snprintf(to, size, "%s", from ? from : "");
}

// Says what is measured; call between esw_begin() and esw_end().
static inline void esw_describe(struct esw_run *run, const char *name, const char *iteration)
{
    esw_copy(run->header->answer.name, sizeof(run->header->answer.name), name);
    esw_copy(run->header->answer.iteration, sizeof(run->header->answer.iteration), iteration);
}

// ---- Clocks

static inline uint64_t esw_clock_ns(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// Ticks of one of enum esw_clock.
static inline uint64_t esw_ticks(uint32_t clock)
{
    return esw_clock_ns(clock == ESW_CLOCK_MONOTONIC  ? CLOCK_MONOTONIC
                        : clock == ESW_CLOCK_BOOTTIME ? CLOCK_BOOTTIME
                                                      : CLOCK_MONOTONIC_RAW);
}

// Ticks of one reading, from the cheapest of 20 groups: interruptions only make it dearer.
static inline double esw_overhead(uint32_t clock)
{
    uint64_t best = UINT64_MAX;
    for (int group = 0; group < 20; group++) {
        uint64_t start = esw_ticks(clock), end = start;
        for (int i = 0; i < 10; i++)
            end = esw_ticks(clock);
        best = end - start < best ? end - start : best;
    }
    return (double)best / 10;
}

struct esw_steps {  // between readings of a clock
    bool seen[256]; // of so many ticks
    uint64_t shortest;
    uint64_t last; // reading; 0: none yet
};

static inline void esw_see_step(struct esw_steps *steps, uint64_t now)
{
    uint64_t step = steps->last ? now - steps->last : 0;
    steps->last = now;
    if (step && step < steps->shortest)
        steps->shortest = step;
    if (step < 256)
        steps->seen[step] = true;
}

// Ticks between neighbours on the clock's grid. No step is seen to be shorter than a reading, so
// gaps between the lengths of steps count too; a gap of 1 is rounding, unless it is one of a row.
static inline double esw_grid(const struct esw_steps *steps)
{
    uint64_t shortest = steps->shortest;
    for (uint64_t step = 2, previous = 0, row = 1; step < 256; step++) {
        if (!steps->seen[step])
            continue;
        row = steps->seen[step - 1] ? row + 1 : 1;
        if (row > 3)
            return 1;
        if (previous && row == 1 && step - previous < shortest)
            shortest = step - previous;
        previous = step;
    }
    return (double)shortest;
}

static inline double esw_granularity(uint32_t clock)
{
    struct esw_steps steps = {{false}, UINT64_MAX, 0};
    for (int i = 0; i <= 400; i++)
        esw_see_step(&steps, esw_ticks(clock));
    return esw_grid(&steps);
}

// The raw clock is never slewed, so it is the best one, unless reading it needs a system call.
static inline void esw_set_clock(struct esw_header *header)
{
    struct esw_answer *answer = &header->answer;
    uint32_t wish = header->request.clock;
    answer->ns_per_tick = 1;
    answer->clock = ESW_CLOCK_MONOTONIC;
    if (header->request.wants & ESW_WANT_REPEATABLE)
        return;
    bool raw_is_cheap =
        esw_overhead(ESW_CLOCK_MONOTONIC_RAW) < 2 * esw_overhead(ESW_CLOCK_MONOTONIC) + 10;
    const char *reason = raw_is_cheap ? "never slewed" : "cheaper than monotonic_raw";
    answer->clock = raw_is_cheap ? ESW_CLOCK_MONOTONIC_RAW : ESW_CLOCK_MONOTONIC;
    if (wish == ESW_CLOCK_MONOTONIC_RAW || wish == ESW_CLOCK_MONOTONIC) {
        answer->clock = wish;
        reason = "asked for";
    } else if (wish != ESW_CLOCK_BEST) {
        reason = "this eswexp.h has no clock as asked for";
    }
    esw_copy(answer->clock_reason, sizeof(answer->clock_reason), reason);
    answer->overhead_ns = esw_overhead(answer->clock);
    answer->granularity_ns = esw_granularity(answer->clock);
}

// ---- Counters

static inline int esw_open_counter(const struct esw_counter *counter, int group, bool user_code)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof(attributes));
    attributes.type = counter->type;
    attributes.size = sizeof(attributes);
    attributes.config = counter->config;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attributes.inherit = 1; // by threads that are yet to begin
    attributes.exclude_kernel = user_code;
    attributes.exclude_hv = user_code;
    return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, group, PERF_FLAG_FD_CLOEXEC);
}

// With the kernel's part, or without it if that is not allowed; of time that makes no difference.
static inline void esw_open_counters(struct esw_run *run)
{
    const struct esw_request *request = &run->header->request;
    struct esw_answer *answer = &run->header->answer;
    for (uint64_t i = 0; i < request->counter_count; i++) {
        const struct esw_counter *counter = &request->counters[i];
        int group = i && counter->joins ? run->counters[i - 1] : -1;
        int fd = esw_open_counter(counter, group, answer->user_code);
        if (fd < 0 && !answer->user_code && (errno == EACCES || errno == EPERM)) {
            fd = esw_open_counter(counter, group, true);
            answer->user_code = fd >= 0 && counter->type == PERF_TYPE_HARDWARE;
        }
        run->counters[i] = fd;
        answer->counter_errors[i] = fd < 0 ? (uint32_t)errno : 0;
    }
}

static inline struct esw_reading esw_read_counter(const struct esw_run *run, uint64_t i)
{
    struct esw_reading reading = {0, 0, 0}, none = {0, 0, 0};
    bool whole = run->counters[i] >= 0 &&
                 read(run->counters[i], &reading, sizeof(reading)) == (ssize_t)sizeof(reading);
    return whole ? reading : none;
}

// The first is read last, and after the batch first: what it costs to read one is in all behind it.
// Both out of line, so that a batch without counters costs what it would if there were none.
__attribute__((noinline, unused)) static void esw_begin_counts(struct esw_run *run)
{
    for (uint64_t i = run->header->request.counter_count; i-- > 0;)
        run->counted[i] = esw_read_counter(run, i);
}

// Stores the counts of the record to come; is one scaled?
__attribute__((noinline, unused)) static bool esw_end_counts(struct esw_run *run)
{
    uint64_t count = run->header->request.counter_count;
    struct esw_reading after[ESW_COUNTERS_MOST];
    bool scaled = false;
    for (uint64_t i = 0; i < count; i++)
        after[i] = esw_read_counter(run, i);
    if (run->header->count >= run->header->capacity)
        return false;
    double *counts = esw_counts(run->header) + run->header->count * count;
    for (uint64_t i = 0; i < count; i++) {
        const struct esw_reading *before = &run->counted[i];
        double enabled_ns = (double)(after[i].enabled_ns - before->enabled_ns);
        double running_ns = (double)(after[i].running_ns - before->running_ns);
        bool counted = before->enabled_ns > 0 && after[i].running_ns > before->running_ns;
        counts[i] =
            counted ? (double)(after[i].count - before->count) * enabled_ns / running_ns : -1;
        scaled = scaled || (counted && running_ns < enabled_ns);
    }
    return scaled;
}

// ---- Options

static inline uint64_t esw_parse_count(const struct esw_run *run, const char *text, uint64_t least)
{
    char *end;
    errno = 0;
    uint64_t count = strtoull(text, &end, 10);
    if (errno || *text < '0' || *text > '9' || *end || count < least)
        esw_stop(run, "not a whole number in range", text);
    return count;
}

static inline uint64_t esw_parse_time_ns(const struct esw_run *run, const char *text)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    static const double scales[] = {1, 1e3, 1e6, 1e9};
    char *end;
    double value = strtod(text, &end);
    for (int i = 0; i < 4; i++)
        if (strcmp(end, units[i]) == 0 && value >= 0 && value * scales[i] < 9e15)
            return (uint64_t)(value * scales[i]);
    if (strcmp(text, "0") != 0)
        esw_stop(run, "not a time like 10ms", text);
    return 0;
}

// What is known of a kernel before it is set up.
static inline void esw_print_kernel(const struct esw_kernel *kernel)
{
    if (!kernel->iteration)
        return;
    printf("%s: an iteration is %s", kernel->name, kernel->iteration);
    if (kernel->operation)
        printf("; operation: %s", kernel->operation);
    if (kernel->operations > 0)
        printf("; operations: %.6g", kernel->operations);
    if (kernel->bytes > 0)
        printf("; bytes: %.6g", kernel->bytes);
    printf("\n");
}

static inline void esw_help(const struct esw_run *run, const struct esw_kernel *kernel)
{
    const struct esw_option *options = kernel->options;
    esw_print_kernel(kernel);
    printf("usage: %s [--option value]... [--each] [--counters]\n", run->program);
    for (; options && options->name; options++)
        printf("  --%-14s %s\n", options->name, options->help);
    printf("  --iterations     samples to take (30)\n"
           "  --warmup         samples to take before them and not count (3)\n"
           "  --minimum-time   batch iterations until a sample takes this long (10ms)\n"
           "  --each           print every sample\n"
           "  --counters       count cycles and instructions too\n"
           "Run by eswexp, the experiment file says all but the benchmark's own options.\n");
    exit(0);
}

static inline void esw_set_option(struct esw_run *run, struct esw_request *request,
                                  const struct esw_option *options, const char *name,
                                  const char *value)
{
    if (!value)
        esw_stop(run, "no value for option", name);
    for (; options && options->name; options++) {
        if (strcmp(name + 2, options->name) != 0)
            continue;
        if (options->text)
            *options->text = value;
        else
            *options->number = esw_parse_count(run, value, options->least);
        return;
    }
    if (strcmp(name, "--iterations") == 0)
        request->iterations = esw_parse_count(run, value, 1);
    else if (strcmp(name, "--warmup") == 0)
        request->warmup = esw_parse_count(run, value, 0);
    else if (strcmp(name, "--minimum-time") == 0)
        request->minimum_time_ns = esw_parse_time_ns(run, value);
    else
        esw_stop(run, "unknown option", name);
}

static inline void esw_want_counters(struct esw_request *request)
{
    request->counter_count = 2;
    request->counters[0].config = PERF_COUNT_HW_CPU_CYCLES;
    request->counters[1].config = PERF_COUNT_HW_INSTRUCTIONS;
    request->counters[1].joins = 1;
}

static inline void esw_read_options(struct esw_run *run, struct esw_request *request,
                                    const struct esw_kernel *kernel, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0)
            esw_help(run, kernel);
        if (strncmp(argv[i], "--", 2) != 0)
            esw_stop(run, "unknown argument", argv[i]);
        if (strcmp(argv[i], "--each") == 0) {
            run->each = true;
            continue;
        }
        if (strcmp(argv[i], "--counters") == 0) {
            esw_want_counters(request);
            continue;
        }
        esw_set_option(run, request, kernel->options, argv[i], argv[i + 1]);
        i++;
    }
}

// ---- Begin

// NULL, or what is wrong with a mapped sample memory of `size` bytes.
static inline const char *esw_refusal(const struct esw_header *header, size_t size)
{
    if (size < sizeof(*header) || memcmp(header->magic, ESW_MAGIC, sizeof(header->magic)) != 0)
        return "no sample memory of eswexp in " ESW_VARIABLE;
    if (header->version != ESW_VERSION || header->header_size != sizeof(*header) ||
        header->record_size != sizeof(struct esw_sample))
        return "eswexp.h is of another version than the eswexp that set " ESW_VARIABLE;
    if (header->request.counter_count > ESW_COUNTERS_MOST || header->capacity > size ||
        size < esw_memory_size(header->capacity, &header->request))
        return "sample memory shorter than its capacity in " ESW_VARIABLE;
    if (header->answer.state != ESW_UNUSED)
        return "another run has used the sample memory in " ESW_VARIABLE;
    return NULL;
}

static inline void esw_attach(struct esw_run *run, const char *number)
{
    char *end;
    long fd = strtol(number, &end, 10);
    struct stat status;
    if (end == number || *end || fd < 0 || fd > INT32_MAX || fstat((int)fd, &status) != 0)
        esw_stop(run, "no open file in " ESW_VARIABLE, number);
    size_t size = (size_t)status.st_size;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, (int)fd, 0);
    if (memory == MAP_FAILED)
        esw_stop(run, "cannot map the file in " ESW_VARIABLE, number);
    run->header = (struct esw_header *)memory;
    const char *refusal = esw_refusal(run->header, size);
    if (refusal)
        esw_stop(run, refusal, number);
    close((int)fd);
}

static inline void esw_make_own_memory(struct esw_run *run, const struct esw_request *request)
{
    uint64_t capacity = esw_capacity_for(request);
    void *memory = mmap(NULL, esw_memory_size(capacity, request), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED)
        esw_stop(run, "no memory for the samples", "--iterations");
    run->header = (struct esw_header *)memory;
    esw_prepare(run->header, capacity, request);
}

// As esw_begin(), with a kernel's options, and its words in the help.
static inline void esw_begin_kernel(struct esw_run *run, const struct esw_kernel *kernel, int argc,
                                    char **argv)
{
    struct esw_request request = {30, 3, 10000000, 0, 0, 0, ESW_CLOCK_BEST, 0, 0, {{0, 0, 0}}};
    const char *number = getenv(ESW_VARIABLE), *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    memset(run, 0, sizeof(*run));
    run->program = slash ? slash + 1 : argc > 0 ? argv[0] : "benchmark";
    run->alone = !number;
    esw_read_options(run, &request, kernel, argc, argv);
    if (number)
        esw_attach(run, number);
    else
        esw_make_own_memory(run, &request);
    run->batch = run->header->request.batch ? run->header->request.batch : 1;
    run->wanted_left = run->header->request.iterations;
    run->warmup_left = run->header->request.warmup;
    run->calibrating = run->header->request.minimum_time_ns > 0 && !run->header->request.batch;
    esw_describe(run, run->program, "");
    esw_set_clock(run->header);
    esw_open_counters(run);
    run->header->answer.batch = run->batch;
    run->began = esw_ticks(run->header->answer.clock);
    __atomic_store_n(&run->header->answer.state, ESW_STARTED, __ATOMIC_RELEASE);
}

// As esw_begin(), with options of the benchmark's own.
static inline void esw_begin_with(struct esw_run *run, const struct esw_option *options, int argc,
                                  char **argv)
{
    struct esw_kernel kernel;
    memset(&kernel, 0, sizeof(kernel));
    kernel.options = options;
    esw_begin_kernel(run, &kernel, argc, argv);
}

// Reads the harness's options (pass 0, NULL if the program reads its own) and finds the sample
// memory; exits with 2 if either is wrong, with 0 after --help.
static inline void esw_begin(struct esw_run *run, int argc, char **argv)
{
    esw_begin_with(run, NULL, argc, argv);
}

// ---- Sampling

// Are there enough samples, and is the time for more over?
static inline bool esw_is_late(const struct esw_run *run)
{
    const struct esw_request *request = &run->header->request;
    const struct esw_answer *answer = &run->header->answer;
    return request->enough && request->iterations - run->wanted_left >= request->enough &&
           (double)(esw_ticks(answer->clock) - run->began) * answer->ns_per_tick >
               (double)request->patience_ns;
}

// Are more samples wanted, and is there room for them?
static inline bool esw_more(const struct esw_run *run)
{
    return run->wanted_left > 0 && !run->header->answer.trouble && !esw_is_late(run);
}

static inline void esw_store(struct esw_run *run, const struct esw_sample *sample)
{
    struct esw_header *header = run->header;
    uint64_t count = header->count;
    if (count >= header->capacity) {
        header->answer.trouble |= ESW_OVERFLOW;
        return;
    }
    esw_samples(header)[count] = *sample;
    __atomic_store_n(&header->count, count + 1, __ATOMIC_RELEASE);
}

// Doubles the batch until it takes its time. A batch that is suddenly slow enough, as the first one
// is while caches are cold, must be so twice.
static inline void esw_calibrate(struct esw_run *run, double duration_ns)
{
    double minimum_ns = (double)run->header->request.minimum_time_ns;
    if (duration_ns < minimum_ns && run->batch >> 40)
        esw_stop(run, "an iteration takes no time; has the compiler removed it? see ESW_USE in",
                 run->header->answer.name);
    if (duration_ns < minimum_ns)
        run->batch *= 2;
    else if (run->last_ns >= minimum_ns / 4)
        run->calibrating = false;
    run->last_ns = duration_ns;
    run->header->answer.batch = run->batch;
}

// One step from calibration to warm-up to the samples wanted; the flags of the sample just taken.
static inline uint32_t esw_advance(struct esw_run *run, double duration_ns)
{
    if (run->calibrating) {
        esw_calibrate(run, duration_ns);
        return ESW_WARMUP | ESW_CALIBRATION;
    }
    if (run->warmup_left) {
        run->warmup_left--;
        return ESW_WARMUP;
    }
    run->wanted_left--;
    return 0;
}

static inline void esw_open_batch(struct esw_run *run)
{
    run->open = true;
    run->left = run->batch - 1;
    run->cpu_before = sched_getcpu();
    if (run->header->request.counter_count)
        esw_begin_counts(run);
    if (run->header->request.wants & ESW_WANT_CPU_TIME)
        run->cpu_start_ns = esw_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    run->start = esw_ticks(run->header->answer.clock);
}

static inline void esw_close_batch(struct esw_run *run)
{
    const struct esw_header *header = run->header;
    uint64_t end = esw_ticks(header->answer.clock);
    struct esw_sample sample = {run->start, (double)(end - run->start), run->batch, 0, 0, 0, 0, 0};
    if (header->request.wants & ESW_WANT_CPU_TIME)
        sample.cpu_time_ns = esw_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - run->cpu_start_ns;
    bool scaled = header->request.counter_count && esw_end_counts(run);
    sample.cpu_before = run->cpu_before;
    sample.cpu_after = sched_getcpu();
    sample.flags = esw_advance(run, sample.duration * header->answer.ns_per_tick);
    if (scaled)
        sample.flags |= ESW_SCALED;
    if (sample.cpu_before != sample.cpu_after)
        sample.flags |= ESW_MOVED;
    run->open = false;
    esw_store(run, &sample);
}

// Kept out of line, so that the loop around a body stays small.
__attribute__((noinline, unused)) static bool esw_next_batch(struct esw_run *run)
{
    if (run->open)
        esw_close_batch(run);
    if (!esw_more(run))
        return false;
    esw_open_batch(run);
    return true;
}

// Is there another iteration? Within a batch it costs a decrement.
static inline bool esw_next(struct esw_run *run)
{
    if (__builtin_expect(run->left > 0, 1)) {
        run->left--;
        return true;
    }
    return esw_next_batch(run);
}

// Records a batch that the benchmark timed itself, in place of the loop; are more wanted?
static inline bool esw_record(struct esw_run *run, double duration_ns, uint64_t iterations)
{
    struct esw_answer *answer = &run->header->answer;
    double ticks = duration_ns / answer->ns_per_tick;
    int cpu = sched_getcpu();
    struct esw_sample sample = {esw_ticks(answer->clock), ticks, iterations, 0, cpu, cpu, 0, 0};
    run->calibrating = false;
    answer->batch = iterations;
    if (esw_more(run)) {
        sample.flags = ESW_GIVEN | esw_advance(run, duration_ns);
        esw_store(run, &sample);
    }
    return esw_more(run);
}

// ---- Metrics of the benchmark's own

// A value for the whole run, such as "throughput" in "req/s"; said again, the last one counts. For
// eswexp's reports, neither name nor unit has blanks. Exits with 2 if there are too many, or too
// long names. Allocates nothing and calls no kernel.
static inline void esw_metric(struct esw_run *run, const char *name, double value, const char *unit,
                              enum esw_better better)
{
    struct esw_header *header = run->header;
    uint64_t i = 0;
    while (i < header->metric_count && strcmp(header->metrics[i].name, name) != 0)
        i++;
    if (i == ESW_METRICS)
        esw_stop(run, "no room for another metric,", name);
    struct esw_value *metric = &header->metrics[i];
    if (strlen(name) >= sizeof(metric->name) || (unit && strlen(unit) >= sizeof(metric->unit)))
        esw_stop(run, "name or unit too long of the metric", name);
    memset(metric, 0, sizeof(*metric));
    memcpy(metric->name, name, strlen(name));
    memcpy(metric->unit, unit ? unit : "", unit ? strlen(unit) : 0);
    metric->value = value;
    metric->better = (uint32_t)(better <= ESW_MORE ? better : ESW_UNKNOWN);
    if (i == header->metric_count)
        header->metric_count++;
}

// ---- End

static inline void esw_print_time(const char *label, double ns)
{
    const char *unit = ns < 1e3 ? "ns" : ns < 1e6 ? "us" : ns < 1e9 ? "ms" : "s";
    double scale = ns < 1e3 ? 1 : ns < 1e6 ? 1e3 : ns < 1e9 ? 1e6 : 1e9;
    printf("  %s%.4g %s", label, ns / scale, unit);
}

static inline int esw_compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// Collects the wanted samples' values, ns per iteration; returns how many.
static inline size_t esw_collect(const struct esw_run *run, double *values)
{
    size_t count = 0;
    for (uint64_t i = 0; i < run->header->count; i++) {
        const struct esw_sample *sample = &esw_samples(run->header)[i];
        bool warmup = sample->flags & ESW_WARMUP;
        double value = sample->duration / (double)sample->iterations;
        value *= run->header->answer.ns_per_tick;
        if (!warmup)
            values[count++] = value;
        if (run->each) {
            esw_print_time("", value);
            printf("\tx %llu%s\n", (unsigned long long)sample->iterations,
                   warmup ? "\twarm-up" : "");
        }
    }
    return count;
}

static inline void esw_print_summary(const struct esw_header *header, double *values, size_t count)
{
    const struct esw_answer *answer = &header->answer;
    double sum = 0;
    qsort(values, count, sizeof(*values), esw_compare);
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    double median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    printf("%s%s%s\n  %zu samples, each the mean of %llu, after %llu to warm up\n", answer->name,
           answer->iteration[0] ? ": an iteration is " : "", answer->iteration, count,
           (unsigned long long)answer->batch, (unsigned long long)(header->count - count));
    esw_print_time("min ", values[0]);
    esw_print_time("median ", median);
    esw_print_time("mean ", sum / (double)count);
    esw_print_time("max ", values[count - 1]);
    printf("  per iteration\n");
    if (answer->operations > 0) {
        esw_print_time("median ", median / answer->operations);
        printf(" per %s\n", answer->operation);
    }
    if (answer->bytes > 0)
        printf("  median %.4g GB/s\n", answer->bytes / median);
    printf("  clock: granularity %.4g ns, overhead %.4g ns\n", answer->granularity_ns,
           answer->overhead_ns);
}

static inline void esw_print_metrics(const struct esw_header *header)
{
    static const char *const directions[] = {"", ", less is better", ", more is better"};
    for (uint64_t i = 0; i < header->metric_count; i++) {
        const struct esw_value *metric = &header->metrics[i];
        printf("  %s %.6g%s%s%s\n", metric->name, metric->value, metric->unit[0] ? " " : "",
               metric->unit, directions[metric->better]);
    }
}

static inline const char *esw_why_not_counted(uint32_t number)
{
    bool absent = number == ENOENT || number == ENODEV || number == EOPNOTSUPP;
    return absent ? "this machine has no such counter" : number ? strerror((int)number) : "";
}

// Means per iteration of the samples that were counted.
static inline void esw_print_counts(struct esw_header *header)
{
    static const char *const names[] = {"cycles", "instructions"};
    const struct esw_answer *answer = &header->answer;
    for (uint64_t c = 0; c < 2 && c < header->request.counter_count; c++) {
        double sum = 0, iterations = 0;
        for (uint64_t i = 0; i < header->count; i++) {
            double count = esw_counts(header)[i * header->request.counter_count + c];
            if (count < 0 || esw_samples(header)[i].flags & (ESW_WARMUP | ESW_GIVEN))
                continue;
            sum += count;
            iterations += (double)esw_samples(header)[i].iterations;
        }
        if (iterations > 0)
            printf("  %.6g %s per iteration%s\n", sum / iterations, names[c],
                   answer->user_code ? ", without the kernel's" : "");
        else
            printf("  %s: not counted%s%s\n", names[c], answer->counter_errors[c] ? ": " : "",
                   esw_why_not_counted(answer->counter_errors[c]));
    }
}

static inline void esw_print(const struct esw_run *run)
{
    double *values = (double *)malloc((size_t)run->header->count * sizeof(double) + 1);
    size_t count = values ? esw_collect(run, values) : 0;
    if (count)
        esw_print_summary(run->header, values, count);
    esw_print_metrics(run->header);
    if (count)
        esw_print_counts(run->header);
    free(values);
}

// The result was wrong: said on stderr, and esw_end() will fail.
static inline void esw_check(struct esw_run *run, bool right)
{
    if (!right && run->header->answer.state != ESW_CHECK_FAILED) {
        fprintf(stderr, "%s: the result is wrong\n", run->program);
        __atomic_store_n(&run->header->answer.state, ESW_CHECK_FAILED, __ATOMIC_RELEASE);
    }
}

// Hands the samples over, or prints them if run alone; returns main()'s exit code.
static inline int esw_end(struct esw_run *run)
{
    struct esw_header *header = run->header;
    bool right = header->answer.state != ESW_CHECK_FAILED;
    if (right)
        __atomic_store_n(&header->answer.state, ESW_FINISHED, __ATOMIC_RELEASE);
    if (run->alone && right)
        esw_print(run);
    for (uint64_t i = 0; i < header->request.counter_count; i++)
        if (run->counters[i] >= 0)
            close(run->counters[i]);
    munmap(header, esw_memory_size(header->capacity, &header->request));
    run->header = NULL;
    return right ? 0 : ESW_EXIT_CHECK;
}

// A whole main() around a kernel.
static inline int esw_main(struct esw_kernel *kernel, int argc, char **argv)
{
    struct esw_run run;
    esw_begin_kernel(&run, kernel, argc, argv);
    if (kernel->setup && !kernel->setup(kernel))
        esw_stop(&run, "cannot set up", kernel->name);
    struct esw_answer *answer = &run.header->answer;
    esw_describe(&run, kernel->name, kernel->iteration);
    esw_copy(answer->operation, sizeof(answer->operation), kernel->operation);
    answer->bytes = kernel->bytes;
    answer->operations = kernel->operations;
    if (kernel->round && !run.header->request.batch)
        answer->batch = run.batch = kernel->round;
    while (esw_next(&run)) {
        kernel->run(kernel->context, run.left + 1);
        run.left = 0;
    }
    esw_check(&run, !kernel->check || kernel->check(kernel->context));
    if (kernel->report)
        kernel->report(kernel->context, &run);
    if (kernel->teardown)
        kernel->teardown(kernel->context);
    return esw_end(&run);
}

#ifdef __cplusplus
}
#endif
