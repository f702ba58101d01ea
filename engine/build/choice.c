// Chooses the programs of a build that every layout relinks: those that the benchmark's command
// runs.
#include "build/choice.h"

#include "base/files/files.h"
#include "build/internal.h"
#include "spec/target.h"

#include <stdlib.h>
#include <string.h>

// ---- Names for messages

const char *program_name_of(const struct program *program, const char *path)
{
    const char *inside = path_within(path, path_absolute(program->arena, program->folder));
    inside = inside ? inside : path_within(path, program->workshop.folder);
    return inside ? inside : path;
}

// Of programs; of a build that links none, such as that of an interpreter's modules, of libraries.
static const struct recorded_links *links_of(const struct program *program)
{
    return program->links.count ? &program->links : &program->library_links;
}

static const char *recorded_names(const struct program *program)
{
    const struct recorded_links *links = links_of(program);
    struct text_list names = {0};
    for (size_t i = 0; i < links->count; i++)
        text_list_add_once(&names, program->arena,
                           program_name_of(program, links->items[i].output));
    return text_quoted(program->arena, &names);
}

// ---- Choosing

bool program_changed_since(const struct program *program, const char *path)
{
    return file_is_changed_since(path, &program->built);
}

const struct recorded_link *link_copied_by_command(const struct program *program,
                                                   const struct recorded_links *links,
                                                   const char *path)
{
    return program_changed_since(program, path) ? links_find_copied(links, path, true) : NULL;
}

// The link of a file, of which there is a copy if it is gone (else ""). `place` becomes the path to
// which its builds are copied: that of the file, but the link's own output where the command copies
// it or removes the copy. What else lies outside stays as it is.
static const struct recorded_link *link_of(const struct program *program, const char *path,
                                           const char *content, const char **place)
{
    const struct recorded_link *link = links_find(program->arena, &program->links, path);
    bool inside = path_within(path, program->workshop.folder);
    *place = link_place(program->arena, link, path);
    if (link || (!*content && !file_exists(path)))
        return link;
    link = *content ? links_find_copied(&program->links, content, true)
                    : link_copied_by_command(program, &program->links, path);
    if (link)
        *place = link->output;
    return link || *content || !inside ? link : links_find_copied(&program->links, path, false);
}

static int by_path(const void *a, const void *b)
{
    const struct linked *one = a, *other = b;
    return strcmp(one->capture.output, other->capture.output);
}

static const char *command_path(const struct program *program)
{
    const struct target *target = &program->target;
    const char *word =
        target->kind == TARGET_PROJECT && target->command.count ? target->command.items[0] : "";
    return path_absolute(program->arena, path_join(program->arena, program->folder, word));
}

// Of the key `program`.
static bool choose_named(struct program *program, struct error *error)
{
    const struct text_list *names = &program->target.programs;
    for (size_t i = 0; i < names->count; i++) {
        const char *path = path_absolute(
            program->arena, path_join(program->arena, program->folder, names->items[i]));
        const char *place;
        const struct recorded_link *link = link_of(program, path, "", &place);
        if (!link)
            return failed(error, EXIT_FAILED,
                          "'program' names '%s', but no link of 'build' made it; recorded: %s",
                          names->items[i], recorded_names(program));
        if (!program_add_linked(program, link, place, error))
            return false;
    }
    return true;
}

void program_note(struct program *program, const char *text)
{
    text_list_add_once(&program->notes, program->arena, text);
}

// The last link, or that of the command's name.
static bool choose_last(struct program *program, struct error *error)
{
    const struct recorded_link *last = links_last(links_of(program), command_path(program));
    return program_add_linked(program, last, last->output, error);
}

static bool is_named(const struct program *program, const struct linked *linked)
{
    const char *place;
    return links_find_named(program->arena, &program->links, command_path(program),
                            program->workshop.folder, &place) &&
           text_equal(place, linked->capture.output);
}

// Links those from `first` on without a layout. The program that the command names comes first,
// whatever else it runs: its draws are the same.
static bool link_chosen(struct program *program, size_t first, struct error *error)
{
    size_t count = program->linked_count - first, at = 0;
    struct linked *all = count ? program->linked + first : NULL, named;
    if (count)
        qsort(all, count, sizeof *all, by_path);
    for (size_t i = 0; i < count; i++)
        all[i].is_named = program->target.kind != TARGET_PROJECT || is_named(program, &all[i]);
    while (at < count && !all[at].is_named)
        at++;
    if (at > 0 && at < count) {
        named = all[at];
        memmove(all + 1, all, at * sizeof *all);
        all[0] = named;
    }
    for (size_t i = first; i < program->linked_count;)
        if (linked_prepare(program, &program->linked[i], error))
            i++;
        else if (!linked_leave_out(program, i, error))
            return false;
    program_digest_first(program);
    return true;
}

// Did the build link anything else that is still there and that is not among `loaded`?
static bool has_more(const struct program *program, const struct text_list *loaded)
{
    for (size_t i = 0; i < program->links.count; i++) {
        const char *output = program->links.items[i].output;
        if (!program_has_linked(program, output) && file_exists(output))
            return true;
    }
    for (size_t i = 0; i < program->library_links.count; i++)
        if (!text_list_has(loaded, program->library_links.items[i].output))
            return true;
    return false;
}

// Does the command itself name the only program, which can reach nothing else that was linked?
static bool is_told_by_command(const struct program *program, struct text_list *loaded)
{
    if (program->linked_count != 1 || !is_named(program, &program->linked[0]))
        return false;
    bool is_wrapped = !text_equal(command_path(program), program->linked[0].capture.output);
    bool known = libraries_needed(program, loaded);
    return !has_more(program, loaded) ||
           (known && !is_wrapped && !libraries_reach(program, loaded));
}

bool programs_choose(struct program *program, struct error *error)
{
    const struct target *target = &program->target;
    const char *place, *path = command_path(program);
    const struct recorded_link *link =
        links_find_named(program->arena, &program->links, path, program->workshop.folder, &place);
    struct text_list loaded = {0};
    if (!links_of(program)->count)
        return (program->idle = !target_is_built(target) || target->as_built) ||
               nothing_linked(program, path, error);
    bool chosen = target->programs.count ? choose_named(program, error)
                  : link                 ? program_add_linked(program, link, place, error)
                         : target->kind == TARGET_PROJECT || choose_last(program, error);
    if (!chosen || (program->linked_count && !link_chosen(program, 0, error)))
        return false;
    program->needs_trial = target->kind == TARGET_PROJECT && !is_told_by_command(program, &loaded);
    return program->needs_trial || libraries_choose(program, &loaded, error);
}

bool program_needs_trial(const struct program *program)
{
    return program->needs_trial;
}

bool program_has_libraries(const struct program *program)
{
    return program->target.kind == TARGET_PROJECT && program->library_links.count;
}

// ---- What a trial shows

static const char *content_of(const struct text_list *contents, size_t index)
{
    return contents && index < contents->count ? contents->items[index] : "";
}

// `contents`: of executed files.
static void add_names(const struct program *program, const struct text_list *paths,
                      const struct text_list *contents, bool linked, struct text_list *names)
{
    for (size_t i = 0; i < paths->count; i++) {
        const char *place = paths->items[i];
        if (!linked || link_of(program, paths->items[i], content_of(contents, i), &place))
            text_list_add_once(names, program->arena, program_name_of(program, place));
    }
}

// The files that ran; `linked`: only programs that the build linked.
static struct text_list names_of(const struct program *program, const struct trial_execution *trial,
                                 bool linked)
{
    struct text_list names = {0};
    add_names(program, &trial->executed, &trial->contents, linked, &names);
    if (linked)
        add_names(program, &trial->mapped, NULL, linked, &names);
    return names;
}

static const char *failure_of(const struct program *program, const struct trial_execution *trial)
{
    return trial->failed
               ? arena_printf(program->arena, " (its trial execution failed: %s)", trial->failed)
               : "";
}

static bool choose_all(struct program *program, const struct text_list *paths,
                       const struct text_list *contents, struct error *error)
{
    for (size_t i = 0; i < paths->count; i++) {
        const char *place;
        const struct recorded_link *link =
            link_of(program, paths->items[i], content_of(contents, i), &place);
        if (link && !program_add_linked(program, link, place, error))
            return false;
        if (link && !text_equal(place, paths->items[i]))
            linked_renew(program, place);
    }
    return true;
}

// What a trial that failed did not reach, the loader still names.
static bool choose_libraries(struct program *program, const struct trial_execution *trial,
                             struct error *error)
{
    struct text_list loaded = {0};
    for (size_t i = 0; i < trial->mapped.count; i++)
        if (!text_list_has(&trial->executed, trial->mapped.items[i]))
            text_list_add_once(&loaded, program->arena, trial->mapped.items[i]);
    if (!trial->observed || trial->failed)
        (void)libraries_needed(program, &loaded);
    return libraries_choose(program, &loaded, error);
}

// What the build left outside of its folder, where no layout takes its place.
static bool is_left_outside(const struct program *program, const char *path)
{
    return !path_within(path, program->workshop.folder) && !program_changed_since(program, path) &&
           (file_is_of_build(program, path) || links_find_copied(&program->links, path, true));
}

static const char outside_remedy[] =
    "it lies outside of the build's folder: install below it, as with a prefix of \"$PWD/…\"";

// Why none of what ran is relinked, if that is known; else "".
static const char *idle_remedy(const struct program *program, const struct trial_execution *trial)
{
    for (size_t i = 0; i < trial->executed.count; i++)
        if (is_left_outside(program, trial->executed.items[i]))
            return arena_printf(program->arena, " ('%s': %s)", trial->executed.items[i],
                                outside_remedy);
    return "";
}

static bool note_idle(struct program *program, const struct trial_execution *trial, bool required,
                      struct error *error)
{
    struct text_list ran = names_of(program, trial, false);
    const char *why = arena_printf(
        program->arena, "'command' runs no program that 'build' linked (%s)%s%s%s%s",
        recorded_names(program), ran.count ? ", only " : "", text_quoted(program->arena, &ran),
        failure_of(program, trial), idle_remedy(program, trial));
    program->idle = true;
    if (required)
        return failed(error, EXIT_FAILED,
                      "%s: let it run one of them, or switch randomizers of code off", why);
    program_note(program, why);
    return choose_last(program, error) && link_chosen(program, 0, error);
}

static bool choose_observed(struct program *program, const struct trial_execution *trial,
                            bool required, struct error *error)
{
    size_t before = program->linked_count;
    return choose_all(program, &trial->executed, &trial->contents, error) &&
           choose_all(program, &trial->mapped, NULL, error) &&
           link_chosen(program, before, error) && choose_libraries(program, trial, error) &&
           (program->linked_count || note_idle(program, trial, required, error));
}

// A trial that failed may have ended too early.
static bool check_named(struct program *program, const struct trial_execution *trial,
                        struct error *error)
{
    struct text_list ran = names_of(program, trial, true);
    for (size_t i = 0; i < program->linked_count; i++) {
        const struct linked *linked = &program->linked[i];
        if (text_list_has(&ran, linked->name))
            continue;
        if (trial->failed)
            program_note(program, arena_printf(program->arena,
                                               "whether the command runs '%s' is not known%s",
                                               linked->name, failure_of(program, trial)));
        else if (!ran.count)
            return failed(error, EXIT_FAILED,
                          "'program' names '%s', but the command runs no program that 'build' "
                          "linked",
                          linked->name);
        else
            return failed(error, EXIT_FAILED,
                          "'program' names '%s', but the command runs %s, not '%s': set "
                          "'program: %s'",
                          linked->name, text_quoted(program->arena, &ran), linked->name,
                          ran.items[0]);
    }
    return true;
}

// Names files of the project that ran and keep one layout.
static void note_fixed(struct program *program, const struct trial_execution *trial)
{
    for (size_t i = 0; i < trial->executed.count; i++) {
        const char *path = trial->executed.items[i], *place;
        bool outside = is_left_outside(program, path);
        const struct recorded_link *link =
            link_of(program, path, content_of(&trial->contents, i), &place);
        if ((!path_within(path, program->workshop.folder) && !outside) ||
            text_list_has(&program->beside, path) ||
            program_has_linked(program, link ? place : path))
            continue;
        text_list_add_once(&program->beside, program->arena, path);
        program_note(program, arena_printf(program->arena,
                                           "'%s' runs, too, and has one layout in all builds: %s",
                                           program_name_of(program, path),
                                           outside ? outside_remedy
                                           : link  ? "'program' does not name it"
                                                   : "no link of it was recorded"));
    }
    if (trial->failed && !program->target.programs.count)
        program_note(program,
                     arena_printf(program->arena,
                                  "a trial execution of 'command' failed (%s): programs that it "
                                  "did not reach have one layout in all builds",
                                  trial->failed));
}

// Without a trial nothing is known but what the command names.
static bool choose_blindly(struct program *program, struct error *error)
{
    bool named = program->linked_count > 0;
    if (!named && (!choose_last(program, error) || !link_chosen(program, 0, error)))
        return false;
    const char *unknown =
        is_named(program, &program->linked[0])
            ? "what the command runs and opens besides"
            : arena_printf(program->arena, "whether the command runs '%s'%s",
                           program->linked[0].name,
                           named ? "" : ", the last program that 'build' linked,");
    program_note(program, arena_printf(program->arena,
                                       "ptrace is refused here: %s is not known (docker: --cap-add "
                                       "SYS_PTRACE%s)",
                                       unknown, named ? "" : "; 'program' names another"));
    return true;
}

bool program_observe(struct program *program, const struct trial_execution *trial, bool required,
                     struct error *error)
{
    bool named = program->target.programs.count > 0;
    bool good =
        !trial->observed ? choose_blindly(program, error) && choose_libraries(program, trial, error)
        : named ? check_named(program, trial, error) && choose_libraries(program, trial, error)
                : choose_observed(program, trial, required, error);
    if (good && trial->observed)
        note_fixed(program, trial);
    return good || failed_within(error, "variant '%s' of '%s'", program->target.variant,
                                 program->target.benchmark);
}
