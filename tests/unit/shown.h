// Reports and comparisons as they are shown, with all notes.
#pragma once

#include "base/arena.h"
#include "report/campaign/campaign.h"
#include "report/compare/document.h"
#include "report/compare/record.h"
#include "report/json.h"
#include "report/markdown.h"
#include "report/terminal.h"

static inline void report_text(const struct findings *findings, FILE *out, size_t columns,
                               bool colour)
{
    struct arena arena = {0};
    const struct terminal_view terminal = {columns, colour, true};
    document_terminal(campaign_document(&arena, findings, NULL), &terminal, out);
    arena_release(&arena);
}

static inline void report_markdown(const struct findings *findings, FILE *out)
{
    struct arena arena = {0};
    const struct markdown markdown = {.level = 1};
    document_markdown(campaign_document(&arena, findings, NULL), &markdown, out);
    arena_release(&arena);
}

static inline void comparison_text(const struct comparison_set *set,
                                   const struct comparison_frame *frame, FILE *out, size_t columns,
                                   bool colour)
{
    struct arena arena = {0};
    const struct terminal_view terminal = {columns, colour, true};
    document_terminal(comparison_document(&arena, set, frame), &terminal, out);
    arena_release(&arena);
}

static inline void comparison_markdown(const struct comparison_set *set,
                                       const struct comparison_frame *frame, FILE *out)
{
    struct arena arena = {0};
    const struct markdown markdown = {.level = 3, .phone = true, .notes = true};
    document_markdown(comparison_document(&arena, set, frame), &markdown, out);
    arena_release(&arena);
}

static inline void shown(const struct document *document, FILE *out, size_t columns)
{
    const struct terminal_view terminal = {.columns = columns, .notes = true};
    document_terminal(document, &terminal, out);
}

NODISCARD static inline bool report_json(const struct findings *findings, FILE *out,
                                         struct error *error)
{
    struct arena arena = {0};
    bool done = json_of_result(campaign_record(&arena, findings),
                               campaign_document(&arena, findings, NULL), out, error);
    arena_release(&arena);
    return done;
}

NODISCARD static inline bool comparison_json(const struct comparison_set *set,
                                             const struct comparison_frame *frame, FILE *out,
                                             struct error *error)
{
    struct arena arena = {0};
    bool done = json_of_result(comparison_record(&arena, set, frame),
                               comparison_document(&arena, set, frame), out, error);
    arena_release(&arena);
    return done;
}
