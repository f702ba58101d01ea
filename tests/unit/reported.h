// Reports as text, for the tests that read them.
#pragma once

#include "imported.h"
#include "stored.h"

#include "shown.h"
#include "store/plan/experiment.h"

#include <jansson.h>

static inline char *as_text(const struct findings *findings, size_t columns, bool colour)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    report_text(findings, out, columns, colour);
    fclose(out);
    return bytes;
}

static inline char *as_markdown(const struct findings *findings)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    report_markdown(findings, out);
    fclose(out);
    return bytes;
}

static inline json_t *as_json(const struct findings *findings)
{
    char *bytes = NULL;
    size_t size = 0;
    struct error error = {0};
    FILE *out = open_memstream(&bytes, &size);
    assert_done(report_json(findings, out, &error), error);
    fclose(out);
    json_t *root = json_loads(bytes, 0, NULL);
    assert_non_null(root);
    free(bytes);
    return root;
}

static inline void assert_says(char *report, const char *words)
{
    if (!strstr(report, words))
        fail_msg("no \"%s\" in:\n%s", words, report);
    free(report);
}

static inline size_t longest_line(const char *text)
{
    size_t longest = 0, width = 0;
    for (; *text; text++) {
        width = *text == '\n' ? 0 : width + ((*text & 0xc0) != 0x80);
        longest = width > longest ? width : longest;
    }
    return longest;
}

// The findings of a real phase that is the same in all cells.
static inline struct imported stored_campaign(const struct spec *spec, struct repetitions real,
                                              const struct stored_truth *truth)
{
    struct arena arena = {0};
    struct error error = {0};
    struct imported imported = {.store = store_temporary(&error)};
    struct repetitions *all = arena_new_array(&arena, struct repetitions, spec->cell_count);
    for (size_t i = 0; i < spec->cell_count; i++)
        all[i] = real;
    assert_done(store_spec(imported.store, spec, &error), error);
    stored_phase(imported.store, spec, PHASE_REAL, all, truth);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    arena_release(&arena);
    return imported;
}
