// Prepares recorded links for repetition: removes arguments that must not be repeated.
#include "build/capture/capture.h"

#include "build/capture/go_link.h"
#include "build/capture/input_place.h"
#include "build/capture/link_arguments.h"
#include "build/toolchain/linker.h"

#include <string.h>

// Removes arguments that name the output, write other files, or strip the symbols that identify a
// layout. Symbol tables are not loaded, so an unstripped program has the same addresses.
static void clean(struct arena *arena, struct capture *capture)
{
    static const char *const valued[] = {"output", "o", "Map", "dependency-file", NULL};
    static const char *const plain[] = {"s", "strip-all", "x", "discard-all",
                                        "M", "print-map", NULL};
    static const char *const none[] = {NULL};
    const char *const *strips = capture->linker->strips ? capture->linker->strips : none;
    const struct text_list given = capture->record.arguments;
    struct text_list kept = {.items = arena_new_array(arena, char *, 1)};
    for (size_t i = 0; i < given.count; i++) {
        const char *word = given.items[i];
        bool drop = text_starts(word, "-o") && !text_starts(word, "-omagic");
        for (const char *const *name = valued; *name; name++)
            drop = link_value(&given, &i, *name) || drop;
        struct text_list one = {.items = &given.items[i], .count = 1};
        for (const char *const *name = plain; *name; name++)
            drop = drop || link_has(&one, *name);
        for (const char *const *name = strips; *name; name++)
            drop = drop || link_has(&one, *name);
        if (!drop)
            text_list_add(&kept, arena, word);
    }
    capture->record.arguments = kept;
}

static void read_go(struct arena *arena, struct capture *capture)
{
    capture->record.arguments = go_repeatable(arena, &capture->record.arguments);
    if (go_is_independent(&capture->record.arguments))
        capture->base_refusal = "the image base of a position-independent program of Go cannot be "
                                "set: build it without -buildmode=pie";
}

static void read_elf(struct arena *arena, struct capture *capture)
{
    clean(arena, capture);
    capture->own_script = link_own_script(&capture->record.arguments);
    if (link_has(&capture->record.arguments, "no-dynamic-linker"))
        capture->base_refusal = "the image base of a static position-independent program cannot "
                                "be set: link it with -static -no-pie";
}

bool capture_link(struct arena *arena, const struct recorded_link *link, const char *output,
                  struct capture *capture, struct error *error)
{
    *capture = (struct capture){.record = link->record, .output = output};
    if (!inputs_place(arena, &capture->record, link->records, error) ||
        !linker_identify(arena, capture->record.linker, &capture->linker, &capture->linker_version,
                         error))
        return false;
    (is_go_linker(capture->record.linker) ? read_go : read_elf)(arena, capture);
    return true;
}

// An LTO plugin writes its resolutions to a file; each link needs its own.
static const char *own_resolution(struct arena *arena, const char *word, const char *output)
{
    static const char option[] = "-plugin-opt=-fresolution=";
    return text_starts(word, option) ? arena_printf(arena, "%s%s.res", option, output) : word;
}

static void add_words(struct arena *arena, struct text_list *arguments,
                      const struct text_list *words)
{
    for (size_t i = 0; i < words->count; i++)
        text_list_add(arguments, arena, words->items[i]);
}

struct text_list capture_arguments(struct arena *arena, const struct capture *capture,
                                   const char *output, bool fixed, const struct text_list *objects,
                                   const struct text_list *options)
{
    const struct text_list *recorded = &capture->record.arguments;
    struct text_list arguments = {0};
    if (is_go_linker(capture->record.linker))
        return go_link_arguments(arena, capture->record.linker, output, options, recorded);
    text_list_add(&arguments, arena, capture->record.linker);
    text_list_add(&arguments, arena, "-o");
    text_list_add(&arguments, arena, output);
    add_words(arena, &arguments, objects);
    for (size_t i = 0; i < recorded->count; i++) {
        struct text_list one = {.items = &recorded->items[i], .count = 1};
        if (!fixed || !(link_has(&one, "pie") || link_has(&one, "pic-executable")))
            text_list_add(&arguments, arena, own_resolution(arena, recorded->items[i], output));
    }
    add_words(arena, &arguments, options);
    return arguments;
}
