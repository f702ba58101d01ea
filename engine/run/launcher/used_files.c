// Notes what processes execute and map, from /proc/PID/exe, /proc/PID/fd and /proc/PID/maps.
#include "run/launcher/used_files.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CONTENT "/proc/%d/fd/%d"

// Closes the executed files of the child before.
static void close_contents(const struct used_entries *entries)
{
    for (const char *entry = entries->text; entry < entries->text + entries->length;
         entry += strlen(entry) + 1)
        if (*entry == FILE_CONTENT)
            close((int)strtol(strrchr(entry, '/') + 1, NULL, 10));
}

bool used_files_begin(struct used_files *files, int area, off_t offset)
{
    void *entries =
        mmap(NULL, sizeof *files->entries, PROT_READ | PROT_WRITE, MAP_SHARED, area, offset);
    files->process_count = files->content_count = 0;
    files->entries = entries == MAP_FAILED ? NULL : entries;
    if (!files->entries)
        return false;
    close_contents(files->entries);
    files->entries->length = 0;
    return true;
}

static bool is_noted(const struct used_entries *entries, char kind, const char *path)
{
    for (const char *entry = entries->text; entry < entries->text + entries->length;
         entry += strlen(entry) + 1)
        if (*entry == kind && strcmp(entry + 1, path) == 0)
            return true;
    return false;
}

// False: it is there already, or the room is used up.
static bool note(struct used_entries *entries, char kind, const char *path)
{
    size_t size = strlen(path) + 1;
    if (is_noted(entries, kind, path) || sizeof entries->text - entries->length < size + 1)
        return false;
    entries->text[entries->length] = kind;
    memcpy(entries->text + entries->length + 1, path, size);
    entries->length += size + 1;
    return true;
}

// Keeps the executed file open, as the command may remove it.
static void keep_content(struct used_files *files, const char *executable)
{
    char content[48];
    int fd =
        files->content_count < USED_CONTENTS_MOST ? open(executable, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    snprintf(content, sizeof content, CONTENT, (int)getpid(), fd);
    if (note(files->entries, FILE_CONTENT, content))
        files->content_count++;
    else
        close(fd);
}

void used_files_execute(struct used_files *files, pid_t process)
{
    char link[32], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/%d/exe", (int)process);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0)
        return;
    path[length] = '\0';
    if (note(files->entries, FILE_EXECUTED, path))
        keep_content(files, link);
    if (files->process_count < USED_PROCESSES_MOST)
        files->processes[files->process_count++] = process;
}

// "ADDRESSES r-xp OFFSET DEVICE INODE   /PATH", as proc(5) has it.
static const char *mapped_code(char *line)
{
    char *permissions = strchr(line, ' '), *path = strchr(line, '/');
    if (!permissions || !path || permissions[3] != 'x')
        return NULL;
    path[strcspn(path, "\n")] = '\0';
    return path;
}

void used_files_map(struct used_files *files, pid_t process)
{
    char name[32], *line = NULL;
    size_t size = 0;
    snprintf(name, sizeof name, "/proc/%d/maps", (int)process);
    FILE *maps = fopen(name, "re");
    while (maps && getline(&line, &size, maps) > 0) {
        const char *path = mapped_code(line);
        if (path)
            (void)note(files->entries, FILE_MAPPED, path);
    }
    free(line);
    if (maps)
        fclose(maps);
}

void used_files_open(struct used_files *files, pid_t process, int fd)
{
    char link[48], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)process, fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    if (path[0] == '/')
        (void)note(files->entries, FILE_MAPPED, path);
}

void used_files_end(struct used_files *files)
{
    for (size_t i = 0; i < files->process_count; i++)
        used_files_map(files, files->processes[i]);
    munmap(files->entries, sizeof *files->entries);
    files->entries = NULL;
}
