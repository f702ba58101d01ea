// Entry into the kernel: a system call that does next to nothing, and the way back.
//
// `null` asks for the parent's process id, by syscall(), which no C library can answer itself;
// `write` gives one byte to /dev/null, `read` takes one from /dev/zero. A filter of system calls
// (seccomp, as containers have) is part of what is measured.
#include "eswexp.h"
#include "parts/choice.h"

#include <fcntl.h>

struct entry {
    const char *call;
    int fd;
    long answer; // of every call
    uint64_t calls, right;
    char byte;
};

static void ask(void *context, uint64_t iterations)
{
    struct entry *entry = context;
    uint64_t right = 0;
    for (uint64_t i = 0; i < iterations; i++)
        right += syscall(SYS_getppid) == entry->answer;
    entry->calls += iterations;
    entry->right += right;
}

static void write_byte(void *context, uint64_t iterations)
{
    struct entry *entry = context;
    uint64_t right = 0;
    for (uint64_t i = 0; i < iterations; i++)
        right += write(entry->fd, &entry->byte, 1) == 1;
    entry->calls += iterations;
    entry->right += right;
}

static void read_byte(void *context, uint64_t iterations)
{
    struct entry *entry = context;
    uint64_t right = 0;
    for (uint64_t i = 0; i < iterations; i++)
        right += read(entry->fd, &entry->byte, 1) == 1;
    entry->calls += iterations;
    entry->right += right;
}

static bool set_up(struct esw_kernel *kernel)
{
    static const char *const words[] = {"null", "write", "read", NULL};
    static const char *const files[] = {NULL, "/dev/null", "/dev/zero"};
    static void (*const calls[])(void *context, uint64_t iterations) = {ask, write_byte, read_byte};
    struct entry *entry = kernel->context;
    int call = choice_of("call", entry->call, words);
    kernel->run = calls[call];
    entry->answer = syscall(SYS_getppid);
    entry->fd = files[call] ? open(files[call], O_RDWR | O_CLOEXEC) : -1;
    if (files[call] && entry->fd < 0)
        fprintf(stderr, "%s: cannot open %s: %s\n", kernel->name, files[call], strerror(errno));
    entry->byte = kernel->run == read_byte; // which /dev/zero overwrites
    return !files[call] || entry->fd >= 0;
}

static bool check(void *context)
{
    const struct entry *entry = context;
    return entry->right == entry->calls && entry->byte == 0;
}

static void tear_down(void *context)
{
    const struct entry *entry = context;
    if (entry->fd >= 0)
        close(entry->fd);
}

int main(int argc, char **argv)
{
    struct entry entry = {.call = "null"};
    const struct esw_option options[] = {
        {.name = "call",
         .help = "null (getppid), write (to /dev/null) or read (of /dev/zero): one byte (null)",
         .text = &entry.call},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "kernel_entry",
        .iteration = "one system call",
        .options = options,
        .context = &entry,
        .setup = set_up,
        .check = check,
        .teardown = tear_down,
    };
    return esw_main(&kernel, argc, argv);
}
