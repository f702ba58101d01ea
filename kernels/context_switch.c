// Context switches: a token goes round a ring of processes over pipes, each of which sums a working
// set of its own when it has the token.
//
// `ring` is the whole of a hop: write, switch, read, the sum, and what fetching the working set
// into the caches again costs, which belongs to a switch. `overhead` does the same within one
// process, over as many pipes, with one working set, which stays in its cache: ring less overhead
// is the switch. Both are noisy, so the difference can fall below zero; its interval says so.
// Nobody spins: every process waits in read(), so that a real-time priority on one CPU starves
// none.
#include "eswexp.h"
#include "parts/processes.h"
#include "parts/random.h"

enum { PROCESSES_MOST = 1024, WORKING_SET_MOST = 1 << 30 };

typedef uint64_t pair __attribute__((vector_size(16), may_alias));

struct token {
    uint64_t hops, sum;
};

struct link {
    int from, to;
};

struct ring {
    const char *mode, *cpus;
    uint64_t processes, bytes;
    bool whole; // the mode: all processes, not this one alone
    struct link *links;
    size_t link_count, next;
    uint64_t step; // hops from one arrival of the token to the next
    uint64_t *words;
    struct token token, expected;
    uint64_t sum_of_step; // what a step adds to the token
};

// Four sums side by side, so that reading is what it waits for.
static uint64_t sum(const uint64_t *words, uint64_t bytes)
{
    const pair *pairs = (const pair *)(const void *)words;
    pair a = {0}, b = {0}, c = {0}, d = {0};
    for (uint64_t i = 0; i < bytes / sizeof(pair); i += 4) {
        a += pairs[i];
        b += pairs[i + 1];
        c += pairs[i + 2];
        d += pairs[i + 3];
    }
    a += b + c + d;
    return a[0] + a[1];
}

static uint64_t sum_expected(const struct ring *ring, uint64_t member)
{
    uint64_t all = 0;
    for (uint64_t i = 0; i < ring->bytes / sizeof(uint64_t); i++)
        all += random_next(&member);
    return all;
}

static bool fill(struct ring *ring, uint64_t member)
{
    ring->words = aligned_alloc(64, ring->bytes + 64);
    for (uint64_t i = 0; ring->words && i < ring->bytes / sizeof(uint64_t); i++)
        ring->words[i] = random_next(&member);
    return ring->words;
}

static void take(struct token *token, const struct ring *ring)
{
    token->hops++;
    token->sum += sum(ring->words, ring->bytes);
}

// The end of one process closes its pipe, so that the others end too, one after the other.
__attribute__((noreturn)) static void serve(struct ring *ring, uint64_t member, struct link link)
{
    struct token token;
    if (!fill(ring, member))
        _exit(1);
    while (read(link.from, &token, sizeof(token)) == (ssize_t)sizeof(token)) {
        take(&token, ring);
        if (write(link.to, &token, sizeof(token)) != (ssize_t)sizeof(token))
            break;
    }
    _exit(0);
}

static void pass(struct ring *ring)
{
    const struct link *link = &ring->links[ring->next];
    ring->next = (ring->next + 1) % ring->link_count;
    take(&ring->token, ring);
    errno = 0;
    if (write(link->to, &ring->token, sizeof(ring->token)) != (ssize_t)sizeof(ring->token) ||
        read(link->from, &ring->token, sizeof(ring->token)) != (ssize_t)sizeof(ring->token))
        process_stop("the ring is broken: a process has ended");
    ring->expected.hops += ring->step;
    ring->expected.sum += ring->sum_of_step;
}

static void run(void *context, uint64_t hops)
{
    struct ring *ring = context;
    for (uint64_t hop = 0; hop < hops; hop += ring->step)
        pass(ring);
}

static bool make_pipe(struct link *link)
{
    int ends[2];
    if (pipe(ends) != 0) {
        fprintf(stderr, "%s: cannot make a pipe: %s\n", program_invocation_short_name,
                strerror(errno));
        return false;
    }
    *link = (struct link){ends[0], ends[1]};
    return true;
}

// One more process behind the last, whose pipe ends in link->from.
static bool add_process(struct ring *ring, struct link *link, uint64_t member)
{
    struct link next;
    if (!make_pipe(&next))
        return false;
    pid_t child = process_start();
    if (child == 0) {
        close(link->to);
        close(next.from);
        serve(ring, member, (struct link){link->from, next.to});
    }
    close(link->from);
    close(next.to);
    link->from = next.from;
    return child > 0;
}

static bool build(struct ring *ring)
{
    ring->link_count = ring->whole ? 1 : ring->processes;
    ring->links = calloc(ring->link_count, sizeof(*ring->links));
    for (size_t i = 0; ring->links && i < ring->link_count; i++)
        if (!make_pipe(&ring->links[i]))
            return false;
    for (uint64_t member = 1; ring->links && ring->whole && member < ring->processes; member++)
        if (!add_process(ring, ring->links, member))
            return false;
    return ring->links && fill(ring, 0);
}

static bool set_up(struct esw_kernel *kernel)
{
    static const char *const words[] = {"ring", "overhead", NULL};
    struct ring *ring = kernel->context;
    ring->whole = choice_of("mode", ring->mode, words) == 0;
    option_require(ring->processes <= PROCESSES_MOST, "'--processes' is at most 1024");
    option_require(ring->bytes <= WORKING_SET_MOST, "'--working-set' is at most 1073741824");
    if (!process_place(ring->cpus))
        return false;
    signal(SIGPIPE, SIG_IGN);
    ring->bytes = (ring->bytes + 63) / 64 * 64;
    ring->step = ring->whole ? ring->processes : 1;
    for (uint64_t member = 0; member < ring->step; member++)
        ring->sum_of_step += sum_expected(ring, member);
    if (!build(ring))
        return false;
    pass(ring); // until all are there
    kernel->round = ring->processes;
    kernel->bytes = (double)ring->bytes;
    if (!ring->whole)
        kernel->iteration = "one hop of the token within one process";
    return true;
}

static bool check(void *context)
{
    const struct ring *ring = context;
    return ring->token.hops == ring->expected.hops && ring->token.sum == ring->expected.sum;
}

static void tear_down(void *context)
{
    struct ring *ring = context;
    for (size_t i = 0; i < ring->link_count; i++) {
        close(ring->links[i].to);
        close(ring->links[i].from);
    }
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    free(ring->links);
    free(ring->words);
}

int main(int argc, char **argv)
{
    struct ring ring = {.mode = "ring", .cpus = "one", .processes = 2};
    const struct esw_option options[] = {
        {.name = "processes", .help = "in the ring (2)", .number = &ring.processes, .least = 1},
        {.name = "working-set",
         .help = "bytes that each sums, in steps of 64 (0)",
         .number = &ring.bytes},
        {.name = "mode",
         .help = "ring, or overhead: the same within one process (ring)",
         .text = &ring.mode},
        {.name = "cpus", .help = "one or all: where they may run (one)", .text = &ring.cpus},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "context_switch",
        .iteration = "one hop of the token to the next process",
        .options = options,
        .context = &ring,
        .setup = set_up,
        .run = run,
        .check = check,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
