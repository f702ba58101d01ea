// Shared by the files of this room.
#pragma once

#include "replay/replay.h"
#include "store/results/catalogue.h"

// What a program with eswexp's harness sees in place of the memory for its samples: a variable of
// the same length, so that its stack lies where it lay, and it prints its samples.
#define ALONE_VARIABLE "ESWEXP_REPLAYS=3"

// What a store is searched for, and the mistakes of the wish so far.
struct search {
    struct store *store;
    struct arena *arena;
    const struct catalogue *catalogue;
    const struct build_wish *wish;
    struct text_list mistakes;
};

void search_mistake(struct search *search, const char *words);

// "a, b, c", cut.
const char *search_listed(struct arena *arena, const struct text_list *names);

// EXIT_USAGE if the store has other cells or variants than its experiment.
NODISCARD bool replay_fits(const struct replay_request *request, struct error *error);

// Finds the build in a cell; a mistake if there is none.
NODISCARD bool search_build(struct search *search, size_t cell, size_t variant,
                            struct chosen_build *chosen, struct error *error);

// Finds all builds in the real experiment of a cell.
NODISCARD bool search_builds(struct search *search, size_t cell, size_t variant,
                             struct chosen_builds *chosen, struct error *error);

// EXIT_FAILED, with every reason in the log, if the build is not the one that was measured; else
// fills `differences`.
NODISCARD bool identity_check(struct replay *replay, struct error *error);

// The index in the plan of an execution of the build. EXIT_USAGE: it has no such number.
NODISCARD bool replay_find(const struct replay *replay, size_t number, size_t *index,
                           struct error *error);

// How an execution (index in the plan) is started without eswexp: nothing reads its samples.
NODISCARD bool replay_launch(const struct replay *replay, struct arena *arena, size_t index,
                             struct execution_request *request, struct launch *launch,
                             struct error *error);
