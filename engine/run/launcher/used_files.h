// The files that a traced child and its descendants execute and map as code.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { LAUNCH_FILES_BYTES = 1 << 20, USED_PROCESSES_MOST = 256, USED_CONTENTS_MOST = 64 };

// Kinds of an entry, the first byte of its string. A FILE_CONTENT follows the executed file that it
// belongs to: a path that has its bytes until the next child, even if it is removed.
enum { FILE_EXECUTED = 'x', FILE_MAPPED = 'm', FILE_CONTENT = 'c' };

// Behind the rings of the area. An entry is its kind and an absolute path, with its NUL.
struct used_entries {
    size_t length;
    char text[LAUNCH_FILES_BYTES - sizeof(size_t)];
};

struct used_files {
    struct used_entries *entries;         // mapped; NULL: not wanted
    pid_t processes[USED_PROCESSES_MOST]; // that executed something
    size_t process_count, content_count;
};

// Maps the entries at this offset of the area, none yet. False: out of memory.
bool used_files_begin(struct used_files *files, int area, off_t offset);

// Called when the process has executed a file.
void used_files_execute(struct used_files *files, pid_t process);

// Notes what the process has mapped as code; called before its memory is gone.
void used_files_map(struct used_files *files, pid_t process);

// Notes the file of which the process is about to map code, by its open descriptor.
void used_files_open(struct used_files *files, pid_t process, int fd);

// Notes what processes that still run have mapped, and unmaps the entries.
void used_files_end(struct used_files *files);
