// A child for the launcher's tests: behaves as its first argument says.
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static long number(const char *text)
{
    return strtol(text, NULL, 10);
}

// As a plug-in that is closed again.
static int map_code(const char *path)
{
    int fd = open(path, O_RDONLY);
    void *code = mmap(NULL, 1, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    close(fd);
    return code == MAP_FAILED || munmap(code, 1) != 0;
}

static int say_environment(void)
{
    size_t bytes = 0;
    for (char **variable = environ; *variable; variable++)
        bytes += strlen(*variable) + 1;
    printf("%zu", bytes);
    return 0;
}

static int say_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.' && (int)number(entry->d_name) != dirfd(folder))
            printf("%s ", entry->d_name);
    return folder ? closedir(folder) : 1;
}

static int say_cpus(void)
{
    cpu_set_t cpus;
    sched_getaffinity(0, sizeof cpus, &cpus);
    printf("%d %d", CPU_COUNT(&cpus), sched_getcpu());
    return 0;
}

static int say_signals(void)
{
    sigset_t blocked;
    int ignored = 0;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    for (int number = 1; number < 32; number++)
        ignored += signal(number, SIG_DFL) == SIG_IGN;
    printf("%d %d %d", ignored, sigismember(&blocked, SIGINT), getpgrp() == getpid());
    return 0;
}

// Function, local, heap block, library function; then the stack's limit.
static int say_addresses(void)
{
    int local = 0;
    void *block = malloc(100);
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    printf("%p %p %p %p %llu", (void *)say_addresses, (void *)&local, block, (void *)printf,
           (unsigned long long)limit.rlim_cur);
    free(block);
    return 0;
}

static int sleep_long(const char *file)
{
    if (file) { // it is there once it is whole
        char unfinished[4096];
        snprintf(unfinished, sizeof unfinished, "%s.tmp", file);
        FILE *stream = fopen(unfinished, "w");
        if (!stream || fprintf(stream, "%d\n", (int)getpid()) < 0 || fclose(stream) ||
            rename(unfinished, file))
            return 1;
    }
    sleep(1000);
    return 1;
}

// Leaves one child in its group and one in a session of its own.
static int leave_children(char **files)
{
    for (int i = 0; i < 2; i++)
        if (fork() == 0) {
            if (i)
                setsid();
            if (fork() == 0)
                _exit(sleep_long(files[i]));
            _exit(0);
        }
    while (access(files[0], R_OK) || access(files[1], R_OK))
        usleep(1000);
    return 0;
}

static int flood(void)
{
    static char bytes[1 << 16];
    memset(bytes, 'y', sizeof bytes);
    while (write(STDOUT_FILENO, bytes, sizeof bytes) > 0)
        ;
    return 1;
}

static int signal_parent(int number, char **arguments)
{
    kill(getppid(), number);
    return sleep_long(arguments[2]);
}

// Writes to so many bytes of its own.
static int take_memory(size_t bytes)
{
    char *memory = malloc(bytes);
    if (!memory)
        return fprintf(stderr, "no memory\n") < 0 ? 1 : 9;
    for (size_t i = 0; i < bytes; i += 4096)
        ((volatile char *)memory)[i] = 1;
    free(memory);
    return 0;
}

// Address space alone, of which nothing can be written.
static int reserve_memory(size_t bytes)
{
    return mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "arguments") == 0)
        return printf("%s|%s|%s", argv[0], argv[2], argv[argc - 1]) < 0;
    if (strcmp(what, "environment") == 0)
        return say_environment();
    if (strcmp(what, "descriptors") == 0)
        return say_descriptors();
    if (strcmp(what, "cpus") == 0)
        return say_cpus();
    if (strcmp(what, "signals") == 0)
        return say_signals();
    if (strcmp(what, "addresses") == 0)
        return say_addresses();
    if (strcmp(what, "map") == 0)
        return map_code(argv[2]);
    if (strcmp(what, "exit") == 0)
        return fprintf(stderr, "going\n") < 0 || printf("gone\n") < 0 ? 1 : (int)number(argv[2]);
    if (strcmp(what, "signal") == 0)
        return raise((int)number(argv[2]));
    if (strcmp(what, "stubborn") == 0)
        signal(SIGTERM, SIG_IGN);
    if (strcmp(what, "leave") == 0)
        return leave_children(argv + 2);
    if (strcmp(what, "flood") == 0)
        return flood();
    if (strcmp(what, "end-parent") == 0)
        return signal_parent(SIGKILL, argv);
    if (strcmp(what, "stop-parent") == 0)
        return signal_parent(SIGSTOP, argv);
    if (strcmp(what, "take") == 0)
        return take_memory((size_t)number(argv[2]));
    if (strcmp(what, "reserve") == 0)
        return reserve_memory((size_t)number(argv[2]));
    if (strcmp(what, "silence") == 0)
        return closefrom(0), 0;
    return sleep_long(argc > 2 ? argv[2] : NULL);
}
