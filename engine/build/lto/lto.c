// Chooses how a link's code is generated: by gcc, of whose plugin the linker gets the same objects
// in every link, or by LLVM, whose objects take the place of the bitcode.
#include "build/lto/lto.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/capture/link_arguments.h"
#include "build/linkers/linker.h"
#include "build/lto/imports.h"
#include "build/lto/same_program.h"
#include "build/lto/words.h"
#include "build/stand_in/lto_wrapper.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- gcc

static const char plugin_option[] = "-plugin-opt=";

static bool is_wrapper(const char *word)
{
    return text_starts(word, plugin_option) && text_ends(word, "/" LTO_WRAPPER_NAME);
}

// Replaces lto-wrapper, in a copy of the lists.
static bool replace_wrapper(struct arena *arena, const struct lto_place *place, size_t index,
                            struct link_record *record, struct error *error)
{
    const char *real = record->arguments.items[index] + strlen(plugin_option);
    const char *wrapper = path_join(arena, place->folder, LTO_WRAPPER_NAME);
    const struct text_list given = record->arguments, environment = record->environment;
    if (!folder_make(place->folder, error))
        return false;
    if (symlink(place->stand_in, wrapper) != 0 && errno != EEXIST)
        return failed_errno(error, "cannot make '%s'", wrapper);
    record->arguments = record->environment = (struct text_list){0};
    for (size_t i = 0; i < given.count; i++)
        text_list_add(&record->arguments, arena,
                      i == index ? arena_printf(arena, "%s%s", plugin_option, wrapper)
                                 : given.items[i]);
    for (size_t i = 0; i < environment.count; i++)
        text_list_add(&record->environment, arena, environment.items[i]);
    text_list_printf(&record->environment, arena, LTO_WRAPPER_VARIABLE "=%s", real);
    text_list_printf(&record->environment, arena, LTO_OBJECTS_VARIABLE "=%s/objects",
                     place->folder);
    return true;
}

// ---- LLVM

// One link of LLVM's generated objects.
struct trial {
    struct arena *arena;
    const struct relink *relink;
    const struct plain_words *words;
    const struct text_list *objects;
    const char *generated; // the program of the link that generated them
};

// "PATH", "PATH1", … as linkers number the objects of one link; empty ones are left out.
static struct text_list objects_at(struct arena *arena, const char *path)
{
    struct text_list objects = {0};
    struct stat status;
    const char *one = path;
    for (size_t i = 1; stat(one, &status) == 0; i++) {
        if (status.st_size)
            text_list_add(&objects, arena, one);
        one = arena_printf(arena, "%s%zu", path, i);
    }
    return objects;
}

// Links with the objects before item `at`. *difference: NULL if it is the same program.
static bool try_at(const struct trial *trial, size_t at, struct text_list needed,
                   struct capture *capture, const char **difference, struct text_list *lacking,
                   struct error *error)
{
    const char *output = arena_printf(trial->arena, "%s.again", trial->generated);
    struct text_list words = words_with_objects(trial->arena, trial->words, at, trial->objects);
    for (size_t i = 0; i < needed.count; i++)
        text_list_printf(&words, trial->arena, "-u%s", needed.items[i]);
    const struct text_list none = {0};
    struct relink relink = *trial->relink;
    relink.capture = capture;
    capture->record.arguments = words;
    *difference = "linking fails";
    struct error failure;
    if (!link_plain(&relink, output, &none, &failure))
        return true;
    bool good =
        programs_compare(trial->arena, trial->generated, output, difference, lacking, error);
    unlink(output);
    return good;
}

// Names to ask archives for that now stand before the generated objects, where the bitcode stood
// before them: those that the objects leave undefined, and those that only code needed which was
// optimized away.
static struct text_list needed_before(const struct trial *trial, const struct text_list *lacking)
{
    struct text_list needed = undefined_of(trial->arena, trial->objects);
    for (size_t i = 0; i < lacking->count; i++)
        text_list_add(&needed, trial->arena, lacking->items[i]);
    return needed;
}

// Members of archives that only code needed which is optimized away are asked for by name.
static bool try_place(const struct trial *trial, size_t at, struct capture *capture,
                      const char **difference, struct error *error)
{
    struct text_list none = {0}, lacking = {0}, still = {0};
    if (!try_at(trial, at, none, capture, difference, &lacking, error))
        return false;
    if (*difference && lacking.count &&
        !try_at(trial, at, lacking, capture, difference, &still, error))
        return false;
    return !*difference || at < trial->words->items.count ||
           try_at(trial, at, needed_before(trial, &lacking), capture, difference, &still, error);
}

// A linker adds generated objects where the first bitcode was, or behind all objects.
static bool arrange(const struct trial *trial, struct capture *capture, const char **difference,
                    struct error *error)
{
    const size_t first = trial->words->first, last = trial->words->last,
                 end = trial->words->items.count;
    const size_t places[2][3] = {{first, last, end}, {last, end, first}};
    const size_t *place = places[capture->linker->appends_generated];
    for (size_t i = 0; i < 3; i++) {
        const char *now;
        if (!try_place(trial, place[i], capture, &now, error))
            return false;
        *difference = i && now ? *difference : now;
        if (!now)
            return true;
    }
    return true;
}

// Every link generates the code. The note that says so.
static const char *repeat(struct arena *arena, struct capture *capture, const char *why)
{
    const struct text_list *words = &capture->record.arguments;
    if (link_has(words, "pie") || link_has(words, "pic-executable"))
        capture->base_refusal =
            "the image base cannot be set: every link generates the code, which "
            "would be that of another kind of program: link it with -no-pie";
    return arena_printf(arena, "every layout repeats the link-time optimization: %s", why);
}

static bool generate(struct arena *arena, const struct relink *relink,
                     const struct lto_place *place, const struct plain_words *words,
                     struct capture *capture, const char **note, struct error *error)
{
    const char *path = path_join(arena, place->folder, "object"), *difference = NULL;
    const char *output = path_join(arena, place->folder, "generated");
    const struct text_list given = capture->record.arguments;
    struct text_list options = {0};
    text_list_printf(&options, arena, "%s%s", capture->linker->generated_objects, path);
    if (!folder_make(place->folder, error) || !link_plain(relink, output, &options, error))
        return false;
    struct text_list objects = objects_at(arena, path);
    const struct trial trial = {arena, relink, words, &objects, output};
    if (!arrange(&trial, capture, &difference, error))
        return false;
    capture->is_generated = !difference;
    if (!difference)
        return true;
    capture->record.arguments = given;
    *note = repeat(
        arena, capture,
        arena_printf(arena, "a link of generated objects makes another program (%s)", difference));
    return true;
}

bool lto_generate(struct arena *arena, const struct relink *relink, const struct lto_place *place,
                  struct capture *capture, const char **note, struct error *error)
{
    struct plain_words words;
    struct link_record *record = &capture->record;
    *note = NULL;
    for (size_t i = 0; i < record->arguments.count; i++)
        if (is_wrapper(record->arguments.items[i]))
            return replace_wrapper(arena, place, i, record, error);
    if (!capture->linker->generated_objects)
        return true;
    if (link_has(&record->arguments, "fat-lto-objects")) {
        *note = repeat(arena, capture, "its fat objects have native code, too");
        return true;
    }
    if (!words_without_bitcode(arena, record, path_join(arena, place->folder, "archives"), &words,
                               error))
        return false;
    return !words.had_bitcode || generate(arena, relink, place, &words, capture, note, error);
}
