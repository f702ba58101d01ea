// Reads whole files, writes them atomically, makes folders.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

#include <dirent.h>
#include <stdio.h>
#include <time.h>

void close_fd(int *fd);
#define FD_CLEANUP __attribute__((cleanup(close_fd)))
void close_file(FILE **file);
#define FILE_CLEANUP __attribute__((cleanup(close_file)))

// Adds the whole file to `text`, which ends with NUL. A file larger than `limit` bytes is
// EXIT_USAGE. A pipe or a device fails: it could block for ever.
NODISCARD bool file_read(const char *path, size_t limit, struct text *text, struct error *error);
// The same of a path that the user names, which may be a pipe.
NODISCARD bool input_read(const char *path, size_t limit, struct text *text, struct error *error);

// Writes a temporary file of a random name beside `path` and renames it: `path` has all bytes or is
// unchanged, and no link is followed. Does not wait for the disk: data that must survive a power
// failure is in the store.
NODISCARD bool file_write(const char *path, const char *bytes, size_t length, struct error *error);

// file_write() in pieces: file_begin() opens `stream` for the caller to write to, file_commit()
// renames the temporary file, file_abandon() removes it. file_begin() also does file_sweep().
struct file_writer {
    FILE *stream;
    char *path, *temporary; // owned; `temporary` is a name in `folder`
    int folder, lock;       // the lock says that somebody writes it
};
NODISCARD bool file_begin(struct file_writer *writer, const char *path, struct error *error);
// Writes into the open folder `folder` by the last part of `path`; the rest is for messages.
NODISCARD bool file_begin_at(struct file_writer *writer, int folder, const char *path,
                             struct error *error);
NODISCARD bool file_commit(struct file_writer *writer, struct error *error);
// The same on the disk, for a file that must not exist yet: else EXIT_USAGE.
NODISCARD bool file_commit_new(struct file_writer *writer, struct error *error);
void file_abandon(struct file_writer *writer);

// Removes temporary files of `name` in the open folder that processes left which were killed.
void file_sweep(int folder, const char *name);

// Is there a regular file (links followed)?
bool file_exists(const char *path);
// Was it modified since this machine booted?
bool file_is_since_boot(const char *path);
// Was it, or its entry, changed later than that?
bool file_is_changed_since(const char *path, const struct timespec *since);
bool folder_exists(const char *path);

// The next entry of a folder that is read, but "." and ".."; NULL at its end, or after an error,
// which makes *good false.
struct dirent *entry_next(DIR *entries, const char *folder, bool *good, struct error *error);

// Makes the folder and its parents; one that exists is fine.
NODISCARD bool folder_make(const char *path, struct error *error);
