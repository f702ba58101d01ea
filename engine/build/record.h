// One link as the shim saw it, on disk: enough to do it again.
#pragma once

#include "base/error.h"
#include "base/text.h"

struct link_record {
    const char *folder;           // it ran in
    const char *linker;           // the real one, absolute
    const char *output;           // as given
    struct text_list arguments;   // without argv[0], response files expanded
    struct text_list environment; // "NAME=value" of what linkers and their plugins read
};

// The environment variables by which the engine tells the shim where records go, and which real
// linker stands behind each name ("ESWEXP_LD_" and the part after "ld." in capitals; "LD" for ld).
#define RECORDS_VARIABLE "ESWEXP_LD_RECORDS"
#define LINKER_VARIABLE "ESWEXP_LD_"

// The names under which the shim is called, NULL-terminated.
extern const char *const linker_names[];

// "ESWEXP_LD_GOLD" for "ld.gold".
char *linker_variable(struct arena *arena, const char *name);

NODISCARD bool record_write(const char *path, const struct link_record *record,
                            struct error *error);
NODISCARD bool record_read(struct arena *arena, const char *path, struct link_record *record,
                           struct error *error);
