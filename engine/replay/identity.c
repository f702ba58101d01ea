// Is the build that was made again the one that was measured?
#include "base/text.h"
#include "campaign/origin/comparability.h"
#include "git/revision.h"
#include "model/build_result.h"
#include "replay/internal.h"
#include "store/facts.h"

#include <inttypes.h>
#include <string.h>

struct check {
    const struct replay *replay;
    struct arena *arena;
    struct store *before, *now; // the facts of the campaign, and those of the replay
    struct text_list wrong;     // what differs of the build
    struct text_list changed;   // facts on which it depends, a line each
    bool program, toolchain;    // these are among them
    bool same_layout;
};

static const struct target *target_of(const struct replay *replay)
{
    const struct chosen_build *chosen = &replay->chosen;
    return &replay->request->spec->cells[chosen->cell].targets[chosen->variant];
}

// ---- The build

static void compare(struct check *check, const char *what, const char *was, const char *is)
{
    if (!text_equal(was, is))
        text_list_printf(&check->wrong, check->arena, "%s: '%s' in the campaign, '%s' now", what,
                         was, is);
}

static const char *draw_of(const struct draws *draws, const char *name)
{
    for (size_t i = 0; i < draws->count; i++)
        if (text_equal(draws->items[i].name, name))
            return draws->items[i].value;
    return "";
}

static void compare_draws(struct check *check)
{
    const struct chosen_build *chosen = &check->replay->chosen;
    const struct draws *draws = remade_draws(&check->replay->remade);
    for (size_t i = 0; i < chosen->names.count; i++)
        compare(check, chosen->names.names[i], chosen->draws[i],
                draw_of(draws, chosen->names.names[i]));
}

static void compare_seeds(struct check *check)
{
    const struct replay *replay = check->replay;
    const struct one_build *stored = &replay->stored;
    uint64_t seed = replay->plan.builds[replay->remade.build].seed;
    compare(check, "seed", stored->seed, arena_printf(check->arena, "%016" PRIx64, seed));
}

static void compare_build(struct check *check)
{
    const struct chosen_build *chosen = &check->replay->chosen;
    const struct build_result *result = remade_result(&check->replay->remade);
    compare_seeds(check);
    compare_draws(check);
    check->same_layout =
        !check->wrong.count && result && text_equal(chosen->layout_id, result->layout_id);
    compare(check, "layout id", chosen->layout_id, result ? result->layout_id : "");
    compare(check, "binary SHA-256", chosen->binary_sha256, result ? result->binary_sha256 : "");
}

// ---- What it depends on

static void compare_fact(struct check *check, const char *key)
{
    const char *was = store_get(check->before, check->arena, key);
    const char *is = was ? store_get(check->now, check->arena, key) : NULL;
    if (!is || text_equal(was, is))
        return;
    check->program = check->program || text_starts(key, FACTS_PROGRAM);
    check->toolchain = check->toolchain || text_starts(key, FACTS_TOOLCHAIN);
    text_list_printf(&check->changed, check->arena, "%s: '%s' in the campaign, '%s' now", key, was,
                     is);
}

static bool compare_facts(struct check *check, struct error *error)
{
    const struct replay *replay = check->replay;
    const struct executor *executor = replay->executor;
    const struct executor_driver *driver = executor->driver;
    if (!driver->record(executor, check->now, error) ||
        !driver->record_files(executor, check->now, check->before, error))
        return false;
    const struct text_list *keys = &driver->fact_keys(
        executor)[replay->chosen.cell * executor->spec->variant_count + replay->chosen.variant];
    for (size_t i = 0; i < keys->count; i++)
        compare_fact(check, keys->items[i]);
    return store_is_read(check->before, error);
}

// ---- Reasons

static bool was_modified(const struct check *check)
{
    const struct target *target = target_of(check->replay);
    const char *was = store_get(check->before, check->arena,
                                arena_printf(check->arena, FACT_VARIANT_REVISION, target->variant));
    return text_equal(target->commit, worktree_name) && was && strstr(was, "(modified)");
}

// Why the bytes may be others, although toolchain and version are the same.
static void log_source_reasons(const struct check *check)
{
    const struct log *log = check->replay->request->log;
    enum target_kind kind = target_of(check->replay)->kind;
    if (was_modified(check))
        log_error(log, "it was measured in a modified working tree, of which eswexp keeps no copy: "
                       "put the same changes back");
    if (kind == TARGET_PROJECT && check->same_layout)
        log_error(log,
                  "the layout is the same: its build may write the path of its folder into the "
                  "program (debug information, __FILE__), which is now in '%s', and was another "
                  "with another XDG_CACHE_HOME or home",
                  remade_folder(&check->replay->remade));
    else if (!was_modified(check))
        log_error(log, "its %s have changed",
                  kind == TARGET_COMMAND   ? "program, or files that its command names,"
                  : kind == TARGET_PROJECT ? "sources, or other files that its build reads,"
                                           : "sources, or the headers that they include,");
}

static void log_reasons(const struct check *check)
{
    const struct log *log = check->replay->request->log;
    const char *version = store_get(check->before, check->arena, FACT_VERSION);
    for (size_t i = 0; i < check->changed.count; i++)
        log_error(log, "changed since: %s", check->changed.items[i]);
    if (version && !text_equal(version, ESWEXP_VERSION))
        log_error(log,
                  "changed since: eswexp itself, %s in the campaign, %s now: another version may "
                  "draw other layouts",
                  version, ESWEXP_VERSION);
    if (check->toolchain)
        log_error(log, "another toolchain links other bytes: use that of the campaign");
    else if (check->program)
        log_source_reasons(check);
    else
        log_error(log, "the program is the same before its layout, so the layout was drawn "
                       "otherwise, as by another version of eswexp");
}

static bool conclude(const struct check *check, struct error *error)
{
    const struct replay *replay = check->replay;
    const struct log *log = replay->request->log;
    for (size_t i = 0; i < check->wrong.count; i++)
        log_error(log, "%s", check->wrong.items[i]);
    if (check->wrong.count)
        log_reasons(check);
    return !check->wrong.count ||
           failed(error, EXIT_FAILED, "%s is not the one that was measured: nothing was executed",
                  chosen_wording(check->arena, replay->request->catalogue, &replay->chosen));
}

// A ready command has no layout: it is what its file holds.
static void compare_command(struct check *check)
{
    if (target_of(check->replay)->kind != TARGET_COMMAND)
        return;
    for (size_t i = 0; i < check->changed.count; i++)
        if (text_starts(check->changed.items[i], FACTS_PROGRAM))
            text_list_add(&check->wrong, check->arena, check->changed.items[i]);
    if (check->wrong.count)
        check->changed = (struct text_list){0};
}

bool identity_check(struct replay *replay, struct error *error)
{
    STORE_CLEANUP struct store *now = store_temporary(error);
    struct check check = {.replay = replay,
                          .arena = replay->request->arena,
                          .before = replay->request->store,
                          .now = now};
    if (!now || !compare_facts(&check, error))
        return false;
    compare_build(&check);
    compare_command(&check);
    if (!conclude(&check, error))
        return false;
    replay->differences = check.changed;
    return comparability_facts(check.arena, check.before, now, "machine", &replay->differences,
                               error);
}
