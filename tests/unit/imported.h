// Findings from CSV text, for the tests of analysis and reports.
#pragma once

#include "testing.h"

#include "analysis/analysis.h"
#include "analysis/import/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct imported {
    struct arena arena;
    struct store *store;
    struct findings findings;
};

static inline bool imported_try(struct imported *imported, const char *csv, struct text *report,
                                struct error *error)
{
    *imported = (struct imported){.store = store_temporary(error)};
    assert_non_null(imported->store);
    FILE *stream = fmemopen((char *)csv, strlen(csv), "r");
    assert_non_null(stream);
    bool done = import_stream(imported->store, stream, "data/some.csv", report, error) &&
                analysis_load(&imported->arena, imported->store, &imported->findings, error);
    fclose(stream);
    return done;
}

static inline void imported_free(struct imported *imported)
{
    store_close(imported->store);
    arena_release(&imported->arena);
}

// The findings of CSV that must be right.
static inline struct imported imported_from(const char *csv)
{
    struct imported imported;
    struct error error = {0};
    TEXT_CLEANUP struct text report = {0};
    if (!imported_try(&imported, csv, &report, &error)) {
        fail_msg("%s%s", report.bytes ? report.bytes : "", error.text);
        abort(); // not reached
    }
    return imported;
}

// The worked example of the paper, in no particular order.
#define KJ_EXAMPLE                                                                                 \
    "block,execution,iteration,value\n"                                                            \
    "3,2,2,4\n1,1,1,9\n1,1,2,5\n1,2,1,8\n1,2,2,3\n2,1,1,10\n2,1,2,6\n2,2,1,7\n2,2,2,11\n"          \
    "3,1,1,1\n3,1,2,12\n3,2,1,2\n"

// Two variants of four builds each whose intervals are old ± old_half and new ± new_half. Over the
// blocks that they share they do not correlate.
static inline struct imported imported_pair(double old, double old_half, double new,
                                            double new_half)
{
    static const double T3 = 3.182446305284263; // Student's t, 95 %, three degrees of freedom
    static const int olds[] = {1, 1, -1, -1}, news[] = {1, -1, 1, -1};
    double old_step = old_half * sqrt(3) / T3, new_step = new_half * sqrt(3) / T3;
    char csv[1024];
    int length = snprintf(csv, sizeof csv, "variant,block,value,unit,metric\n");
    for (int i = 0; i < 4; i++)
        length += snprintf(csv + length, sizeof csv - (size_t)length,
                           "old,%d,%.17g,s,wall_time\nnew,%d,%.17g,s,wall_time\n", i,
                           old + olds[i] * old_step, i, new + news[i] * new_step);
    return imported_from(csv);
}
