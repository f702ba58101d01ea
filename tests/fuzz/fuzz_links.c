// Fuzzes what a build leaves to be read: linkers' maps, response files, records of links, rules of
// make, and the messages of tools.
#include "build/capture/link_arguments.h"
#include "build/capture/record.h"
#include "build/layout/sections.h"
#include "build/toolchain/complaint.h"
#include "build/toolchain/dependencies.h"
#include "fuzz.h"

static void check_sections(const struct placed_sections *placed)
{
    for (size_t i = 0; i < placed->count; i++)
        if (!placed->items[i].size || !placed->addresses[i] ||
            placed->items[i].object >= placed->count)
            abort();
}

static void read_map(struct arena *arena, const uint8_t *data, size_t size)
{
    struct placed_sections code, variables;
    struct error error;
    static const struct linker *const linkers[] = {&bfd_linker, &lld_linker, &gold_linker,
                                                   &mold_linker};
    const struct linker *linker = linkers[size ? *data % 4 : 0];
    if (!size || !sections_read(arena, fuzzed_file(data + 1, size - 1), "/build", linker, &code,
                                &variables, &error))
        return;
    check_sections(&code);
    check_sections(&variables);
}

static void read_response(struct arena *arena, const uint8_t *data, size_t size)
{
    struct text_list words;
    struct error error;
    char *word = arena_printf(arena, "@%s", fuzzed_file(data, size)), *arguments[] = {word, NULL};
    if (!link_expand(arena, arguments, &words, &error))
        return;
    if (!link_output(&words) || words.items[words.count])
        abort();
    (void)link_own_script(&words);
    (void)link_kind(&words, "/build");
}

static void read_record(struct arena *arena, const uint8_t *data, size_t size)
{
    struct link_record record;
    struct error error;
    if (!record_read(arena, fuzzed_file(data, size), &record, &error))
        return;
    if (strlen(record.folder) + strlen(record.linker) + strlen(record.output) +
            record.arguments.count + record.environment.count + record.inputs.count >
        size)
        abort(); // more than the file holds
    (void)link_output(&record.arguments);
}

static void read_rule(struct arena *arena, const uint8_t *data, size_t size)
{
    struct text_list files = {0};
    dependencies_read(arena, fuzzed_text(arena, data, size), "/build", &files);
    for (size_t i = 0; i < files.count; i++)
        if (*files.items[i] != '/')
            abort();
}

static void read_complaint(struct arena *arena, const uint8_t *data, size_t size)
{
    struct complaint complaint = complaint_of(arena, (const char *)data, size);
    for (const char *c = complaint.text; *c; c++)
        if ((unsigned char)*c < ' ' && *c != '\n' && *c != '\t')
            abort(); // it controls a terminal
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzzed_parser *const parsers[] = {read_map, read_response, read_record, read_rule,
                                             read_complaint};
    return fuzz_one_of(parsers, sizeof parsers / sizeof *parsers, data, size);
}
