// Streaming the samples of one series, one execution at a time.
#pragma once

#include "store/results/catalogue.h"

// Consecutive values of one execution. Labels and values stay valid until the next piece.
struct sample_piece {
    const char *machine, *block, *execution;         // labels for people
    size_t machine_unit, block_unit, execution_unit; // distinct over the whole series
    size_t first;                                    // iterations before values[0]
    const double *values;
    size_t count;      // 0: the end
    const char *start; // of the attempt that succeeded, with samples_open_timed(); UTC, else ""
};

struct sample_cursor;

// Opens a cursor at the beginning of a series, ordered by machine, block, execution and iteration.
// The store must outlive it, and only one cursor may be open at a time.
NODISCARD struct sample_cursor *samples_open(struct store *store, const struct series_entry *series,
                                             struct error *error);
// The same with starts, for one block in `every`, chosen by id.
NODISCARD struct sample_cursor *samples_open_timed(struct store *store,
                                                   const struct series_entry *series, size_t every,
                                                   struct error *error);
NODISCARD bool samples_next(struct sample_cursor *cursor, struct sample_piece *piece,
                            struct error *error);
// Goes back to the beginning.
NODISCARD bool samples_rewind(struct sample_cursor *cursor, struct error *error);
void samples_close(struct sample_cursor *cursor);
void samples_cleanup(struct sample_cursor **cursor);
#define CURSOR_CLEANUP __attribute__((cleanup(samples_cleanup)))
