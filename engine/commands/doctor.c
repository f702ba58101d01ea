// eswexp doctor: is this machine fit for measuring, and what differs between machines.
#include "report/doctor.h"
#include "commands/command.h"
#include "commands/results.h"
#include "machine/sys.h"
#include "machine/tune.h"
#include "meters/meter.h"
#include "spec/require.h"
#include "base/files/paths.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const double quick_s = 0.5;

static bool read_list(const struct command_line *line,
                      struct requirement requirements[REQUIREMENTS_MOST], size_t *count,
                      struct error *error)
{
    char *rest = line->require ? arena_strdup(line->arena, line->require) : NULL, *text;
    *count = 0;
    while (rest && (text = strsep(&rest, ","))) {
        const char *problem = *count == REQUIREMENTS_MOST
                                  ? "there are too many"
                                  : requirement_read(line->arena, text, &requirements[*count]);
        if (problem)
            return failed(error, EXIT_USAGE, "--require: %s", problem);
        ++*count;
    }
    return true;
}

static void look_at_meters(struct arena *arena, struct diagnosis *diagnosis)
{
    size_t count = 0;
    while (meters[count])
        count++;
    struct meter_state *states = arena_new_array(arena, struct meter_state, count);
    for (size_t i = 0; i < count; i++) {
        const struct meter *meter = meters[i];
        const char *why = NULL;
        bool there = !meter->probe || meter->probe(meter, arena, machine_root(), &why);
        states[i] = (struct meter_state){meter->name, meter->unit,
                                         there ? NULL
                                         : why ? why
                                               : "for no reason that is told"};
    }
    diagnosis->meters = states;
    diagnosis->meter_count = count;
}

static enum exit_code judge(const struct diagnosis *diagnosis, struct error *error)
{
    size_t unmet = 0;
    for (size_t i = 0; i < diagnosis->required_count; i++)
        unmet += !diagnosis->required[i].holds;
    if (unmet)
        failed(error, EXIT_UNFIT, "%zu of %zu requirements do not hold", unmet,
               diagnosis->required_count);
    return unmet ? EXIT_UNFIT : EXIT_FINE;
}

static enum exit_code diagnose(struct command_line *line, struct error *error)
{
    struct requirement requirements[REQUIREMENTS_MOST];
    struct diagnosis diagnosis = {0};
    if (!read_list(line, requirements, &diagnosis.required_count, error))
        return error->code;
    tune_warn_of_another(&line->log);
    if (!line->unrestored && tune_is_on())
        log_note(&line->log, "a campaign has tuned this machine until its end: that is seen here");
    struct load load =
        load_over(line->arena, machine_root(), line->quick ? quick_s : LOAD_SPAN_S, NULL);
    diagnosis.checks = machine_checks(line->arena, machine_root(), &load);
    diagnosis.facts = machine_fingerprint(line->arena, machine_root());
    diagnosis.required = requirements_judge(line->arena, machine_root(), &load, requirements,
                                            diagnosis.required_count);
    look_at_meters(line->arena, &diagnosis);
    if (!line->json)
        diagnosis_text(&diagnosis, stdout, results_columns());
    else if (!diagnosis_json(&diagnosis, stdout, error))
        return error->code;
    return judge(&diagnosis, error);
}

// ---- Campaigns

static bool add_campaign(const struct command_line *line, const char *folder,
                         struct machine_sides *sides, struct error *error)
{
    size_t before = sides->count;
    STORE_CLEANUP struct store *store =
        store_open(path_join(line->arena, folder, "campaign.db"), error);
    if (!store || !machines_add(line->arena, store, folder, sides, error))
        return false;
    return sides->count > before ||
           failed(error, EXIT_USAGE, "'%s' does not say on which machine it was measured", folder);
}

static enum exit_code compare(const struct command_line *line, struct error *error)
{
    struct machine_sides sides = {0};
    if (line->require)
        failed(error, EXIT_USAGE, "--require is about this machine, not about campaigns");
    for (size_t i = 0; i < line->words.count && error->code == EXIT_FINE; i++)
        (void)!add_campaign(line, line->words.items[i], &sides, error);
    if (error->code != EXIT_FINE)
        return error->code;
    if (line->words.count == 1)
        machines_add_here(line->arena, machine_root(), &sides);
    struct machine_comparison compared = machines_compare(line->arena, &sides);
    if (!line->json)
        machines_text(&sides, &compared, stdout, results_columns());
    else if (!machines_json(&sides, &compared, stdout, error))
        return error->code;
    return EXIT_FINE;
}

static enum exit_code restore(const struct command_line *line, struct error *error)
{
    if (line->words.count || line->require)
        return failed(error, EXIT_USAGE, "--restore restores this machine and does nothing else"),
               error->code;
    return tune_restore(&line->log, error) ? EXIT_FINE : error->code;
}

static enum exit_code run(struct command_line *line, struct error *error)
{
    if (line->restore)
        return restore(line, error);
    return line->words.count ? compare(line, error) : diagnose(line, error);
}

static const struct command_option option_brief = {"quick",
                                                   0,
                                                   OPTION_FLAG,
                                                   NULL,
                                                   "look at the load for half a second, not five",
                                                   offsetof(struct command_line, quick)};
static const struct command_option option_require = {
    "require",
    0,
    OPTION_TEXT,
    "LIST",
    "exit code 5 unless all hold, e.g. boost=off,load<5%",
    offsetof(struct command_line, require)};

static const struct command_option option_restore = {
    "restore",
    0,
    OPTION_FLAG,
    NULL,
    "put back what a killed campaign with --tune left changed",
    offsetof(struct command_line, restore)};

static const struct command_option *const options[] = {
    &option_require, &option_brief, &option_restore, &option_json, &option_help, NULL};

const struct command command_doctor = {
    .name = "doctor",
    .arguments = "[DIR [DIR2]]",
    .summary = "is this machine fit for measuring?",
    .details =
        "Reads what /proc and /sys tell of load, clocks, cores, interrupts, memory and settings\n"
        "of the kernel, for five seconds, and changes nothing. Says in order of importance what\n"
        "is, why it matters and what to do about it, what is not available here, and which\n"
        "meters are. The exit code is 0 on any machine; with --require, as with\n"
        "'machine.require' in an experiment file, 5 unless all that it names holds.\n"
        "\n"
        "With a campaign's folder it says what of the machine on which it was measured differs\n"
        "from this one; with two, what differs between theirs.\n\n"
        "--restore puts back what a campaign with --tune has changed, if it was killed, as\n"
        "the start of any command does, and says what came of it: exit code 3 if something\n"
        "could not be put back and stays on the list, 5 while the campaign is alive, or if it\n"
        "was root's and you are not.",
    .options = options,
    .words_most = 2,
    .run = run,
};
