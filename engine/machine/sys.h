// Reading and writing the kernel's small files in /proc and /sys.
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

// "" for this machine. ESWEXP_MACHINE_ROOT may name a folder with a proc/ and a sys/ of its own,
// for tests and for copies of another machine's files.
const char *machine_root(void);

// The first line of a file, without blanks at its end, or NULL: not there, not readable, or empty.
char *sys_line(struct arena *arena, const char *root, const char *path);

// All of it (at most 4 MiB), or NULL.
char *sys_text(struct arena *arena, const char *root, const char *path);

// All of it as it is, byte for byte (at most 4 MiB), or false.
bool sys_read(const char *root, const char *path, struct text *text);

// The name of this host; "": unknown.
const char *sys_host(struct arena *arena, const char *root);

// A whole number that is alone on the first line; false if there is none.
bool sys_number(const char *root, const char *path, uint64_t *number);

// The whole numbers at the beginning of a line, at most `most`; how many there are.
size_t sys_counts(const char *line, uint64_t *counts, size_t most);

// The value behind "key : value" (or "key: value") in a file such as /proc/cpuinfo, or NULL.
char *sys_value(struct arena *arena, const char *root, const char *path, const char *key);

// Overwrites a file that is there, in one write; the kernel's refusal is an error with its reason.
NODISCARD bool sys_write(const char *root, const char *path, const char *text, struct error *error);

// Whether a file or folder exists, readable or not.
bool sys_exists(const char *root, const char *path);

// The names in a folder, sorted, without those that begin with a dot; none if it cannot be read.
struct text_list sys_names(struct arena *arena, const char *root, const char *path);

// Whether this user may write to it; if not, errno says why.
bool sys_is_writable(const char *root, const char *path);
