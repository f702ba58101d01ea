// A child that uses memory as its arguments say, and says what the kernel counts of it.
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static char status[1 << 14], buffer[4096];

static long kilobytes(const char *key)
{
    const char *at = strstr(status, key);
    return at ? strtol(at + strlen(key), NULL, 10) : -1;
}

// Peak, address space, resident, of files and shared mappings.
static void say(void)
{
    int fd = open("/proc/self/status", O_RDONLY);
    ssize_t got = read(fd, status, sizeof status - 1);
    status[got > 0 ? got : 0] = '\0';
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer); // none that is allocated meanwhile
    printf("%ld %ld %ld %ld\n", kilobytes("VmHWM:"), kilobytes("VmSize:"), kilobytes("VmRSS:"),
           kilobytes("RssFile:") + kilobytes("RssShmem:"));
    fflush(stdout);
}

static char *map(size_t bytes, size_t touched, int flags)
{
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
    if (bytes && memory == MAP_FAILED)
        exit(1);
    for (size_t i = 0; i < touched; i += 4096)
        ((volatile char *)memory)[i] = 1;
    return memory;
}

static void *leave(void *bytes)
{
    map(*(size_t *)bytes, *(size_t *)bytes, MAP_PRIVATE);
    exit(0); // not the first thread
}

static void *outlast(void *bytes)
{
    usleep(20000); // most likely the first thread has ended
    return leave(bytes);
}

// Another of these.
static void *become(void *arguments)
{
    char **argv = arguments;
    execv("/proc/self/exe", (char *[]){argv[0], argv[3], argv[2], NULL});
    exit(1);
}

static void begin(void *(*work)(void *), void *argument)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, argument);
    pthread_join(thread, NULL);
}

static volatile sig_atomic_t heard;

static void on_signal(int number)
{
    heard = heard * 100 + number;
}

// Starts a process that ends our stop, and says whether there was one.
static void begin_continuing(void)
{
    pid_t self = getpid();
    int state = 0;
    char path[64];
    if (fork() != 0)
        return;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)self);
    for (int tries = 0; tries < 1000 && state != 'T' && state != 't'; tries++, usleep(1000)) {
        char text[512] = "";
        int fd = open(path, O_RDONLY);
        if (read(fd, text, sizeof text - 1) > 0)
            state = (unsigned char)strrchr(text, ')')[2];
        close(fd);
    }
    printf("%s ", state == 'T' || state == 't' ? "stopped" : "running");
    fflush(stdout);
    usleep(20000);
    kill(self, SIGCONT);
    _exit(0);
}

// Each is delivered; a stop lasts until somebody else ends it; so does a time-out's TERM.
static void signals(void)
{
    signal(SIGUSR1, on_signal);
    signal(SIGTRAP, on_signal);
    raise(SIGUSR1);
    raise(SIGTRAP);
    begin_continuing();
    raise(SIGSTOP);
    wait(NULL);
    printf("%d", (int)heard);
    fflush(stdout);
}

// Three that have theirs at the same time.
static void children(size_t bytes)
{
    int ready[2], go[2];
    char byte = 0;
    if (pipe(ready) || pipe(go))
        exit(1);
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            close(go[1]);
            map(bytes, bytes, MAP_PRIVATE);
            _exit(write(ready[1], &byte, 1) != 1 || read(go[0], &byte, 1) != 0);
        }
    for (int i = 0; i < 3; i++)
        if (read(ready[0], &byte, 1) != 1)
            exit(1);
    close(go[1]);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    size_t bytes = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (strcmp(what, "touch") == 0)
        map(bytes, bytes, MAP_PRIVATE);
    if (strcmp(what, "share") == 0)
        map(bytes, argc > 3 ? strtoull(argv[3], NULL, 10) : 0, MAP_SHARED);
    if (strcmp(what, "return") == 0)
        munmap(map(bytes, bytes, MAP_PRIVATE), bytes);
    if (strcmp(what, "signals") == 0)
        return signals(), 0;
    if (strcmp(what, "stop") == 0) {
        for (size_t i = 0; i < bytes; i++) {
            begin_continuing();
            raise(SIGSTOP);
        }
        _exit(0); // their switches are not ours, as nobody waits for them
    }
    if (strcmp(what, "thread") == 0)
        begin(leave, &bytes);
    if (strcmp(what, "thread-exec") == 0 && argc > 3)
        begin(become, argv);
    if (strcmp(what, "outlasted") == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, outlast, &bytes);
        pthread_exit(NULL);
    }
    if (strcmp(what, "children") == 0)
        children(bytes);
    while (wait(NULL) > 0)
        ;
    if (strcmp(what, "exec") == 0 && argc > 3)
        become(argv);
    say();
    _exit(0);
}
