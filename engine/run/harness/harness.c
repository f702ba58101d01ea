// The registry of harnesses, and reading output of any of them.
#include "run/harness/harness.h"

#include "run/harness/json.h"

#include <string.h>

#define DECLARE_READER(symbol, name) extern const struct harness_reader symbol##_reader;
EVERY_HARNESS(DECLARE_READER)

#define ENTER(symbol, name) &symbol##_reader,
const struct harness_reader *const harness_readers[] = {EVERY_HARNESS(ENTER) NULL};

#define NAME(symbol, name) name,
const char *const harness_names[] = {EVERY_HARNESS(NAME) NULL};

const struct harness_reader *harness_reader_of(const char *word)
{
    size_t i = 0;
    while (harness_names[i] && !text_equal(harness_names[i], word))
        i++;
    return harness_readers[i];
}

static bool looks_like_json(const char *bytes, size_t length)
{
    size_t at = 0;
    while (at < length && strchr(" \t\r\n", bytes[at]) && bytes[at])
        at++;
    return at < length && (bytes[at] == '{' || bytes[at] == '[');
}

// Without the byte order mark that programs on Windows write.
static struct harness_input input_of(const char *name, const char *bytes, size_t length)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t skipped =
        length >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0 ? strlen(mark) : 0;
    return (struct harness_input){name, bytes + skipped, length - skipped, NULL, false};
}

static const struct harness_reader *reader_of(const struct harness_input *input)
{
    const struct harness_reader *const *reader = harness_readers;
    while (*reader && (((*reader)->is_json && !input->json) || !(*reader)->accepts(input)))
        reader++;
    return *reader;
}

// As PowerShell redirects output.
static bool is_utf16(const char *bytes, size_t length)
{
    return length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0);
}

bool harness_recognizes(const char *bytes, size_t length)
{
    struct harness_input input = input_of("", bytes, length);
    return is_utf16(bytes, length) || looks_like_json(input.bytes, input.length) ||
           reader_of(&input);
}

static const char *all_titles(struct arena *arena)
{
    struct text_list titles = {0};
    for (const struct harness_reader *const *reader = harness_readers; *reader; reader++)
        text_list_add(&titles, arena, (*reader)->title);
    TEXT_CLEANUP struct text all = {0};
    for (size_t i = 0; i < titles.count; i++)
        text_printf(&all, "%s%s", !i ? "" : i + 1 < titles.count ? ", " : " and ", titles.items[i]);
    return arena_strdup(arena, all.bytes);
}

static const char *read_input(const struct harness_reader **reader,
                              const struct harness_input *input, const json_error_t *trouble,
                              struct harness_output *output)
{
    if (is_utf16(input->bytes, input->length))
        return harness_fail(output, "this is UTF-16: convert it to UTF-8");
    bool damaged = !input->json && looks_like_json(input->bytes, input->length);
    *reader = *reader ? *reader : reader_of(input);
    if (damaged && (!*reader || (*reader)->is_json)) {
        harness_at(output, "line %d", trouble->line);
        return json_error_code(trouble) == json_error_end_of_input_expected
                   ? harness_fail(output, "a second JSON value: these JSON lines are not read")
                   : harness_fail(output, "damaged JSON: %s", trouble->text);
    }
    if (!*reader)
        return harness_fail(output, "this is not output of a harness that is known: %s",
                            all_titles(output->arena));
    if ((*reader)->is_json && !input->json)
        return harness_fail(output, "this is not the JSON of %s", (*reader)->title);
    return (*reader)->read(input, output);
}

const char *harness_parse(const struct harness_reader **reader, const char *name, const char *bytes,
                          size_t length, struct harness_output *output)
{
    json_error_t trouble = {0};
    struct harness_input input = input_of(name, bytes, length);
    input.asked = *reader;
    json_t *root = looks_like_json(input.bytes, input.length)
                       ? harness_json(output, input.bytes, input.length, &trouble)
                       : NULL;
    input.json = root;
    const char *why = read_input(reader, &input, &trouble, output);
    json_decref(root);
    *output->place = '\0';
    return why || output->values || output->fault_count ? why
                                                        : harness_fail(output, "it has no values");
}
