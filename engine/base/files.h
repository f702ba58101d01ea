// Files and folders: whole reads, atomic writes, trees.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

#include <stdio.h>

void close_fd(int *fd);
#define FD_CLEANUP __attribute__((cleanup(close_fd)))
void close_file(FILE **file);
#define FILE_CLEANUP __attribute__((cleanup(close_file)))

// The whole file, at most `limit` bytes (a longer one is an error); text->bytes is NUL-terminated.
NODISCARD bool file_read(const char *path, size_t limit, struct text *text, struct error *error);

// Writes a temporary of a random name beside it and renames that over `path`: whole or not at all,
// and through no link. It does not wait for the disk: what must not be lost is in the store.
NODISCARD bool file_write(const char *path, const char *bytes, size_t length, struct error *error);

// The same in pieces: write to the stream, then file_commit(); file_abandon() removes the
// temporary.
struct file_writer {
    FILE *stream;
    char *path, *temporary; // owned; `temporary` is a name in `folder`
    int folder;
};
NODISCARD bool file_begin(struct file_writer *writer, const char *path, struct error *error);
// In an open folder: of `path`, which messages name, only the last part counts.
NODISCARD bool file_begin_at(struct file_writer *writer, int folder, const char *path,
                             struct error *error);
NODISCARD bool file_commit(struct file_writer *writer, struct error *error);
void file_abandon(struct file_writer *writer);

bool file_exists(const char *path);
// Written since this machine was started?
bool file_is_of_this_start(const char *path);
bool folder_exists(const char *path);

// Makes the folder and its parents.
NODISCARD bool folder_make(const char *path, struct error *error);

// Paths of all in a tree (files, links, folders; other kinds too), relative to it, sorted by their
// bytes: a folder comes before what is in it. Links are not followed.
NODISCARD bool tree_list(struct arena *arena, const char *folder, struct text_list *names,
                         struct error *error);

// Removes a file or a whole tree, read-only folders too; a missing one is fine.
NODISCARD bool tree_remove(const char *path, struct error *error);

// Copies a tree (regular files with mode and modification time, folders, symbolic links; other
// kinds are left out); the entries for which `skip` returns true (path relative to the tree) as
// well, and `to` itself where it lies inside `from`. `skip` may be NULL.
NODISCARD bool tree_copy(const char *from, const char *to, bool (*skip)(const char *relative),
                         struct error *error);

// Copies one regular file with its mode, replacing `to` (unlinked first: a running one is no
// hindrance).
NODISCARD bool file_copy(const char *from, const char *to, struct error *error);

// "dir/name", or name alone if it is absolute or the folder is "".
char *path_join(struct arena *arena, const char *folder, const char *name);

// The absolute path, links resolved; need not exist (it is resolved as far as it does).
char *path_absolute(struct arena *arena, const char *path);

// An absolute path without "." and "..", taken out by name: links are not looked at.
char *path_normal(struct arena *arena, const char *path);

// What follows the folder in an absolute path, by their names: "" for itself, NULL outside of it.
const char *path_within(const char *path, const char *folder);

// Whether a path is relative, without "." or "..", or doubled slashes.
bool path_is_plain(const char *path);

// Whether a link at `path` of a tree stays in it, whatever other links of that kind there are: its
// target is relative, and goes up first and only so far.
bool link_stays_inside(const char *path, const char *target);

// The folder part ("." for a bare name).
char *path_folder(struct arena *arena, const char *path);

// Whether it is a regular file that may be executed.
bool file_can_run(const char *path);

// The program that a word names: with a slash a path, else looked for in the folders of `path`
// ("a:b", as in PATH; NULL: those of a system without PATH). What is relative is so to `folder`;
// NULL: such folders of `path` are passed over. NULL where there is none that can be executed.
char *path_find_program(struct arena *arena, const char *word, const char *path,
                        const char *folder);
