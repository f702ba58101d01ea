// eswexp doctor: is this machine fit for measuring, and what differs between machines.
#include "report/doctor/doctor.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/shared/command.h"
#include "commands/shared/show.h"
#include "machine/sys.h"
#include "machine/tune/recover.h"
#include "machine/tune/tune.h"
#include "meters/meter.h"
#include "report/doctor/document.h"
#include "spec/requirement.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct options {
    struct common_options common;
    const char *require;
    bool quick, restore, json;
};

static const double quick_s = 0.5;

static bool read_list(struct arena *arena, const char *list,
                      struct requirement requirements[REQUIREMENTS_MOST], size_t *count,
                      struct error *error)
{
    char *rest = list ? arena_strdup(arena, list) : NULL, *text;
    *count = 0;
    while (rest && (text = strsep(&rest, ","))) {
        const char *problem = *count == REQUIREMENTS_MOST
                                  ? "there are too many"
                                  : requirement_read(arena, text, &requirements[*count]);
        if (problem)
            return failed(error, EXIT_USAGE, "--require: %s", problem);
        ++*count;
    }
    return true;
}

static void probe_meters(struct arena *arena, struct diagnosis *diagnosis)
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
                                               : "for an unknown reason"};
    }
    diagnosis->meters = states;
    diagnosis->meter_count = count;
}

static enum exit_code check_requirements(const struct diagnosis *diagnosis, struct error *error)
{
    size_t unmet = 0;
    for (size_t i = 0; i < diagnosis->required_count; i++)
        unmet += !diagnosis->required[i].holds;
    if (unmet)
        failed(error, EXIT_UNFIT, "%zu of %zu requirements do not hold", unmet,
               diagnosis->required_count);
    return unmet ? EXIT_UNFIT : EXIT_FINE;
}

static enum exit_code diagnose(const struct invocation *invocation, const struct options *options,
                               size_t unrestored, struct error *error)
{
    struct requirement requirements[REQUIREMENTS_MOST];
    struct diagnosis diagnosis = {0};
    if (!read_list(invocation->arena, options->require, requirements, &diagnosis.required_count,
                   error))
        return error->code;
    tune_warn_of_another(&invocation->log);
    if (!unrestored && tune_is_on())
        log_note(&invocation->log,
                 "a running campaign has tuned this machine: these settings last until its end");
    struct load load =
        load_over(invocation->arena, machine_root(), options->quick ? quick_s : LOAD_SPAN_S, NULL);
    diagnosis.checks = machine_checks(invocation->arena, machine_root(), &load);
    diagnosis.facts = machine_fingerprint(invocation->arena, machine_root());
    diagnosis.required = requirements_judge(invocation->arena, machine_root(), &load, requirements,
                                            diagnosis.required_count);
    probe_meters(invocation->arena, &diagnosis);
    if (!show_result(invocation, options->json, diagnosis_document(invocation->arena, &diagnosis),
                     diagnosis_record(invocation->arena, &diagnosis), error))
        return error->code;
    return check_requirements(&diagnosis, error);
}

// ---- Campaigns

static bool add_campaign(const struct invocation *invocation, const char *folder,
                         struct machine_sides *sides, struct error *error)
{
    size_t before = sides->count;
    STORE_CLEANUP struct store *store =
        store_open(path_join(invocation->arena, folder, "campaign.db"), error);
    if (!store || !machines_add(invocation->arena, store, folder, sides, error))
        return false;
    return sides->count > before ||
           failed(error, EXIT_USAGE, "'%s' has no record of the machine that measured it", folder);
}

static enum exit_code compare(const struct invocation *invocation, const struct options *options,
                              struct error *error)
{
    struct machine_sides sides = {0};
    if (options->require)
        failed(error, EXIT_USAGE, "--require checks this machine, not campaigns");
    for (size_t i = 0; i < invocation->words.count && error->code == EXIT_FINE; i++)
        (void)!add_campaign(invocation, invocation->words.items[i], &sides, error);
    if (error->code != EXIT_FINE)
        return error->code;
    if (invocation->words.count == 1)
        machines_add_here(invocation->arena, machine_root(), &sides);
    struct machine_comparison compared = machines_compare(invocation->arena, &sides);
    return show_result(invocation, options->json,
                       machines_document(invocation->arena, &sides, &compared),
                       machines_record(invocation->arena, &sides, &compared), error)
               ? EXIT_FINE
               : error->code;
}

static enum exit_code restore(const struct invocation *invocation, const struct options *options,
                              struct error *error)
{
    if (invocation->words.count || options->require)
        return failed(error, EXIT_USAGE, "--restore goes with no folder and no --require"),
               error->code;
    return tune_restore(&invocation->log, error) ? EXIT_FINE : error->code;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    if (options->restore)
        return restore(invocation, options, error);
    size_t unrestored = tune_recover(&invocation->log, 0);
    return invocation->words.count ? compare(invocation, options, error)
                                   : diagnose(invocation, options, unrestored, error);
}

// clang-format off
static const struct command_option option_rows[] = {
    {"require", 0, "LIST", "exit with code 5 unless all hold: boost=off,load<5%",
     OPTION_FIELD(struct options, require)},
    {"quick", 0, NULL, "observe the load for half a second instead of five",
     OPTION_FIELD(struct options, quick)},
    {"restore", 0, NULL, "put back what a killed campaign with --tune changed",
     OPTION_FIELD(struct options, restore)},
    {"json", 0, NULL, "print the result as JSON",
     OPTION_FIELD(struct options, json)},
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_doctor = {
    .group = COMMANDS_THAT_EXPLAIN,
    .name = "doctor",
    .arguments = "[DIR [DIR2]]",
    .summary = "tell whether this machine is fit for measuring",
    .examples = "  eswexp doctor                          is this machine fit, and what would make "
                "it quieter?\n"
                "  eswexp doctor results/a/1 results/a/2  how two machines differ\n",
    .details = "Reads load, clocks, cores, interrupts, memory and kernel settings from /proc\n"
               "and /sys for five seconds, and changes nothing. Prints its findings in order\n"
               "of importance, each with its effect and its remedy; then the checks that are\n"
               "not available on this machine, and the meters that work. The exit code is 0 on\n"
               "any machine; with --require, as with 'machine.require' in an experiment file,\n"
               "it is 5 unless all requirements hold.\n\n"
               "With the folder of a campaign, prints how the machine that measured it differs\n"
               "from this one; with two folders, how their machines differ.\n\n"
               "--restore puts back what a killed campaign with --tune has changed, as the\n"
               "start of any command does, and prints the outcome for each setting. Exit code\n"
               "3: a setting could not be restored and stays on the list. Exit code 5: the\n"
               "campaign is alive, or it was root's and you are not root.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_most = 2,
    .word = WORD_FOLDER,
    .restores_itself = true,
    .run = run,
};
