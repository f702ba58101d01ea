// The record of one link, written by the shim: enough to repeat it.
#pragma once

#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

// A file that the link read.
struct link_input {
    const char *path; // absolute
    const char *kept; // in the folder of the records; "": it was beyond the limit
    const char *sha256;
    uint64_t bytes;
    int64_t modified_ns, changed_ns; // since 1970
};

struct link_inputs {
    struct link_input *items;
    size_t count;
};

// The file that the link made, as it was right after the link: builds move it, copy it, and lead
// names elsewhere.
struct link_made {
    const char *path; // absolute, without symbolic links
    const char *sha256;
    const char *inode; // with its device
};

struct link_record {
    const char *folder;           // working directory of the linker
    const char *linker;           // absolute path of the real linker
    const char *output;           // as in the arguments
    struct text_list arguments;   // without argv[0], response files expanded
    struct text_list environment; // "NAME=value" of the variables that linkers and plugins read
    struct link_inputs inputs;    // outside of the system's folders
    struct link_made made;
};

// Environment variables that tell the shim the folder for records, and the real linker behind each
// name: LINKER_VARIABLE and the part after "ld." in capitals, "LD" for ld.
#define RECORDS_VARIABLE "ESWEXP_LD_RECORDS"
#define LINKER_VARIABLE "ESWEXP_LD_"

// The options of 'cflags', by lines, for stand-ins of compilers: the I-th that a compilation has is
// told by the file COMPILED_FILE-I in the folder for records, any compilation by COMPILED_FILE.
#define CFLAGS_VARIABLE "ESWEXP_CFLAGS"
#define COMPILED_FILE "compiled"

// Where inputs are kept, in the folder of the records.
#define INPUTS_FOLDER "inputs"

void link_inputs_add(struct link_inputs *inputs, struct arena *arena,
                     const struct link_input *input);

// Notes in record->made the file that record->output names.
NODISCARD bool record_note_made(struct arena *arena, struct link_record *record,
                                struct error *error);

// What stat() says of the inode of `path`, as in struct link_made; "": there is no such file.
const char *inode_of(struct arena *arena, const char *path);

// "ESWEXP_LD_GOLD" for "ld.gold", "ESWEXP_LD_LLD_14" for "ld.lld-14".
char *linker_variable(struct arena *arena, const char *name);

// "ESWEXP_NAMED_LD_GOLD": that of a folder which the call of the compiler names, and which the shim
// precedes.
char *named_linker_variable(struct arena *arena, const char *name);

NODISCARD bool record_write(const char *path, const struct link_record *record,
                            struct error *error);
NODISCARD bool record_read(struct arena *arena, const char *file, struct link_record *record,
                           struct error *error);
