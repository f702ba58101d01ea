// Replays one build of a stored campaign: made again bit for bit, and executed beside its samples.
#pragma once

#include "executor/local/replay.h"
#include "replay/choose.h"
#include "store/results/one_build.h"

#include <signal.h>

struct replay_request {
    struct arena *arena;
    const struct log *log;
    const volatile sig_atomic_t *stop;
    struct store *store; // the campaign's
    struct spec *spec;   // from the store
    const struct catalogue *catalogue;
    struct build_wish wish;
    bool no_wait;
};

// A build that is made again. Everything lives in the request's arena.
struct replay {
    const struct replay_request *request;
    struct chosen_build chosen;
    struct one_build stored;
    struct store *settings; // the facts that choose CPUs and iterations
    struct executor *executor;
    struct plan plan;
    struct remade remade;
    struct text_list differences; // of machine and tools between campaign and replay, a line each
};

// Chooses the build, and reads what the campaign has of it. EXIT_USAGE: choose_build().
NODISCARD bool replay_choose(const struct replay_request *request, struct replay *replay,
                             struct error *error);

// Turns to another build of the same cell and variant, which replay_build() then makes.
NODISCARD bool replay_take(struct replay *replay, const struct chosen_build *chosen,
                           struct error *error);

// Makes it again, in the folder where campaigns of this experiment build. EXIT_FAILED, with the
// reasons in the log, if it is not the one that was measured.
NODISCARD bool replay_build(struct replay *replay, struct error *error);

// The samples of one execution, `times`-th (from 1), beside its stored ones.
struct replayed_execution {
    size_t number, time;
    struct remade_samples samples;
};

struct replayed {
    struct replayed_execution *items;
    size_t count;
};

// Executes every execution of the build, or only `number` (0: all), so many times. EXIT_FAILED: one
// failed. EXIT_USAGE: no such execution.
NODISCARD bool replay_execute(const struct replay *replay, size_t number, size_t times,
                              struct replayed *replayed, struct error *error);

// Executes `number` (0: the first) under a tool that has the terminal, so many times. EXIT_FAILED:
// the tool did.
NODISCARD bool replay_under(const struct replay *replay, size_t number, size_t times,
                            const struct text_list *tool, struct error *error);

// Releases what a replay holds, as far as it came.
void replay_close(struct replay *replay);
