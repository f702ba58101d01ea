// The load, from two readings of /proc.
#include "machine/activity/load.h"

#include "base/clock.h"
#include "base/files/files.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_LIMIT = 1 << 22, PROCESS_LIMIT = 1 << 16 };

// The columns of /proc/stat; what guests take is in USER and NICE already.
enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, COLUMNS };

struct process {
    long id;
    long long begun, ticks; // since it began; ids are used again
    const char *name;
};

struct processes {
    struct process *items;
    size_t count, capacity;
};

struct load_watch {
    const char *root;
    const char *why; // there are no ticks, or NULL
    long long ticks[COLUMNS];
    struct processes processes;
};

// ---- Ticks of the CPUs

// Sums and differences of such numbers do not overflow; ticks of 10 ms reach it in 700,000 years.
static const long long NUMBER_MOST = 1LL << 51;

// How many numbers there are at `at`, at most `most`.
static size_t read_numbers(const char *at, long long *numbers, size_t most)
{
    size_t count = 0;
    for (char *end; count < most; at = end) {
        long long number = strtoll(at, &end, 10);
        if (end == at)
            break;
        numbers[count] = number > NUMBER_MOST    ? NUMBER_MOST
                         : number < -NUMBER_MOST ? -NUMBER_MOST
                                                 : number;
        count++;
    }
    return count;
}

// NULL, or why they cannot be told.
static const char *read_ticks(struct arena *arena, const char *root, long long ticks[COLUMNS])
{
    struct error error;
    TEXT_CLEANUP struct text text = {0};
    memset(ticks, 0, COLUMNS * sizeof *ticks); // old kernels have fewer columns
    if (!file_read(arena_printf(arena, "%s/proc/stat", root), FILE_LIMIT, &text, &error))
        return arena_strdup(arena, error.text);
    bool told = text_starts(text.bytes, "cpu ") &&
                read_numbers(text.bytes + strlen("cpu "), ticks, COLUMNS) > IDLE;
    return told ? NULL : "/proc/stat does not begin with the ticks of the CPUs";
}

// The idle columns are known to go back at times.
static long long ticks_between(const struct load_watch *watch, const long long after[COLUMNS],
                               long long *busy)
{
    long long all = 0;
    *busy = 0;
    for (int i = 0; i < COLUMNS; i++) {
        long long more = after[i] > watch->ticks[i] ? after[i] - watch->ticks[i] : 0;
        all += more;
        *busy += i == IDLE || i == IOWAIT ? 0 : more;
    }
    return all;
}

static struct load_share read_pressure(struct arena *arena, const char *root)
{
    static const char begin[] = "some avg10=";
    struct error error;
    TEXT_CLEANUP struct text text = {0};
    if (!file_read(arena_printf(arena, "%s/proc/pressure/cpu", root), FILE_LIMIT, &text, &error))
        return (struct load_share){.why = arena_strdup(arena, error.text)};
    if (!text_starts(text.bytes, begin) || !isdigit((unsigned char)text.bytes[strlen(begin)]))
        return (struct load_share){.why = "/proc/pressure/cpu has no 'some avg10'"};
    return (struct load_share){.share = strtod(text.bytes + strlen(begin), NULL) / 100};
}

// ---- Processes

// Names are chosen by whoever runs them.
static char *printable(struct arena *arena, const char *name, size_t length)
{
    char *copy = arena_strndup(arena, name, length);
    for (char *c = copy; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = '?';
    return copy;
}

// "ID (NAME) S …": a name may hold brackets and blanks. Numbers are those of proc(5) less four.
static bool read_process(struct arena *arena, const char *root, const char *id,
                         struct process *process)
{
    enum { USER_TIME = 10, SYSTEM_TIME = 11, START = 18, NUMBERS = 19 };
    struct error ignored;
    long long numbers[NUMBERS];
    char path[4096];
    TEXT_CLEANUP struct text text = {0};
    snprintf(path, sizeof path, "%s/proc/%s/stat", root, id);
    if (!file_read(path, PROCESS_LIMIT, &text, &ignored))
        return false;
    const char *open = strchr(text.bytes, '('), *close = strrchr(text.bytes, ')');
    if (!open || !close || close < open || strlen(close) < strlen(") S ") ||
        read_numbers(close + strlen(") S "), numbers, NUMBERS) < NUMBERS)
        return false;
    *process = (struct process){.id = strtol(id, NULL, 10),
                                .begun = numbers[START],
                                .ticks = numbers[USER_TIME] + numbers[SYSTEM_TIME],
                                .name = printable(arena, open + 1, (size_t)(close - open - 1))};
    return true;
}

static void add_process(struct arena *arena, struct processes *processes,
                        const struct process *process)
{
    if (processes->count == processes->capacity) {
        size_t capacity = processes->capacity ? 2 * processes->capacity : 256;
        struct process *items = arena_new_array(arena, struct process, capacity);
        if (processes->count)
            memcpy(items, processes->items, processes->count * sizeof *items);
        processes->items = items;
        processes->capacity = capacity;
    }
    processes->items[processes->count++] = *process;
}

static int by_id(const void *a, const void *b)
{
    const struct process *one = a, *two = b;
    return (one->id > two->id) - (one->id < two->id);
}

static struct processes read_processes(struct arena *arena, const char *root)
{
    struct processes processes = {0};
    struct process process;
    DIR *folder = opendir(arena_printf(arena, "%s/proc", root));
    if (!folder)
        return processes;
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (isdigit((unsigned char)*entry->d_name) &&
            read_process(arena, root, entry->d_name, &process))
            add_process(arena, &processes, &process);
    closedir(folder);
    if (processes.count)
        qsort(processes.items, processes.count, sizeof *processes.items, by_id);
    return processes;
}

// What a process took since; one that was not there then, all that it has.
static long long ticks_of(const struct processes *before, const struct process *process)
{
    const struct process *same =
        before->count ? bsearch(process, before->items, before->count, sizeof *before->items, by_id)
                      : NULL;
    return process->ticks - (same && same->begun == process->begun ? same->ticks : 0);
}

static int by_share(const void *a, const void *b)
{
    const struct load_process *one = a, *two = b;
    return (one->share < two->share) - (one->share > two->share);
}

// A build is many short processes of few names.
static void find_busiest(struct arena *arena, const struct processes *before,
                         const struct processes *after, double all, struct load *load)
{
    struct load_process *names = arena_new_array(arena, struct load_process, after->count + 1);
    size_t count = 0;
    for (size_t i = 0; i < after->count; i++) {
        double share = (double)ticks_of(before, &after->items[i]) / all;
        size_t at = 0;
        if (share <= 0)
            continue;
        while (at < count && !text_equal(names[at].name, after->items[i].name))
            at++;
        names[at].name = after->items[i].name;
        names[at].share += share;
        count += at == count;
    }
    qsort(names, count, sizeof *names, by_share);
    load->busiest_count = count < LOAD_BUSIEST ? count : LOAD_BUSIEST;
    memcpy(load->busiest, names, load->busiest_count * sizeof *names);
}

// ---- The two readings: reading the processes takes time itself, and stays outside the span

struct load_watch *load_begin(struct arena *arena, const char *root)
{
    struct load_watch *watch = arena_new(arena, struct load_watch);
    watch->root = root;
    watch->processes = read_processes(arena, root);
    watch->why = read_ticks(arena, root, watch->ticks);
    return watch;
}

struct load load_end(struct arena *arena, const struct load_watch *watch)
{
    long long ticks[COLUMNS], busy;
    struct load load = {0};
    const char *why = read_ticks(arena, watch->root, ticks);
    long long all = ticks_between(watch, ticks, &busy);
    load.busy.why = watch->why ? watch->why : why;
    load.readable = !load.busy.why;
    load.pressure = read_pressure(arena, watch->root);
    if (load.readable && all == 0)
        load.busy.why = "/proc/stat stands still";
    if (load.busy.why)
        return load;
    load.busy.share = (double)busy / (double)all;
    struct processes after = read_processes(arena, watch->root);
    find_busiest(arena, &watch->processes, &after, (double)all, &load);
    return load;
}

struct load load_over(struct arena *arena, const char *root, double span_s,
                      const volatile sig_atomic_t *stop)
{
    enum { SLICE_US = 100000 }; // a signal just before a longer sleep would be lost on it
    const struct load_watch *watch = load_begin(arena, root);
    const int64_t until_ns = clock_boot_ns() + (int64_t)(span_s * 1e9);
    for (int64_t now_ns; (now_ns = clock_boot_ns()) < until_ns && !(stop && *stop);) {
        int64_t left_us = (until_ns - now_ns) / 1000 + 1;
        usleep(left_us < SLICE_US ? (useconds_t)left_us : SLICE_US);
    }
    return load_end(arena, watch);
}
