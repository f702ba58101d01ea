// The formats of a comparison: one on stdout, all in the campaign's folder.
#include "commands/shared/comparison_formats.h"

#include "base/files/folder.h"
#include "commands/shared/results.h"
#include "commands/shared/show.h"
#include "report/compare/comparison_junit.h"
#include "report/compare/comparison_trackers.h"
#include "report/compare/document.h"
#include "report/compare/record.h"
#include "report/json.h"
#include "report/markdown.h"

#include <stddef.h>

static bool as_json(const struct comparison_set *comparison_set,
                    const struct comparison_frame *frame, FILE *out, struct error *error)
{
    struct arena scratch = {0};
    bool written = json_of_result(comparison_record(&scratch, comparison_set, frame),
                                  comparison_document(&scratch, comparison_set, frame), out, error);
    arena_release(&scratch);
    return written;
}

static bool as_markdown(const struct comparison_set *comparison_set,
                        const struct comparison_frame *frame, FILE *out, struct error *error)
{
    static const struct markdown comment = {.level = 3, .phone = true, .notes = true};
    struct arena scratch = {0};
    (void)error;
    document_markdown(comparison_document(&scratch, comparison_set, frame), &comment, out);
    arena_release(&scratch);
    return true;
}

static bool as_junit(const struct comparison_set *comparison_set,
                     const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)error;
    comparison_junit(comparison_set, frame, out);
    return true;
}

static bool as_bmf(const struct comparison_set *comparison_set,
                   const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)frame;
    return comparison_bmf(comparison_set, out, error);
}

static bool as_github(const struct comparison_set *comparison_set,
                      const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)frame;
    return comparison_github(comparison_set, BETTER_LESS, out, error);
}

static bool as_github_bigger(const struct comparison_set *comparison_set,
                             const struct comparison_frame *frame, FILE *out, struct error *error)
{
    (void)frame;
    return comparison_github(comparison_set, BETTER_MORE, out, error);
}

static const struct format {
    size_t flag; // of the options
    const char *file;
    bool (*write)(const struct comparison_set *comparison_set, const struct comparison_frame *frame,
                  FILE *out, struct error *error);
} formats[] = {
    {offsetof(struct compare_options, results.json), "comparison.json", as_json},
    {offsetof(struct compare_options, markdown), "comparison.md", as_markdown},
    {offsetof(struct compare_options, junit), "comparison.junit.xml", as_junit},
    {offsetof(struct compare_options, bmf), "comparison.bmf.json", as_bmf},
    {offsetof(struct compare_options, github_benchmark), "comparison.github.json", as_github},
    {offsetof(struct compare_options, github_bigger), "comparison.github-bigger.json",
     as_github_bigger},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static bool is_asked(const struct compare_options *options, const struct format *format)
{
    return *(const bool *)((const char *)options + format->flag);
}

bool comparison_print(const struct invocation *invocation, const struct compare_options *options,
                      const struct comparison_set *comparison_set,
                      const struct comparison_frame *frame, struct error *error)
{
    for (size_t i = 0; i < FORMATS; i++)
        if (is_asked(options, &formats[i]))
            return formats[i].write(comparison_set, frame, stdout, error);
    show(invocation, comparison_document(invocation->arena, comparison_set, frame),
         options->results.notes);
    return true;
}

bool comparison_write(const struct comparison_set *comparison_set,
                      const struct comparison_frame *frame, const char *place, struct error *error)
{
    FOLDER_CLEANUP struct folder folder = {0};
    if (!folder_open(&folder, place, error))
        return false;
    for (size_t i = 0; i < FORMATS; i++) {
        struct file_writer writer;
        if (!folder_begin(&writer, &folder, formats[i].file, error))
            return false;
        if (!formats[i].write(comparison_set, frame, writer.stream, error)) {
            file_abandon(&writer);
            return false;
        }
        if (!file_commit(&writer, error))
            return false;
    }
    return true;
}

size_t comparison_formats_asked(const struct compare_options *options)
{
    size_t asked = 0;
    for (size_t i = 0; i < FORMATS; i++)
        asked += is_asked(options, &formats[i]);
    return asked;
}
