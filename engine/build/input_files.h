// What the files are that a benchmark's command reads: inputs, or code that is measured.
#pragma once

#include "spec/spec.h"

// Where the user has the file that lies at `path` in a copy of the target's project.
const char *input_place(struct arena *arena, const struct target *target, const char *path);

// The words of a command and their parts, because files stand in options and shell lines, too:
// "--in=data/a", "./run <data/a | ./count".
struct text_list input_words(struct arena *arena, const struct text_list *command);

// Is the user's file `place` one of these words, or below one? They are relative to `directory`.
bool input_is_listed(struct arena *arena, const struct target *target,
                     const struct text_list *words, const char *place);

enum input_kind {
    INPUT_DATA,
    INPUT_CODE,    // the command runs it: it is its program, or a script of its interpreter
    INPUT_UNCLEAR, // code or data: the command is a script or a tool that may run anything
};

// `program`: the file that the command begins with, in a copy of the project, or NULL where there
// is none yet.
enum input_kind input_kind_of(struct arena *arena, const struct target *target, const char *program,
                              const char *place);

// Sentences on inputs, or on one file that may be code, which differ between two sides.
const char *inputs_wording(struct arena *arena, const struct text_list *paths, const char *one,
                           const char *other, const char *remedy);
const char *input_code_wording(struct arena *arena, const char *path, const char *one,
                               const char *other);
// No revision has this file.
const char *input_made_wording(struct arena *arena, const char *path, const char *one,
                               const char *other);
