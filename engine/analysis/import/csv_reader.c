// The state machine of RFC 4180.
#include "analysis/import/csv_reader.h"

#include <string.h>

// The fields as offsets, because the bytes of a growing row move.
struct row {
    struct csv_reader *reader;
    size_t starts[CSV_FIELDS_MAX];
    size_t count;
    bool too_many;
};

static void begin_field(struct row *row)
{
    row->too_many |= row->count == CSV_FIELDS_MAX;
    if (!row->too_many)
        row->starts[row->count++] = row->reader->bytes.length;
}

static void end_field(struct row *row)
{
    text_add_bytes(&row->reader->bytes, "", 1);
}

static int next_byte(struct csv_reader *reader)
{
    int byte = getc_unlocked(reader->stream);
    if (byte == '\r') { // CRLF or CR, as if LF
        int after = getc_unlocked(reader->stream);
        if (after != '\n')
            ungetc(after, reader->stream);
        byte = '\n';
    }
    reader->next_line += byte == '\n';
    return byte;
}

static void keep(struct csv_reader *reader, int byte)
{
    char character = (char)byte;
    text_add_bytes(&reader->bytes, &character, 1);
}

// The inside of a quoted field, its quote already read; returns the byte after it.
static int read_quoted(struct csv_reader *reader, const char **mistake)
{
    for (;;) {
        int byte = next_byte(reader);
        if (byte == '"' && (byte = next_byte(reader)) != '"')
            return byte;
        if (byte == EOF) {
            *mistake = "a quote is never closed";
            return EOF;
        }
        if (reader->bytes.length > CSV_ROW_BYTES_MAX) {
            *mistake = "a row is longer than 1 MiB: is a quote never closed?";
            return EOF;
        }
        keep(reader, byte);
    }
}

// One row's fields into `row`; returns EOF at the end of the file, else the row's end.
static int read_row(struct row *row, int byte, const char **mistake)
{
    struct csv_reader *reader = row->reader;
    begin_field(row);
    bool fresh = true;
    while (byte != '\n' && byte != EOF) {
        if (byte == '"' && fresh) {
            byte = read_quoted(reader, mistake);
            fresh = false;
            if (byte != ',' && byte != '\n' && byte != EOF)
                *mistake = "text follows a closing quote";
            continue;
        }
        if (byte == ',') {
            end_field(row);
            begin_field(row);
        } else {
            keep(reader, byte);
        }
        fresh = byte == ',';
        if (byte == '\0')
            *mistake = "a NUL byte: this is no text";
        if (reader->bytes.length > CSV_ROW_BYTES_MAX) {
            *mistake = "a row is longer than 1 MiB";
            return EOF;
        }
        byte = next_byte(reader);
    }
    end_field(row);
    return byte;
}

// Pipes cannot be read again; C libraries of GNU/Linux take back bytes that were just read.
static void skip_mark(struct csv_reader *reader)
{
    static const char mark[] = "\xef\xbb\xbf";
    char bytes[3];
    size_t got = fread(bytes, 1, 3, reader->stream);
    if (got == 3 && memcmp(bytes, mark, 3) == 0)
        return;
    while (got)
        ungetc((unsigned char)bytes[--got], reader->stream);
}

enum csv_result csv_next(struct csv_reader *reader, const char **mistake)
{
    if (reader->next_line == 0) {
        reader->next_line = 1;
        skip_mark(reader);
    }
    int first = '\n';
    while (first == '\n') {
        reader->line = reader->next_line;
        first = next_byte(reader);
    }
    if (first == EOF)
        return CSV_END;
    struct row row = {.reader = reader};
    reader->bytes.length = 0;
    *mistake = NULL;
    int end = read_row(&row, first, mistake);
    reader->count = row.count;
    for (size_t i = 0; i < row.count; i++)
        reader->fields[i] = reader->bytes.bytes + row.starts[i];
    if (*mistake)
        return end == EOF ? CSV_BROKEN : CSV_MISTAKE;
    if (row.too_many) {
        *mistake = "more than 1024 fields";
        return CSV_MISTAKE;
    }
    return CSV_ROW;
}

void csv_release(struct csv_reader *reader)
{
    text_release(&reader->bytes);
}
