// Writes and reads records: NUL-terminated strings, each list preceded by its length.
#include "build/capture/record.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/toolchain/linker.h"
#include "build/toolchain/sha256.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char heading[] = "eswexp-ld 3";

// Some shells drop variables whose names have other characters than these.
static char *variable_of(struct arena *arena, const char *prefix, const char *name)
{
    const char *dot = strchr(name, '.');
    char *variable = arena_printf(arena, "%s%s", prefix, dot ? dot + 1 : name);
    for (char *c = variable + strlen(prefix); *c; c++)
        *c = (char)(isalnum((unsigned char)*c) ? toupper((unsigned char)*c) : '_');
    return variable;
}

char *linker_variable(struct arena *arena, const char *name)
{
    return variable_of(arena, LINKER_VARIABLE, name);
}

char *named_linker_variable(struct arena *arena, const char *name)
{
    return variable_of(arena, "ESWEXP_NAMED_LD_", name);
}

const char *inode_of(struct arena *arena, const char *path)
{
    struct stat status;
    return stat(path, &status) != 0
               ? ""
               : arena_printf(arena, "%ju %ju", (uintmax_t)status.st_dev, (uintmax_t)status.st_ino);
}

bool record_note_made(struct arena *arena, struct link_record *record, struct error *error)
{
    char hex[65];
    const char *path = path_absolute(arena, path_join(arena, record->folder, record->output));
    if (!sha256_file(path, hex))
        return failed_errno(error, "cannot read '%s'", path);
    record->made = (struct link_made){path, arena_strdup(arena, hex), inode_of(arena, path)};
    return true;
}

static void add_string(struct text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string) + 1);
}

static void add_list(struct text *text, const struct text_list *list)
{
    text_printf(text, "%zu", list->count);
    text_add_bytes(text, "", 1);
    for (size_t i = 0; i < list->count; i++)
        add_string(text, list->items[i]);
}

void link_inputs_add(struct link_inputs *inputs, struct arena *arena,
                     const struct link_input *input)
{
    if ((inputs->count & (inputs->count + 1)) == 0) {
        struct link_input *items = arena_new_array(arena, struct link_input, inputs->count * 2 + 1);
        for (size_t i = 0; i < inputs->count; i++)
            items[i] = inputs->items[i];
        inputs->items = items;
    }
    inputs->items[inputs->count++] = *input;
}

// A list of four strings for each.
static void add_inputs(struct text *text, const struct link_inputs *inputs)
{
    text_printf(text, "%zu", inputs->count);
    text_add_bytes(text, "", 1);
    for (size_t i = 0; i < inputs->count; i++) {
        const struct link_input *input = &inputs->items[i];
        add_string(text, input->path);
        add_string(text, input->kept);
        add_string(text, input->sha256);
        text_printf(text, "%" PRIu64 " %" PRId64 " %" PRId64, input->bytes, input->modified_ns,
                    input->changed_ns);
        text_add_bytes(text, "", 1);
    }
}

bool record_write(const char *path, const struct link_record *record, struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    add_string(&text, heading);
    add_string(&text, record->folder);
    add_string(&text, record->linker);
    add_string(&text, record->output);
    add_string(&text, record->made.path);
    add_string(&text, record->made.sha256);
    add_string(&text, record->made.inode);
    add_list(&text, &record->arguments);
    add_list(&text, &record->environment);
    add_inputs(&text, &record->inputs);
    return file_write(path, text.bytes, text.length, error);
}

// The next string, or NULL at the end.
static const char *take(const struct text *text, size_t *at)
{
    if (*at >= text->length)
        return NULL;
    const char *string = text->bytes + *at;
    *at += strlen(string) + 1;
    return string;
}

static bool take_list(struct arena *arena, const struct text *text, size_t *at,
                      struct text_list *list)
{
    const char *item = take(text, at);
    size_t count = item ? strtoull(item, NULL, 10) : 0;
    *list = (struct text_list){.items = arena_new_array(arena, char *, 1)};
    for (; item && list->count < count; text_list_add(list, arena, item))
        if (!(item = take(text, at)))
            return false;
    return item != NULL;
}

static bool take_inputs(struct arena *arena, const struct text *text, size_t *at,
                        struct link_inputs *inputs)
{
    const char *item = take(text, at);
    size_t count = item ? strtoull(item, NULL, 10) : 0;
    *inputs = (struct link_inputs){0};
    while (item && inputs->count < count) {
        const char *path = take(text, at), *kept = take(text, at), *sha256 = take(text, at);
        char *end;
        if (!sha256 || *path != '/' || !(item = take(text, at)))
            return false;
        struct link_input input = {.path = arena_strdup(arena, path),
                                   .kept = arena_strdup(arena, kept),
                                   .sha256 = arena_strdup(arena, sha256),
                                   .bytes = strtoull(item, &end, 10)};
        input.modified_ns = strtoll(end, &end, 10);
        input.changed_ns = strtoll(end, NULL, 10);
        link_inputs_add(inputs, arena, &input);
    }
    return item != NULL;
}

bool record_read(struct arena *arena, const char *file, struct link_record *record,
                 struct error *error)
{
    TEXT_CLEANUP struct text text = {0};
    if (!file_read(file, 256 << 20, &text, error))
        return false;
    size_t at = 0;
    const char *first = take(&text, &at), *folder = take(&text, &at), *linker = take(&text, &at),
               *output = take(&text, &at), *path = take(&text, &at), *sha256 = take(&text, &at),
               *inode = take(&text, &at);
    if (!text_equal(first, heading) || !inode ||
        !take_list(arena, &text, &at, &record->arguments) ||
        !take_list(arena, &text, &at, &record->environment) ||
        !take_inputs(arena, &text, &at, &record->inputs))
        return failed(error, EXIT_FAILED, "'%s' is not the record of a link", file);
    record->folder = arena_strdup(arena, folder);
    record->linker = arena_strdup(arena, linker);
    record->output = arena_strdup(arena, output);
    record->made = (struct link_made){arena_strdup(arena, path), arena_strdup(arena, sha256),
                                      arena_strdup(arena, inode)};
    return true;
}
