// The protocol between the engine and its launcher.
//
// Both map one memory file, the area. The engine writes a queue of requests at its start; the
// launcher writes the outcomes there, and the output of the last child into the two rings behind
// it, then the files that it used. Over a SOCK_SEQPACKET socket the engine sends one byte (enum
// launch_word) and, with LAUNCH_RUN, the descriptor of the samples; the launcher answers
// LAUNCH_ENDED. LAUNCH_STOP ends the child that runs, if any, as its timeout would.
#pragma once

#include "run/launcher/launcher.h"
#include "run/launcher/starting.h"
#include "run/launcher/used_files.h"

#include <stdbool.h>
#include <stdint.h>

enum launch_word { LAUNCH_READY = 'L', LAUNCH_RUN = 'R', LAUNCH_ENDED = 'E', LAUNCH_STOP = 'S' };

// Descriptors that the launcher inherits.
enum { LAUNCH_SOCKET = 3, LAUNCH_AREA = 4 };

enum {
    LAUNCH_QUEUE_BYTES = 8 << 20, // more than Linux gives argv and environment (6 MiB)
    LAUNCH_FILES_OFFSET = LAUNCH_QUEUE_BYTES + 2 * CHILD_OUTPUT_BYTES,
    LAUNCH_AREA_BYTES = LAUNCH_FILES_OFFSET + LAUNCH_FILES_BYTES, // sparse
};

// At the start of the area; the requests follow.
struct launch_queue {
    uint64_t count, ended;
    struct outcome outcomes[LAUNCH_QUEUE_MOST];
};

// Its strings follow, each with its NUL: program, folder, arguments, environment.
struct launch_request {
    uint64_t bytes; // from this request to the next
    uint64_t argument_count, environment_count;
    struct starting starting;
    double timeout_s, grace_s;
    uint64_t figures; // figure_bit()s
    bool lists_files, watches_concurrency;
    double slowed_s;
};
