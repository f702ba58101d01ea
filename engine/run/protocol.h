// What the engine and its launcher say to each other.
//
// Both map one memory file: the engine writes a queue of requests into its front, the launcher its
// outcomes and, into the two rings behind it, what the last child said. Over a SOCK_SEQPACKET
// socket go one byte (enum launch_word) and, with LAUNCH_RUN, the descriptor of the samples;
// LAUNCH_ENDED comes back.
#pragma once

#include "model/address_layout.h"
#include "model/process_settings.h"
#include "run/launcher.h"

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

enum launch_word { LAUNCH_READY = 'L', LAUNCH_RUN = 'R', LAUNCH_ENDED = 'E' };

// Descriptors that the launcher is born with.
enum { LAUNCH_SOCKET = 3, LAUNCH_AREA = 4 };

enum {
    LAUNCH_QUEUE_BYTES = 8 << 20, // more than Linux gives argv and environment (6 MiB)
    LAUNCH_AREA_BYTES = LAUNCH_QUEUE_BYTES + 2 * CHILD_SAID_BYTES, // sparse
};

// At the start of the area; behind it the requests.
struct launch_queue {
    uint64_t count, ended;
    struct outcome outcomes[LAUNCH_QUEUE_MOST];
};

// Behind it the strings, each with its NUL: program, folder, arguments, environment.
struct launch_request {
    uint64_t bytes; // from this request to the next
    uint64_t argument_count, environment_count;
    bool pinned;
    cpu_set_t cpus;
    struct address_layout address_layout;
    struct process_settings process_settings;
    double timeout_s, grace_s;
    uint64_t memory_limit_bytes;
    uint64_t figures; // figure_bit()s
};
