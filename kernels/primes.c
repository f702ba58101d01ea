// Counts primes by threads that take turns at an interval's pieces, on a quiet or a busy machine.
#include "eswexp.h"
#include "parts/burners.h"

#include <pthread.h>

enum { PIECE = 500, THREADS_MOST = 1024 };

struct primes {
    uint64_t threads, limit, busy;
    struct burners burners;
    uint64_t next;  // the first number of the next piece
    uint64_t count; // of primes below the limit
    bool wrong;
    pthread_t started[THREADS_MOST];
};

static bool is_prime(uint64_t n)
{
    if (n < 4)
        return n >= 2;
    if (n % 2 == 0)
        return false;
    for (uint64_t divisor = 3; divisor * divisor <= n; divisor += 2)
        if (n % divisor == 0)
            return false;
    return true;
}

// Large numbers take longer, so pieces are not dealt out beforehand.
static void *count_pieces(void *context)
{
    struct primes *p = context;
    uint64_t count = 0, from;
    while ((from = __atomic_fetch_add(&p->next, PIECE, __ATOMIC_RELAXED)) < p->limit) {
        uint64_t to = p->limit - from < PIECE ? p->limit : from + PIECE;
        for (uint64_t n = from; n < to; n++)
            count += is_prime(n);
    }
    __atomic_fetch_add(&p->count, count, __ATOMIC_RELAXED);
    return NULL;
}

// A thread that cannot be started is a wrong result: too few would have done the work.
static void count_once(struct primes *p)
{
    uint64_t started = 0;
    p->next = p->count = 0;
    while (started + 1 < p->threads &&
           pthread_create(&p->started[started], NULL, count_pieces, p) == 0)
        started++;
    p->wrong |= started + 1 < p->threads;
    count_pieces(p);
    while (started > 0)
        pthread_join(p->started[--started], NULL);
}

static void run(void *context, uint64_t iterations)
{
    for (; iterations > 0; iterations--)
        count_once(context);
}

static uint64_t count_cpus(void)
{
    cpu_set_t cpus;
    return sched_getaffinity(0, sizeof(cpus), &cpus) == 0 ? (uint64_t)CPU_COUNT(&cpus) : 1;
}

static bool set_up(struct esw_kernel *kernel)
{
    struct primes *p = kernel->context;
    if (p->threads == 0)
        p->threads = count_cpus();
    option_require(p->threads <= THREADS_MOST, "'--threads' is at most 1024");
    option_require(p->limit <= 1 << 28, "'--limit' is at most 268435456");
    option_require(p->busy <= BURNERS_MOST / p->threads,
                   "'--busy' times '--threads' is at most 1024");
    kernel->operations = (double)p->limit;
    for (uint64_t i = 0; i < p->busy * p->threads; i++)
        if (!burners_add(&p->burners, -1))
            return false;
    return true;
}

// The reference: the sieve of Eratosthenes.
static uint64_t sieve(uint64_t limit)
{
    char *composite = calloc(limit, 1);
    uint64_t count = 0;
    for (uint64_t n = 2; composite && n < limit; n++) {
        count += !composite[n];
        for (uint64_t multiple = n * n; !composite[n] && multiple < limit; multiple += n)
            composite[multiple] = 1;
    }
    free(composite);
    return count;
}

static bool check(void *context)
{
    const struct primes *p = context;
    if (p->wrong)
        fprintf(stderr, "primes: a thread could not be started\n");
    return !p->wrong && burners_are_all(&p->burners) && p->count == sieve(p->limit);
}

static void tear_down(void *context)
{
    struct primes *p = context;
    burners_stop(&p->burners);
}

int main(int argc, char **argv)
{
    static struct primes primes = {.threads = 1, .limit = 100000};
    const struct esw_option options[] = {
        {.name = "threads",
         .help = "that share the work; 0: one for each CPU (1)",
         .number = &primes.threads},
        {.name = "limit",
         .help = "above the numbers looked at (100000)",
         .number = &primes.limit,
         .least = 1},
        {.name = "busy",
         .help = "processes for each thread that keep CPUs busy meanwhile (0)",
         .number = &primes.busy},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "primes",
        .iteration = "starting the threads, one count, and waiting for them",
        .operation = "number",
        .options = options,
        .context = &primes,
        .setup = set_up,
        .run = run,
        .check = check,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
