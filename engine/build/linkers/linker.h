// A linker: how its maps name sections, how it is told a layout, and what it cannot move. One const
// struct in a file of its own, listed in linker.c. docs/toolchains.md, "Linkers".
#pragma once

#include "build/linkers/map.h"
#include "build/linkers/rendering.h"
#include "model/toolchain_facts.h"

struct linker {
    const char *name;
    const char *version;               // words in the first line of its --version
    bool (*accepts)(const char *line); // is it this one, by the rest of the line? NULL: yes
    struct linker_limits cannot;
    const char *instead;       // what the user can do about them, for messages
    const char *order_instead; // about order_functions; NULL: the same

    // Reads a line of a map, which it may change, into a row; false: it places no section. *pending
    // is the name that an earlier line gave for a row that goes on in this one; NULL: there is
    // none. NULL: it writes no map that is known.
    bool (*read_row)(struct arena *arena, char *line, char **pending, struct map_row *row);
    const char *map_begin; // words of a line before the rows; NULL: they begin at once
    bool expands_percent;  // the first '%' of a map's path becomes the path of the output
    bool selects_by_name;  // a layout tells sections apart by their names alone, not by their files
    bool opens_named_files; // a layout that names a file makes it an input, even a thin member

    // Adds arguments, and files beside `output`, for a layout that arranges code or data. NULL: it
    // arranges nothing.
    bool (*render)(struct arena *arena, const struct layout *layout, const char *output,
                   struct rendering *rendering, struct error *error);
    const char *image_base;       // the option, before the number
    uint64_t header_bytes;        // by which this number lies behind the begin of the image
    const char *outer_image_base; // the option for a linker that it may call; or NULL
    bool arranges_symbols;        // each function is an input of its own, even without a map
    bool shuffles; // the order is its own, from a seed: no layout says where a section is

    // The option that keeps the objects that LLVM generates at the link (LTO), before their path;
    // NULL: there is none. Are they linked behind all other objects, not in the place of the first?
    const char *generated_objects;
    bool appends_generated;

    // Options besides --strip-all that leave the program without symbols; NULL-terminated. NULL:
    // none.
    const char *const *strips;
};

extern const struct linker bfd_linker, gold_linker, lld_linker, mold_linker, go_linker,
    old_go_linker;

// Stands for all others: it can do nothing.
extern const struct linker unknown_linker;

// The facts of a linker; those of the machine are not set.
struct toolchain_facts linker_facts(const struct linker *linker);

// The linker that has this first line of --version.
const struct linker *linker_of_version(const char *line);

// Writes the files that the arguments name beside `output` ("OUTPUT.script").
NODISCARD bool layout_render(struct arena *arena, const struct layout *layout,
                             const struct linker *linker, const char *output,
                             struct rendering *rendering, struct error *error);
