// Copies of the CSV files whose cells no spreadsheet takes for formulas.
#include "report/tables/csv_spreadsheet.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MOST = 1 << 30 };

static bool is_number(const char *field, size_t length)
{
    char text[64], *end;
    if (length >= sizeof text)
        return false;
    memcpy(text, field, length);
    text[length] = '\0';
    strtod(text, &end);
    return end > text && !*end;
}

// The length of the field at `at`, with its quotes.
static size_t field_length(const char *at)
{
    if (*at != '"')
        return strcspn(at, ",\n");
    size_t length = 1;
    while (at[length] && !(at[length] == '"' && at[length + 1] != '"'))
        length += at[length] == '"' ? 2 : 1;
    return length + (at[length] == '"');
}

static void copy_fields(const char *at, FILE *out)
{
    while (*at) {
        size_t length = field_length(at), quote = *at == '"';
        bool formula = strchr("=+-@\t\r", at[quote]) && at[quote] && !is_number(at, length);
        fprintf(out, "%s%s", quote ? "\"" : "", formula ? "'" : "");
        fwrite(at + quote, 1, length - quote, out);
        at += length;
        if (*at)
            fputc(*at++, out);
    }
}

static bool copy_file(const struct folder *from, const struct folder *to, const char *name,
                      struct error *error)
{
    struct arena scratch = {0};
    TEXT_CLEANUP struct text text = {0};
    struct file_writer writer;
    bool begun = file_read(path_join(&scratch, from->path, name), FILE_BYTES_MOST, &text, error) &&
                 folder_begin(&writer, to, name, error);
    arena_release(&scratch);
    if (!begun)
        return false;
    copy_fields(text.bytes, writer.stream);
    return file_commit(&writer, error);
}

bool csv_for_spreadsheets(const struct folder *campaign, struct error *error)
{
    struct arena scratch = {0};
    FOLDER_CLEANUP struct folder from = {0}, to = {0};
    struct text_list names = {0};
    bool done = folder_enter(&from, campaign, "csv", error) &&
                folder_enter(&to, campaign, "spreadsheet", error) &&
                tree_list(&scratch, from.path, &names, error);
    for (size_t i = 0; done && i < names.count; i++)
        if (text_ends(names.items[i], ".csv") && !strchr(names.items[i], '/'))
            done = copy_file(&from, &to, names.items[i], error);
    arena_release(&scratch);
    return done;
}
