// Joins, normalises and compares paths, and finds programs.
#pragma once

#include "base/arena.h"

#include <stdbool.h>

// "folder/name", or `name` alone if it is absolute or `folder` is "".
char *path_join(struct arena *arena, const char *folder, const char *name);

// The working folder; of one that was removed a path under which there is nothing.
char *path_here(struct arena *arena);

// The absolute path with links resolved, as far as it exists.
char *path_absolute(struct arena *arena, const char *path);

// An absolute path without "." and ".."; removes them as text, so links are not resolved.
char *path_normal(struct arena *arena, const char *path);

// The rest of the absolute `path` behind `folder`, compared as text: "" for the folder itself, NULL
// outside of it.
const char *path_within(const char *path, const char *folder);

// Is the path relative, without ".", ".." and doubled slashes?
bool path_is_plain(const char *path);

// Does a link at `path` in a tree lead to a path in this tree, even through other links that do?
// True only for a relative target whose ".." all come first and do not leave the tree.
bool link_stays_inside(const char *path, const char *target);

// The part behind the last slash; all of it if there is none.
const char *path_base(const char *path);

// The folder part; "." for a bare name.
char *path_folder(struct arena *arena, const char *path);

// Is it a regular file that this user may execute?
bool file_can_run(const char *path);

// The folders of programs where the environment has no PATH.
#define PATH_USUAL "/usr/bin:/bin"

// The executable that `word` names, or NULL: with a slash `word` is a path, otherwise it is looked
// up in the folders of `path` ("a:b", as in PATH; NULL: PATH_USUAL). Relative paths start
// from `folder`; if `folder` is NULL, relative entries of `path` are skipped.
char *path_find_program(struct arena *arena, const char *word, const char *path,
                        const char *folder);
