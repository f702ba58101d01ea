// The programs of a build that are benchmarks: by their names, or as Meson lists them.
#include "commands/init/internal.h"

#include "base/files/paths.h"
#include "build/toolchain/tool.h"
#include "commands/init/project/programs.h"
#include "commands/init/text.h"
#include "spec/values.h"

#include <jansson.h>
#include <string.h>

enum { BENCHMARKS_MOST = 8 };

struct found {
    struct guess *items;
    size_t count;
};

static bool is_known(const struct found *found, const char *name)
{
    for (size_t i = 0; i < found->count; i++)
        if (text_equal(found->items[i].program, name))
            return true;
    return false;
}

static void add(const struct trial *trial, struct found *found, const struct guess *guess)
{
    log_note(&trial->invocation->log, "  %s%s%s: benchmark, takes %s", guess->command,
             guess->arguments && *guess->arguments ? " " : "",
             guess->arguments ? guess->arguments : "", init_duration(trial->arena, guess->seconds));
    found->items[found->count++] = *guess;
}

// Of a benchmark that the file will lack, if it has others.
static void leave_out(struct trial *trial)
{
    text_list_add(&trial->left_out, trial->arena, trial->refused.items[trial->refused.count - 1]);
}

static bool keep(const struct found *found, struct guess *guess)
{
    if (!found->count)
        return false;
    *guess = found->items[0];
    guess->others = found->items + 1;
    guess->other_count = found->count - 1;
    return true;
}

static bool may_try(const struct trial *trial, const struct found *found, const char *name)
{
    return !*trial->invocation->stop && trial_has_time(trial) && found->count < BENCHMARKS_MOST &&
           !is_known(found, name);
}

// ---- By name

bool trial_named_benchmarks(struct trial *trial, const struct trying *trying, struct guess *guess)
{
    struct text_list names = project_names(trial->arena, trial->project->folder);
    const char *tree = program_folder(trial->program);
    size_t outputs = guess->build ? trial->outputs.count : 0;
    const struct built *built = programs_rank(trial->arena, tree, &trial->outputs, &names);
    struct found found = {.items = arena_new_array(trial->arena, struct guess, BENCHMARKS_MOST)};
    for (size_t i = 0; i < outputs; i++) {
        struct guess one = *guess;
        one.program = built[i].name;
        one.command = built[i].path;
        if (!is_benchmark(built[i].path) || name_problem(built[i].name) ||
            !may_try(trial, &found, built[i].name))
            continue;
        const char *tests = unfit_harness_of(path_join(trial->arena, tree, built[i].path));
        if (tests)
            try_refuse(trying, built[i].path, NULL, tests);
        if (!tests && try_arguments(trying, built[i].path, true, &one))
            add(trial, &found, &one);
        else
            leave_out(trial);
    }
    return keep(&found, guess);
}

// ---- Of Meson

// What 'meson introspect' prints, or NULL.
static json_t *introspect(const struct trial *trial, const char *tree)
{
    char meson[] = "meson", verb[] = "introspect", what[] = "--benchmarks", where[] = BUILD_FOLDER;
    char *arguments[] = {meson, verb, what, where, NULL};
    struct text_list none = {0};
    struct tool tool = {.arguments = arguments,
                        .environment = environment_with(trial->arena, &none).items,
                        .folder = tree,
                        .timeout_s = 60,
                        .stop = trial->invocation->stop};
    struct tool_end end = {0};
    struct error ignored;
    bool ran = tool_run(&tool, NULL, &end, &ignored) && tool_succeeded(&end);
    const char *list = ran && end.output.bytes ? strchr(end.output.bytes, '[') : NULL;
    json_t *benchmarks = list ? json_loads(list, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    text_release(&end.output);
    return benchmarks;
}

// The command of an entry from the project's folder, or NULL.
static const char *command_in(const struct trial *trial, const char *tree, const json_t *entry)
{
    const json_t *command = json_object_get(entry, "cmd"), *word;
    const char *folder = json_string_value(json_object_get(entry, "workdir"));
    size_t i;
    struct text_list words = {0};
    if (json_object_size(json_object_get(entry, "env")) || (folder && !text_equal(folder, tree)))
        return NULL;
    json_array_foreach(command, i, word)
    {
        const char *text = json_string_value(word);
        const char *inside = text ? path_within(text, tree) : NULL;
        if (!text || (i == 0 && !inside))
            return NULL;
        text_list_add(&words, trial->arena, inside && *inside ? inside : text);
    }
    return words.count ? quoted_words(trial->arena, &words) : NULL;
}

static void try_entry(struct trial *trial, const struct trying *trying, const char *tree,
                      const json_t *entry, const struct guess *guess, struct found *found)
{
    const char *title = json_string_value(json_object_get(entry, "name"));
    const char *command = command_in(trial, tree, entry);
    struct guess one = *guess;
    one.command = command;
    one.program = title;
    if (!title || !is_plain(title) || name_problem(title) || !may_try(trial, found, title))
        return;
    one.program = arena_strdup(trial->arena, title);
    if (!command)
        try_refuse(trying, one.program, guess->found,
                   "it needs an environment, a folder or a program of its own");
    if (command && try_command(trying, &one))
        add(trial, found, &one);
    else
        leave_out(trial);
}

bool trial_meson_benchmarks(struct trial *trial, const struct trying *trying, struct guess *guess)
{
    const char *tree = path_absolute(trial->arena, program_folder(trial->program));
    struct found found = {.items = arena_new_array(trial->arena, struct guess, BENCHMARKS_MOST)};
    json_t *benchmarks = text_equal(guess->found, "meson.build") ? introspect(trial, tree) : NULL;
    size_t i;
    const json_t *entry;
    json_array_foreach(benchmarks, i, entry) try_entry(trial, trying, tree, entry, guess, &found);
    json_decref(benchmarks);
    return keep(&found, guess);
}
