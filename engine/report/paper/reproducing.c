// The commands that reproduce a campaign.
#include "report/paper/reproducing.h"

#include "base/shell_words.h"
#include "base/text.h"
#include "git/worktree.h"
#include "report/tables/records/fields.h"
#include "spec/overrides.h"
#include "store/facts.h"

#include <string.h>

// " --seed 42 --set 'key=value' --quick", as the campaign was started.
static const char *settings_of(struct arena *arena, const struct spec_overrides *overrides,
                               const char *seed)
{
    const char *words = "";
    for (size_t i = 0; i < overrides->settings.count; i++)
        words = arena_printf(arena, "%s --set %s", words,
                             text_as_word(arena, overrides->settings.items[i]));
    if (overrides->quick)
        words = arena_printf(arena, "%s --quick", words);
    return arena_printf(arena, "%s --seed %s", words, text_as_word(arena, seed));
}

// What the checkout of a revision lacks, for source_revision().
static const char *lacking(const char *revision)
{
    bool modified = strstr(revision, "modified)");
    if (!strstr(revision, REVISION_WITHOUT_FILE))
        return modified ? " # and changes that were not committed" : "";
    return modified ? " # and changes that were not committed, among them the experiment file"
                    : " # and the experiment file, which was not committed";
}

struct text_list commands_to_reproduce(struct arena *arena, struct store *store,
                                       const struct findings *findings)
{
    const char *text = store_get(store, arena, FACT_SPEC),
               *path = store_get(store, arena, FACT_PATH);
    const char *version = store_get(store, arena, FACT_VERSION);
    const char *revision = store_get(store, arena, FACT_REVISION);
    struct text_list commands = {0};
    if (!text)
        return commands;
    struct spec_overrides overrides = spec_overrides_of(arena, text);
    const char *name = path ? strrchr(path, '/') : NULL; // in its folder, wherever that is
    const char *file = text_as_word(arena, name ? name + 1 : path ? path : "experiment.yaml");
    const char *settings = settings_of(arena, &overrides, findings->seed);
    text_list_printf(&commands, arena, "eswexp --version # %s", version ? version : "unknown");
    if (revision && strspn(revision, "0123456789abcdef") >= 40)
        text_list_printf(&commands, arena, "git checkout %.40s%s", revision, lacking(revision));
    if (text_starts(text, COMMAND_LINES_BEFORE)) {
        const char *words = text + strlen(COMMAND_LINES_BEFORE);
        text_list_printf(&commands, arena, "eswexp run%s%.*s", settings, (int)strcspn(words, "\n"),
                         words);
        return commands;
    }
    text_list_printf(&commands, arena, "eswexp check %s%s", file, settings);
    text_list_printf(&commands, arena, "eswexp run %s%s", file, settings);
    return commands;
}
