// Repeats a captured link, with a layout.
#pragma once

#include "build/capture/capture.h"
#include "build/linkers/rendering.h"

#include <signal.h>

// The link to repeat and its surroundings. All borrowed.
struct relink {
    const struct capture *capture;
    const char *folder;      // working folder of the link
    const char *assembler;   // compiler that assembles pad objects
    const char *heap_object; // compiled from heap_source, or NULL
    const char *log;
    double timeout_s;
    const volatile sig_atomic_t *stop; // or NULL
};

// Links `output` as recorded, with `options` added.
NODISCARD bool link_plain(const struct relink *relink, const char *output,
                          const struct text_list *options, struct error *error);

// Links `output` with this layout; `rendering` holds the layout to verify.
NODISCARD bool link_layout(struct arena *arena, const struct relink *relink,
                           const struct layout *layout, const char *output,
                           struct rendering *rendering, struct error *error);

// Source of an object whose constructor moves the heap by the symbol `eswexp_heap_offset`.
extern const char heap_source[];

// Compiles C or assembler source text into `object`; `suffix` is "c" or "s".
NODISCARD bool text_compile(const char *compiler, const char *source, const char *suffix,
                            const char *object, const char *log, struct error *error);
