// The files that a link reads, as its command line names them.
#pragma once

#include "base/text.h"

// A word of a link's arguments that names a file to read.
struct input_word {
    size_t index;     // of the word
    size_t prefix;    // bytes of the word before the path, as in --version-script=PATH
    bool is_library;  // -lNAME, which found the file
    const char *path; // absolute
};

struct input_words {
    struct input_word *items;
    size_t count;
};

// Those of a link in `folder` that exist: objects, archives, scripts, lists, and libraries that -l
// finds in the folders of -L. `there` says which files exist, or existed at the time of the link.
typedef bool input_exists(void *context, const char *path);
struct input_words inputs_find(struct arena *arena, const struct text_list *arguments,
                               const char *folder, input_exists *there, void *context);

// Is it a file of the system's or a compiler's own libraries, which no build changes?
bool input_is_of_system(const char *path);
