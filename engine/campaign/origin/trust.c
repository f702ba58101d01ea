// Refusing to run what somebody else's campaign names.
#include "campaign/origin/trust.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/user.h"
#include "machine/sys.h"
#include "store/facts.h"

#include <sys/stat.h>
#include <unistd.h>

// ---- Whose it is

static const char *other_owner(struct arena *arena, const char *path)
{
    struct stat status;
    char user[USER_NAME_BYTES];
    if (stat(path, &status) != 0 || status.st_uid == geteuid())
        return NULL;
    user_name(status.st_uid, user);
    return arena_printf(arena, "'%s' belongs to '%s'", path, user);
}

static const char *other_user(struct arena *arena, struct store *store)
{
    char user[USER_NAME_BYTES];
    const char *was = store_get(store, arena, FACT_USER);
    user_name(geteuid(), user);
    return !was || text_equal(was, user)
               ? NULL
               : arena_printf(arena, "'%s' began it, and you are '%s'", was, user);
}

static const char *other_host(struct arena *arena, struct store *store)
{
    const char *was = store_get(store, arena, FACT_HOST);
    const char *is = sys_line(arena, machine_root(), "/proc/sys/kernel/hostname");
    return !was || !is || text_equal(was, is)
               ? NULL
               : arena_printf(arena, "it was measured on '%s', and this machine is '%s'", was, is);
}

const char *trust_stranger(struct arena *arena, const char *folder, struct store *store)
{
    const char *why = other_owner(arena, folder);
    why = why ? why : other_owner(arena, path_join(arena, folder, "campaign.db"));
    why = why ? why : other_user(arena, store);
    return why ? why : other_host(arena, store);
}

// ---- What it names

static const char *joined(struct arena *arena, const struct text_list *words)
{
    TEXT_CLEANUP struct text line = {0};
    text_add(&line, "");
    for (size_t i = 0; i < words->count; i++)
        text_printf(&line, "%s%s", i ? " " : "", words->items[i]);
    return arena_strdup(arena, line.bytes);
}

static void add_line(const struct trust *trust, struct text_list *commands, const char *line,
                     const char *folder)
{
    if (line && *line)
        text_list_add_once(commands, trust->arena,
                           folder ? arena_printf(trust->arena, "'%s' in '%s'", line, folder)
                                  : arena_printf(trust->arena, "'%s'", line));
}

static void add_commands(const struct trust *trust, const struct target *target,
                         struct text_list *commands)
{
    struct arena *arena = trust->arena;
    if (target->kind == TARGET_PROJECT && trust->builds) {
        add_line(trust, commands, target->setup, target->directory);
        add_line(trust, commands, target->build, target->directory);
    }
    if (target->kind == TARGET_SOURCES)
        add_line(trust, commands,
                 arena_printf(arena, "%s %s %s %s %s",
                              target->compiler ? target->compiler : "the compiler",
                              joined(arena, &target->cflags), joined(arena, &target->sources),
                              joined(arena, &target->ldflags), joined(arena, &target->libs)),
                 NULL);
    if (trust->executes)
        add_line(trust, commands, joined(arena, &target->command), NULL);
}

static void add_packed(const struct trust *trust, const struct target *target,
                       struct text_list *packed)
{
    struct arena *arena = trust->arena;
    for (size_t i = 0; i < target->sources.count; i++)
        text_list_add_once(
            packed, arena,
            arena_printf(arena, "'%s' with what it includes", target->sources.items[i]));
    const char *folder = target->commit ? target->repository : target->directory;
    if (folder && (target->commit || target->kind == TARGET_PROJECT))
        text_list_add_once(packed, arena, arena_printf(arena, "'%s'", folder));
    for (size_t i = 0; i < target->command.count; i++) {
        const char *path = path_join(arena, trust->spec->folder, target->command.items[i]);
        if (*target->command.items[i] && (file_exists(path) || folder_exists(path)))
            text_list_add_once(packed, arena, arena_printf(arena, "'%s'", path));
    }
}

static void log_all(const struct trust *trust, const char *verb, const struct text_list *items)
{
    for (size_t i = 0; i < items->count; i++)
        log_error(trust->log, "it would %s %s", verb, items->items[i]);
}

bool trust_demand(const struct trust *trust, struct error *error)
{
    struct text_list commands = {0}, packed = {0};
    const char *why = trust_stranger(trust->arena, trust->folder, trust->store);
    if (trust->given || !why)
        return trust->given || store_is_read(trust->store, error);
    const struct spec *spec = trust->spec;
    for (size_t i = 0; i < spec->cell_count * spec->variant_count; i++) {
        const struct target *target =
            &spec->cells[i / spec->variant_count].targets[i % spec->variant_count];
        add_commands(trust, target, &commands);
        if (trust->packs)
            add_packed(trust, target, &packed);
    }
    const char *cluster = store_get(trust->store, trust->arena, FACT_CLUSTER_OPTIONS);
    if (cluster && trust->executes)
        add_line(trust, &commands, arena_printf(trust->arena, "sbatch %s", cluster), NULL);
    log_all(trust, "run", &commands);
    log_all(trust, "pack", &packed);
    return failed(error, EXIT_USAGE,
                  "'%s' is somebody else's campaign (%s): nothing was %s; look at what it names, "
                  "then repeat the command with --trust",
                  trust->folder, why, trust->packs ? "run or packed" : "run");
}
