// Process creation: fork, fork and exec, fork and a shell, each to the end of the child.
//
// `fork`: the child exits at once. `exec`: it becomes this same program with a hidden first
// argument, which exits at once: a small program, linked dynamically against the C library alone,
// whose loading is most of the time, so a static one would take a fraction. `shell`: it becomes
// /bin/sh -c, which runs that program. Both have an empty environment.
// fork copies the page tables of the parent, so its size counts: --memory adds to what this program
// itself has, which is about 1 MB.
// A child whose exec failed would be a quick one: its exit code is another, and the run fails.
#include "eswexp.h"
#include "parts/processes.h"

#include <sys/auxv.h>

#define HIDDEN "--exit-at-once"
enum { FINE = 37, NOT_EXECUTED = 127 };

struct creation {
    const char *way;
    uint64_t memory;
    char *own_path;
    void (*become)(const struct creation *creation); // the child; NULL: exit at once
    char *touched;
};

static void become_program(const struct creation *creation)
{
    char *arguments[] = {creation->own_path, (char *)HIDDEN, NULL}, *environment[] = {NULL};
    execve(creation->own_path, arguments, environment);
}

static void become_shell(const struct creation *creation)
{
    const char *const arguments[] = {"sh", "-c", "\"$0\" " HIDDEN, creation->own_path, NULL};
    char *environment[] = {NULL};
    execve("/bin/sh", (char **)arguments, environment);
}

static void create(const struct creation *creation)
{
    int status;
    pid_t child = process_fork();
    if (child < 0)
        exit(ESW_EXIT_CHECK);
    if (child == 0) {
        if (!creation->become)
            _exit(FINE);
        creation->become(creation);
        _exit(NOT_EXECUTED);
    }
    if (waitpid(child, &status, 0) != child)
        process_stop("lost a child");
    errno = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_EXECUTED)
        process_stop("an exec failed, so there is nothing to time");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != FINE)
        process_stop("a child did not exit as it should");
}

static void run(void *context, uint64_t iterations)
{
    for (; iterations > 0; iterations--)
        create(context);
}

// Small pages, as their tables are what counts.
static void touch_memory(struct creation *creation)
{
    if (creation->memory == 0)
        return;
    creation->touched =
        mmap(NULL, creation->memory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    option_require(creation->touched != MAP_FAILED, "no memory for '--memory' bytes");
    madvise(creation->touched, creation->memory, MADV_NOHUGEPAGE);
    memset(creation->touched, 1, creation->memory);
}

static bool set_up(struct esw_kernel *kernel)
{
    static const char *const words[] = {"fork", "exec", "shell", NULL};
    static void (*const ways[])(const struct creation *creation) = {NULL, become_program,
                                                                    become_shell};
    struct creation *creation = kernel->context;
    creation->become = ways[choice_of("way", creation->way, words)];
    creation->own_path = realpath((const char *)getauxval(AT_EXECFN), NULL);
    if (!creation->own_path) {
        fprintf(stderr, "%s: cannot find its own file: %s\n", kernel->name, strerror(errno));
        return false;
    }
    touch_memory(creation);
    return true;
}

static void tear_down(void *context)
{
    struct creation *creation = context;
    free(creation->own_path);
    if (creation->touched)
        munmap(creation->touched, creation->memory);
}

int main(int argc, char **argv)
{
    struct creation creation = {.way = "fork"};
    const struct esw_option options[] = {
        {.name = "way", .help = "fork, exec or shell (fork)", .text = &creation.way},
        {.name = "memory",
         .help = "bytes the parent has touched, whose page tables fork copies (0)",
         .number = &creation.memory},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "process_creation",
        .iteration = "one process, from fork to the end of waiting for it",
        .options = options,
        .context = &creation,
        .setup = set_up,
        .run = run,
        .teardown = tear_down,
    };
    if (argc == 2 && strcmp(argv[1], HIDDEN) == 0)
        return FINE;
    return esw_main(&kernel, argc, argv);
}
