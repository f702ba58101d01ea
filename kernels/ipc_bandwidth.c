// Bandwidth between two processes: a pipe, TCP over the loopback interface, or a UNIX socket.
//
// One process writes --size bytes in chunks, another reads them all and acknowledges the end; an
// iteration is one such exchange. Every byte is counted once, though the kernel copies it twice: in
// from the writer's buffer, and out to the reader's. Both buffers hold one chunk and are used again
// and again, so that they stay in the caches if the chunk fits.
// The reader only counts while time is taken; one more exchange, after it, is summed as well.
#include "eswexp.h"
#include "parts/processes.h"
#include "parts/random.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

struct receipt { // the acknowledgement
    uint64_t bytes, sum;
};

struct ends {
    int writer, receipts_in; // of the process that writes and is timed
    int reader, receipts_out;
};

struct exchange {
    const char *transport, *cpus;
    uint64_t size, chunk, buffer; // bytes; size 0: as the transport says
    struct ends ends;
    char *data;
    bool *summed; // shared by both processes
    bool counted; // all of it, every time
};

static uint64_t sum(const char *data, uint64_t size)
{
    uint64_t all = 0;
    for (uint64_t i = 0; i < size; i++)
        all += (unsigned char)data[i];
    return all;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// ---- The reader

static bool receive(const struct exchange *exchange, struct receipt *receipt)
{
    *receipt = (struct receipt){0};
    while (receipt->bytes < exchange->size) {
        uint64_t most = least(exchange->chunk, exchange->size - receipt->bytes);
        ssize_t count = read(exchange->ends.reader, exchange->data, most);
        if (count <= 0)
            return false;
        receipt->bytes += (uint64_t)count;
        if (__atomic_load_n(exchange->summed, __ATOMIC_RELAXED))
            receipt->sum += sum(exchange->data, (uint64_t)count);
    }
    return true;
}

__attribute__((noreturn)) static void serve(const struct exchange *exchange)
{
    struct receipt receipt;
    memset(exchange->data, 0, exchange->chunk); // its own pages, and none of the writer's values
    while (receive(exchange, &receipt))
        if (write(exchange->ends.receipts_out, &receipt, sizeof(receipt)) !=
            (ssize_t)sizeof(receipt))
            break;
    _exit(0);
}

// ---- The writer

static struct receipt transfer(const struct exchange *exchange)
{
    struct receipt receipt;
    errno = 0;
    for (uint64_t sent = 0; sent < exchange->size;) {
        uint64_t begin = sent % exchange->chunk;
        uint64_t most = least(exchange->chunk - begin, exchange->size - sent);
        ssize_t count = write(exchange->ends.writer, exchange->data + begin, most);
        if (count <= 0)
            process_stop("cannot write to the reader");
        sent += (uint64_t)count;
    }
    if (read(exchange->ends.receipts_in, &receipt, sizeof(receipt)) != (ssize_t)sizeof(receipt))
        process_stop("no acknowledgement: the reader has ended");
    return receipt;
}

static void run(void *context, uint64_t iterations)
{
    struct exchange *exchange = context;
    for (; iterations > 0; iterations--)
        if (transfer(exchange).bytes != exchange->size)
            exchange->counted = false;
}

static bool check(void *context)
{
    struct exchange *exchange = context;
    uint64_t rest = exchange->size % exchange->chunk;
    uint64_t expected = exchange->size / exchange->chunk * sum(exchange->data, exchange->chunk) +
                        sum(exchange->data, rest);
    __atomic_store_n(exchange->summed, true, __ATOMIC_RELAXED);
    return exchange->counted && transfer(exchange).sum == expected;
}

// ---- Transports

static bool buffered(int socket, uint64_t bytes)
{
    int value = (int)least(bytes, INT32_MAX);
    return !value || (setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &value, sizeof(value)) == 0 &&
                      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &value, sizeof(value)) == 0);
}

static bool open_pipes(struct ends *ends, uint64_t buffer)
{
    int data[2], receipts[2];
    if (pipe(data) != 0 || pipe(receipts) != 0)
        return false;
    *ends = (struct ends){data[1], receipts[0], data[0], receipts[1]};
    return !buffer || fcntl(data[1], F_SETPIPE_SZ, (int)least(buffer, INT32_MAX)) >= 0;
}

static bool open_unix(struct ends *ends, uint64_t buffer)
{
    int both[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, both) != 0)
        return false;
    *ends = (struct ends){both[0], both[0], both[1], both[1]};
    return buffered(both[0], buffer) && buffered(both[1], buffer);
}

static bool connect_to(int client, int server, uint64_t buffer)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof(place);
    return buffered(client, buffer) && buffered(server, buffer) &&
           bind(server, (struct sockaddr *)&place, length) == 0 && listen(server, 1) == 0 &&
           getsockname(server, (struct sockaddr *)&place, &length) == 0 &&
           connect(client, (struct sockaddr *)&place, length) == 0;
}

// Is it our client that was accepted, and not another program's?
static bool is_peer(int client, int accepted)
{
    struct sockaddr_in ours = {0}, theirs = {0};
    socklen_t length = sizeof(ours), their_length = sizeof(theirs);
    return getsockname(client, (struct sockaddr *)&ours, &length) == 0 &&
           getpeername(accepted, (struct sockaddr *)&theirs, &their_length) == 0 &&
           ours.sin_port == theirs.sin_port && ours.sin_addr.s_addr == theirs.sin_addr.s_addr;
}

// Without Nagle's delay, which the end of an exchange would wait for.
static bool open_tcp(struct ends *ends, uint64_t buffer)
{
    int client = socket(AF_INET, SOCK_STREAM, 0), server = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    if (client < 0 || server < 0 || !connect_to(client, server, buffer))
        return false;
    int accepted = accept(server, NULL, NULL);
    close(server);
    *ends = (struct ends){client, client, accepted, accepted};
    return accepted >= 0 && is_peer(client, accepted) &&
           setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)) == 0;
}

static const struct {
    bool (*open)(struct ends *ends, uint64_t buffer);
    uint64_t size; // of an exchange, by default
} transports[] = {{open_pipes, 50 << 20}, {open_tcp, 1 << 20}, {open_unix, 50 << 20}};

static const char *const transport_words[] = {"pipe", "tcp", "unix", NULL};

// ----

static bool prepare(struct exchange *exchange)
{
    uint64_t random = 42;
    exchange->data = malloc(exchange->chunk);
    exchange->summed =
        mmap(NULL, sizeof(bool), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!exchange->data || exchange->summed == MAP_FAILED)
        return false;
    for (uint64_t i = 0; i < exchange->chunk; i++)
        exchange->data[i] = (char)random_next(&random);
    return true;
}

static bool start_reader(struct exchange *exchange)
{
    struct ends *ends = &exchange->ends;
    pid_t child = process_start();
    if (child == 0) {
        close(ends->writer);
        serve(exchange);
    }
    close(ends->reader);
    if (ends->receipts_out != ends->reader)
        close(ends->receipts_out); // so that the reader's end is seen
    return child > 0;
}

static bool set_up(struct esw_kernel *kernel)
{
    struct exchange *exchange = kernel->context;
    int transport = choice_of("transport", exchange->transport, transport_words);
    if (!process_place(exchange->cpus))
        return false;
    signal(SIGPIPE, SIG_IGN);
    if (exchange->size == 0)
        exchange->size = transports[transport].size;
    kernel->bytes = (double)exchange->size;
    errno = 0;
    if (prepare(exchange) && transports[transport].open(&exchange->ends, exchange->buffer))
        return start_reader(exchange);
    fprintf(stderr, "%s: cannot open %s: %s\n", kernel->name, exchange->transport, strerror(errno));
    return false;
}

static void tear_down(void *context)
{
    struct exchange *exchange = context;
    close(exchange->ends.writer);
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    munmap(exchange->summed, sizeof(bool));
    free(exchange->data);
}

int main(int argc, char **argv)
{
    struct exchange exchange = {
        .transport = "pipe", .cpus = "one", .chunk = 64 << 10, .counted = true};
    const struct esw_option options[] = {
        {.name = "transport", .help = "pipe, tcp or unix (pipe)", .text = &exchange.transport},
        {.name = "size",
         .help = "bytes of an iteration (0: 50 MiB, over tcp 1 MiB)",
         .number = &exchange.size},
        {.name = "chunk",
         .help = "bytes given to write() or read() at once (65536)",
         .number = &exchange.chunk,
         .least = 1},
        {.name = "buffer",
         .help = "bytes of the system's buffer between them (0: as it has them)",
         .number = &exchange.buffer},
        {.name = "cpus", .help = "one or all: where they may run (one)", .text = &exchange.cpus},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "ipc_bandwidth",
        .iteration = "one exchange of --size bytes, to its acknowledgement",
        .options = options,
        .context = &exchange,
        .setup = set_up,
        .run = run,
        .check = check,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
