// Repeating a captured link, with a layout.
#pragma once

#include "build/capture.h"
#include "build/script.h"

#include <signal.h>

// Where and by what links are repeated. All borrowed.
struct relink {
    const struct capture *capture;
    const char *folder;      // working folder of the link
    const char *assembler;   // compiler that assembles pad objects
    const char *heap_object; // of heap_source, or NULL
    const char *log;
    double timeout_s;
    const volatile sig_atomic_t *stop; // or NULL
};

// Links `output` with nothing but `options` added.
NODISCARD bool link_plain(const struct relink *relink, const char *output,
                          const struct text_list *options, struct error *error);

// Links `output` with this layout; `rendering` says what there is to verify.
NODISCARD bool link_layout(struct arena *arena, const struct relink *relink,
                           const struct layout *layout, const char *output,
                           struct rendering *rendering, struct error *error);

// Compiles or assembles C or assembler text into `object`.
NODISCARD bool text_compile(const char *compiler, const char *source, const char *suffix,
                            const char *object, const char *log, struct error *error);
