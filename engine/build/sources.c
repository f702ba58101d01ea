// Compiles and links a benchmark's own sources.
#include "build/internal.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "build/toolchain/tool.h"
#include "spec/language.h"

#include <unistd.h>

// The folder that relative paths in flags start from.
static const char *flags_folder(struct arena *arena, const struct target *target)
{
    return target->directory ? target->directory : path_folder(arena, target->sources.items[0]);
}

// Numbered, because two sources may have the same name.
static char *object_name(struct arena *arena, const struct target *target, size_t index)
{
    const char *source = target->sources.items[index];
    return arena_printf(arena, "%02zu-%s.o", index, path_base(source));
}

// Keeps paths of this machine out of the program, so that equal seeds give equal bytes everywhere.
static void add_prefix_maps(struct arena *arena, const struct recipe *recipe,
                            struct text_list *arguments)
{
    const struct target *target = recipe->target;
    const char *folders[] = {recipe->workshop->headers, recipe->workshop->folder,
                             flags_folder(arena, target), NULL};
    for (const char **folder = folders; *folder; folder++)
        text_list_printf(arguments, arena, "-ffile-prefix-map=%s=.", *folder);
    for (size_t i = 0; i < target->sources.count; i++)
        text_list_printf(arguments, arena, "-ffile-prefix-map=%s=.",
                         path_folder(arena, target->sources.items[i]));
}

static struct text_list compile_arguments(struct arena *arena, const struct recipe *recipe,
                                          const char *folder, size_t index, uint32_t alignment)
{
    const struct target *target = recipe->target;
    const char *source = target->sources.items[index];
    struct text_list arguments = {0};
    text_list_add(&arguments, arena,
                  source_language(source) == LANGUAGE_CXX ? recipe->toolchain->cxx
                                                          : recipe->toolchain->cc);
    text_list_add(&arguments, arena, "-ffunction-sections");
    for (size_t i = 0; i < target->cflags.count; i++)
        text_list_add(&arguments, arena, target->cflags.items[i]);
    if (alignment)
        text_list_printf(&arguments, arena, "-falign-functions=%u", alignment);
    if (recipe->workshop->headers)
        text_list_printf(&arguments, arena, "-I%s", recipe->workshop->headers);
    add_prefix_maps(arena, recipe, &arguments);
    text_list_add(&arguments, arena, "-c");
    text_list_add(&arguments, arena, source);
    text_list_add(&arguments, arena, "-o");
    text_list_add(&arguments, arena, path_join(arena, folder, object_name(arena, target, index)));
    return arguments;
}

// One running compiler.
struct job {
    struct text_list arguments;
    struct tool tool;
    struct running_tool running;
    bool started;
};

static bool start_job(struct arena *arena, const struct recipe *recipe, struct job *job,
                      struct text_list environment, struct error *error)
{
    job->tool = (struct tool){.arguments = job->arguments.items,
                              .environment = environment.items,
                              .folder = flags_folder(arena, recipe->target),
                              .timeout_s = step_limit_s(recipe->workshop),
                              .stop = recipe->workshop->stop};
    return job->started = tool_start(&job->tool, &job->running, error);
}

static bool finish_job(struct arena *arena, const struct recipe *recipe, struct job *job,
                       const char *source, struct error *error)
{
    struct tool_end end = {0};
    bool good = tool_finish(&job->running, &end, error) &&
                tool_log(recipe->workshop->log, &job->tool, &end, error);
    if (good && !tool_succeeded(&end)) {
        const char *step = arena_printf(arena, "compiling '%s'", path_base(source));
        good = step_failed(arena, recipe->workshop, &end, step, NULL, error);
    }
    text_release(&end.output);
    return good;
}

bool sources_compile(struct arena *arena, const struct recipe *recipe, const char *folder,
                     uint32_t alignment, struct error *error)
{
    size_t count = recipe->target->sources.count, finished = 0;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    size_t most = processors > 1 ? (size_t)processors : 1;
    struct job *jobs = arena_new_array(arena, struct job, count);
    struct text_list environment = environment_with(arena, &recipe->settings);
    bool good = folder_make(folder, error);
    struct error first = {0}; // reports the first error, and waits for the other compilers
    for (size_t i = 0; i < count + most; i++) {
        if (i >= most && i - most < count && jobs[i - most].started) {
            struct error other;
            const char *source = recipe->target->sources.items[i - most];
            if (!finish_job(arena, recipe, &jobs[i - most], source, good ? &first : &other))
                good = false;
            finished++;
        }
        if (i < count && good) {
            jobs[i].arguments = compile_arguments(arena, recipe, folder, i, alignment);
            good = start_job(arena, recipe, &jobs[i], environment, &first);
        }
    }
    if (!good && first.code)
        *error = first;
    return good && finished == count;
}

bool sources_link(struct arena *arena, const struct recipe *recipe, const char *folder,
                  const char *output, struct error *error)
{
    const struct target *target = recipe->target;
    bool cxx = false;
    for (size_t i = 0; i < target->sources.count; i++)
        cxx = cxx || source_language(target->sources.items[i]) == LANGUAGE_CXX;
    struct text_list arguments = {0};
    text_list_add(&arguments, arena, cxx ? recipe->toolchain->cxx : recipe->toolchain->cc);
    text_list_add(&arguments, arena,
                  "-ffunction-sections"); // for code that LTO compiles at the link
    const struct text_list *lists[] = {&target->cflags, &target->ldflags, NULL, &target->libs};
    for (size_t l = 0; l < 4; l++) {
        for (size_t i = 0; !lists[l] && i < target->sources.count; i++)
            text_list_add(&arguments, arena, object_name(arena, target, i));
        for (size_t i = 0; lists[l] && i < lists[l]->count; i++)
            text_list_add(&arguments, arena, lists[l]->items[i]);
    }
    if (target->linker)
        text_list_printf(&arguments, arena, "-fuse-ld=%s", target->linker);
    text_list_add(&arguments, arena, "-o");
    text_list_add(&arguments, arena, output);
    struct text_list environment = environment_with(arena, &recipe->settings);
    struct tool tool = {.arguments = arguments.items,
                        .environment = environment.items,
                        .folder = folder,
                        .timeout_s = step_limit_s(recipe->workshop),
                        .stop = recipe->workshop->stop};
    struct tool_end end = {0};
    bool good = tool_run(&tool, recipe->workshop->log, &end, error);
    if (good && !tool_succeeded(&end))
        good = step_failed(arena, recipe->workshop, &end, "linking", NULL, error);
    text_release(&end.output);
    return good;
}
