// Which files of a tree processes open, as inotify(7) tells.
#pragma once

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>

// Files that were there before the processes ran, relative to the tree.
struct opened_files {
    struct text_list paths;
    struct text_list folders; // that were listed
    struct text_list written; // of these and of new ones: what the processes changed
    bool is_known;            // false: the kernel lost count, or watches no more folders
};

struct opened_watch;

// Watches all folders of the tree; NULL: the kernel watches no more folders.
struct opened_watch *opened_watch_begin(struct arena *arena, const char *tree);

// What was opened since the watch began or this was asked last; of NULL nothing is known.
struct opened_files opened_watch_take(struct opened_watch *watch);

void opened_watch_end(struct opened_watch *watch); // may be NULL

// Is it a linked program, a library or an object? Is it a script that may be executed?
bool file_is_linked(const char *path);
bool file_is_script(const char *path);
