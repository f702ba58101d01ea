// The shared libraries that a program names, as entries of its file.
#pragma once

#include "base/error.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>

enum { NEEDED_MOST = 256 };

// The mapped file; changes of the entries are changes of the file.
struct needed {
    void *image;
    size_t image_size;
    const char *loader; // its path, or NULL: a static program
    ElfW(Dyn) * entries[NEEDED_MOST];
    const char *names[NEEDED_MOST]; // as linked: "libm.so.6", without the loader
    ElfW(Xword) values[NEEDED_MOST];
    size_t count;
};

// Maps a program of this machine; the caller releases it.
NODISCARD bool needed_open(const char *program, struct needed *needed, struct error *error);
void needed_close(struct needed *needed);
#define NEEDED_CLEANUP __attribute__((cleanup(needed_close)))

// Writes the names in this order of their indices; NULL: as linked.
void needed_write(struct needed *needed, const size_t *order);
