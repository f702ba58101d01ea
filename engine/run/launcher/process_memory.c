// Reads the memory of a process from /proc.
#include "run/launcher/process_memory.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MOST = 1 << 14 }; // memory.stat is the longest

static void read_whole(const char *folder, const char *name, char text[static FILE_MOST])
{
    char path[PATH_MAX];
    size_t length = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    for (ssize_t got = 1; fd >= 0 && got > 0 && length < FILE_MOST - 1; length += (size_t)got) {
        got = read(fd, text + length, FILE_MOST - 1 - length);
        got = got > 0 ? got : 0;
    }
    if (fd >= 0)
        close(fd);
    text[length] = '\0';
}

// The number behind `key` at the start of a line and its colon or blanks; -1: there is none.
static double number_behind(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, key, length) != 0 || (length && !strchr(": \t", line[length])))
            continue;
        const char *at = line + length + strspn(line + length, ": \t");
        char *end;
        unsigned long long number = strtoull(at, &end, 10);
        return *at >= '0' && *at <= '9' ? (double)number : -1;
    }
    return -1;
}

double kernel_number(const char *folder, const char *name, const char *key)
{
    char text[FILE_MOST] = {0};
    read_whole(folder, name, text);
    return number_behind(text, key);
}

// Sets the figure to the sum of both keys (in kB); `two` may be NULL.
static void set_sum(const char *text, const char *one, const char *two, enum figure figure,
                    struct figures *figures)
{
    double first = number_behind(text, one), second = two ? number_behind(text, two) : 0;
    if (first >= 0 && second >= 0)
        figure_set(figures, figure, (first + second) * 1024);
}

void process_memory_read(const char *folder, uint64_t wanted, struct figures *figures)
{
    char text[FILE_MOST] = {0};
    read_whole(folder, "status", text);
    set_sum(text, "VmSize", NULL, FIGURE_VIRTUAL_MEMORY, figures);
    set_sum(text, "VmRSS", NULL, FIGURE_RESIDENT_MEMORY, figures);
    set_sum(text, "RssFile", "RssShmem", FIGURE_SHARED_MEMORY, figures);
    if (wanted & (figure_bit(FIGURE_PROPORTIONAL_MEMORY) | figure_bit(FIGURE_UNIQUE_MEMORY))) {
        read_whole(folder, "smaps_rollup", text); // walks all pages
        set_sum(text, "Pss", NULL, FIGURE_PROPORTIONAL_MEMORY, figures);
        set_sum(text, "Private_Clean", "Private_Dirty", FIGURE_UNIQUE_MEMORY, figures);
    }
}
