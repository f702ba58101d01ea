// What the keys of a benchmark share.
#pragma once

#include "spec/keys/benchmark/target.h"
#include "spec/yaml/readers.h"
#include "spec/yaml/resolve.h"

// Keys of a benchmark, for its table.
reader read_compiler;  // const char *: as written, a path made absolute
reader read_sources;   // struct text_list: absolute paths of files that are there
reader read_directory; // const char *: absolute path of a folder that is there; of a revision,
                       // neither need be there, and links are not followed

// The absolute path of a program named in the file; `word` itself, and a mistake, if there is none.
const char *find_program(struct reading *reading, const struct node *node, const char *word);

// Resolves target->revision, once for all targets that name it, and moves the target's files to
// where its repository has them. `keys` are the target's own.
void target_revise(struct reading *reading, const struct node *keys, struct target *target);

// `machine.require`, for its table: adds to spec->requirements.
reader read_requirements;

reader read_memory;   // struct process_settings: memory and, of one node, nodes
reader read_priority; // struct process_settings: urgency and priority

// Notes an `environment_size` that is too small for the environment; raises a default that is.
void environment_check(struct reading *reading, const struct node *randomize,
                       struct target *target);

// False if a variable of the environment makes a hash seed what no draw may replace; fixes the seed
// if it sets one.
bool environment_leaves(const struct target *target, struct randomizer_use *use);
