// Preparing variants: probing randomizers, compiling programs.
#include "executor/local/prepare/prepare.h"

#include "base/clock.h"
#include "base/elapsed.h"
#include "base/files/files.h"
#include "build/as_built.h"
#include "build/choice.h"
#include "build/draw.h"
#include "build/libraries.h"
#include "build/probe.h"
#include "build/toolchain/toolchain.h"
#include "executor/local/prepare/command_program.h"
#include "executor/local/prepare/functions.h"
#include "executor/local/prepare/identical.h"
#include "executor/local/prepare/trial_execution.h"
#include "executor/local/prepare/workshops.h"
#include "spec/target.h"

#include <string.h>

// ---- What a build of a ready command is

static const char *plain(struct arena *arena, const char *name)
{
    char *words = arena_strdup(arena, text_equal(name, "aslr") ? "addresses" : name);
    for (char *at = words; *at; at++)
        *at = *at == '_' ? ' ' : *at;
    return words;
}

// "environment size, heap and hash seed", or NULL: it has no builds.
static const char *drawn_per_build(struct arena *arena, const struct prepared_variant *prepared)
{
    const char *words = NULL, *last = NULL;
    for (size_t i = 0; i < prepared->use_count; i++) {
        const struct randomizer_use *use = &prepared->uses[i];
        if (!randomizer_draws_per_build(use, false))
            continue;
        if (last)
            words = words ? arena_printf(arena, "%s, %s", words, last) : last;
        last = plain(arena, use->kind->name);
    }
    return words ? arena_printf(arena, "%s and %s", words, last) : last;
}

// Adds to the executor what each build of a ready command draws, unless the experiment attributes
// the variance to these draws by name.
static void ready_note(const struct prepared_variant *prepared, struct executor *executor)
{
    struct arena *arena = executor->arena;
    const struct target *target = prepared->target;
    const char *drawn = drawn_per_build(arena, prepared);
    if (!target_is_built(target) && drawn && !executor->spec->attribution.variant)
        text_list_add_once(&executor->ready_commands, arena,
                           arena_printf(arena,
                                        "benchmark '%s', variant '%s': a build is one draw of %s",
                                        target->benchmark, target->variant, drawn));
}

// ---- Variants whose builds write the same file outside of their folders

// Fails if the build of the variant at `index` replaced a file that an earlier variant runs or
// loads: that one would be measured with it.
static bool outside_check(const struct prepared_variants *variants, size_t index,
                          struct error *error)
{
    const struct prepared_variant *own = &variants->items[index];
    for (size_t i = 0; i < index; i++) {
        const struct prepared_variant *other = &variants->items[i];
        const char *path = other->program && other->program != own->program
                               ? program_replaces(own->program, other->program)
                               : NULL;
        if (path)
            return failed(error, EXIT_FAILED,
                          "benchmark '%s': variant '%s' uses '%s', which the build of variant '%s' "
                          "replaced: build and install below the build's folder, as with a prefix "
                          "of \"$PWD/…\"",
                          other->target->benchmark, other->target->variant, path,
                          own->target->variant);
    }
    return true;
}

// ---- Variants that nobody asks for

static bool is_wanted(const struct prepared_variants *variants, const bool *only, size_t index)
{
    for (size_t i = 0; i < variants->count; i++)
        if (only[i] && (i == index || targets_build_alike(variants->items[i].target,
                                                          variants->items[index].target)))
            return true;
    return false;
}

// Gives up the variants that are not asked for, nor build alike one that is: what is relinked of a
// program depends on all variants that have it. `only`: by cell and variant.
static void variants_leave_others(struct prepared_variants *variants, const bool *only)
{
    for (size_t i = 0; i < variants->count; i++)
        if (!is_wanted(variants, only, i))
            variants->items[i].given_up = "it is not asked for";
}

// ---- Programs that are not what their links make

// Adds to the executor's gaps if the build changes the program after its link.
static void as_built_note(const struct prepared_variant *prepared, struct executor *executor)
{
    struct arena *arena = executor->arena;
    const char *words = program_changed_since_link(prepared->program, arena);
    if (words)
        text_list_add_once(&executor->gaps.as_built, arena,
                           arena_printf(arena, "benchmark '%s', variant '%s': %s",
                                        prepared->target->benchmark, prepared->target->variant,
                                        words));
}

// ---- Preparing

struct preparing {
    struct prepared_variants *variants;
    struct executor *executor;
    const struct work_folder *folder;
    struct launcher *launcher;
    size_t builds;    // programs to build
    int64_t begun_ns; // the first build
    bool whole;       // every variant must make a program
    struct workshops *workshops;
};

// Factors of a variant that cannot be randomized, by reason.
struct left_out {
    struct arena *arena;
    struct text_list names, reasons; // "link_order, function_alignment", or "" if the reason says
};

// Leaves out a factor that cannot be randomized, if the file allows that.
static bool leave_out(struct left_out *left_out, const struct prepared_variant *prepared,
                      const struct randomizer_use *use, struct error *error)
{
    struct arena *arena = left_out->arena;
    if (!use->allow_missing) {
        failed_within(error, "benchmark '%s', variant '%s'", prepared->target->benchmark,
                      prepared->target->variant);
        return failed(error, EXIT_FAILED, "%s; or name it in randomize.allow_missing", error->text);
    }
    const char *lead = arena_printf(arena, "%s: ", use->kind->name), *text = error->text;
    bool named = text_starts(text, lead);
    const char *name = named ? use->kind->name : "",
               *reason = arena_strdup(arena, text + (named ? strlen(lead) : 0));
    for (size_t i = 0; named && i < left_out->reasons.count; i++)
        if (*left_out->names.items[i] && text_equal(left_out->reasons.items[i], reason)) {
            left_out->names.items[i] =
                arena_printf(arena, "%s, %s", left_out->names.items[i], name);
            return true;
        }
    text_list_add(&left_out->names, arena, name);
    text_list_add(&left_out->reasons, arena, reason);
    return true;
}

static void note_left_out(const struct left_out *left_out, const struct prepared_variant *prepared,
                          struct text_list *notes)
{
    for (size_t i = 0; i < left_out->reasons.count; i++) {
        const char *names = left_out->names.items[i];
        text_list_add_once(notes, left_out->arena,
                           arena_printf(left_out->arena,
                                        "not randomized: benchmark '%s', variant '%s': %s%s%s",
                                        prepared->target->benchmark, prepared->target->variant,
                                        names, *names ? ": " : "", left_out->reasons.items[i]));
    }
}

// Same requirement, same allow_missing? A factor of one value requires nothing of a program, but
// one draw for all builds does.
static bool is_alike(const struct randomizer_use *a, const struct randomizer_use *b)
{
    bool both_fixed = !a->draw && !b->draw && randomizer_is_fixed(a) && randomizer_is_fixed(b);
    return a->kind == b->kind && a->allow_missing == b->allow_missing &&
           (both_fixed || memcmp(a->values, b->values, sizeof a->values) == 0);
}

static const struct randomizer_use *find_alike(const struct randomizer_use *uses, size_t count,
                                               const struct randomizer_use *use)
{
    for (size_t i = 0; i < count; i++)
        if (is_alike(&uses[i], use))
            return &uses[i];
    return NULL;
}

// An earlier variant with the same program and an alike use, which was tried there; or NULL.
static const struct prepared_variant *tried_before(const struct preparing *preparing, size_t index,
                                                   const struct randomizer_use *use)
{
    for (size_t i = 0; i < index; i++) {
        const struct prepared_variant *other = &preparing->variants->items[i];
        if (other->program == preparing->variants->items[index].program &&
            !other->target->as_built &&
            find_alike(other->target->uses, other->target->use_count, use))
            return other;
    }
    return NULL;
}

// Whether the facts allow it (before building), or a trial link does (afterwards: no facts).
// *known: the same program was tried before, and there is no error.
static bool is_possible(const struct preparing *preparing, size_t index,
                        const struct randomizer_use *use, const struct toolchain_facts *facts,
                        bool *known, struct error *error)
{
    const struct prepared_variant *prepared = &preparing->variants->items[index];
    const struct prepared_variant *before = facts ? NULL : tried_before(preparing, index, use);
    *known = before;
    if (before)
        return find_alike(before->uses, before->use_count, use);
    if (!facts)
        return program_probe(prepared->program, use, error);
    struct toolchain_facts own = *facts;
    own.builds = own.builds && target_is_laid_out(prepared->target);
    return use->kind->probe(use, &own, error);
}

// Keeps the uses that are possible.
static bool keep_possible(const struct preparing *preparing, size_t index,
                          const struct toolchain_facts *facts, struct error *error)
{
    struct prepared_variant *prepared = &preparing->variants->items[index];
    struct left_out left_out = {.arena = preparing->executor->arena};
    size_t count = 0;
    for (size_t i = 0; i < prepared->use_count; i++) {
        const struct randomizer_use *use = &prepared->uses[i];
        bool known;
        if (is_possible(preparing, index, use, facts, &known, error))
            prepared->uses[count++] = *use;
        else if (known)
            continue;
        else if (error->code == EXIT_INTERRUPTED || error->code == EXIT_DEADLINE ||
                 !leave_out(&left_out, prepared, use, error))
            return false;
    }
    note_left_out(&left_out, prepared, &preparing->executor->gaps.not_randomized);
    prepared->use_count = count;
    return true;
}

// An earlier variant whose target compiles to the same program, or NULL.
static struct prepared_variant *prepared_like(const struct preparing *preparing, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (targets_build_alike(preparing->variants->items[i].target,
                                preparing->variants->items[index].target))
            return &preparing->variants->items[i];
    }
    return NULL;
}

static bool sweep_changes_program(const struct spec *spec, const struct cell *cell, size_t variant)
{
    for (size_t i = 0; i < spec->cell_count; i++) {
        const struct cell *other = &spec->cells[i];
        if (text_equal(other->benchmark, cell->benchmark) &&
            !targets_build_alike(&other->targets[variant], &cell->targets[variant]))
            return true;
    }
    return false;
}

static void note_building(const struct preparing *preparing, size_t index)
{
    const struct spec *spec = preparing->executor->spec;
    const struct cell *cell = &spec->cells[index / spec->variant_count];
    size_t variant = index % spec->variant_count;
    size_t named = sweep_changes_program(spec, cell, variant) ? spec->axis_count : 0;
    TEXT_CLEANUP struct text words = {0};
    text_printf(&words, "building '%s', variant '%s'", cell->benchmark, spec->variants[variant]);
    for (size_t axis = 0; axis < named; axis++)
        text_printf(&words, ", %s=%s", spec->axes[axis].name, cell->point[axis]);
    log_note(preparing->executor->log, "%s", words.bytes);
}

// Expects the builds that are left to take as long as those before.
static struct elapsed *show_building(const struct preparing *preparing)
{
    const struct executor *executor = preparing->executor;
    size_t done = preparing->variants->program_count;
    double seconds = (double)(clock_boot_ns() - preparing->begun_ns) / 1e9;
    double each = done ? seconds / (double)done : 0;
    return elapsed_begin(
        executor->arena, executor->log,
        arena_printf(executor->arena, "build %zu/%zu", done + 1, preparing->builds),
        each * (double)(preparing->builds - done));
}

// What the builds that are left would take, if they are like those before; `open`: of them, one
// that was ended.
static double builds_left_s(const struct preparing *preparing, size_t open)
{
    double sum = 0;
    size_t made = 0;
    for (size_t i = 0; i < preparing->variants->count; i++) {
        const struct prepared_variant *other = &preparing->variants->items[i];
        bool reused = other->program && program_kept_since(other->program);
        sum += reused ? 0 : other->build_s;
        made += !reused && other->build_s > 0;
    }
    size_t left = preparing->builds - preparing->variants->program_count + open;
    return made ? sum / (double)made * (double)left : 0;
}

// With the number to type: for the builds, and the same budget again for what comes after them. Of
// a build that did not end nobody knows how long it takes.
static bool refuse_builds(const struct preparing *preparing, double left_s, bool ended,
                          const char *why, struct error *error)
{
    struct arena *arena = preparing->executor->arena;
    const struct time_account *account = preparing->executor->account;
    double needed_s = account_elapsed_s(account) + left_s + account->budget_s;
    preparing->workshops->out_of_time = true;
    return failed(error, EXIT_USAGE,
                  "%s: the budget of %s does not hold the builds: %s%s, or 0 for none (so far: %s)",
                  why, time_wording(arena, account->budget_s),
                  account_budget_wording(arena, needed_s), ended ? "" : " or more",
                  account_wording(arena, account));
}

// As soon as it is known that the budget does not hold the builds: one was ended by it, or those
// that are left would be.
static bool check_time(const struct preparing *preparing, bool made, struct error *error)
{
    const struct executor *executor = preparing->executor;
    const struct time_account *account = executor->account;
    const struct time_limit limit = account_trial_limit(account);
    double limit_s = time_limit_left_s(&limit), left_s = builds_left_s(preparing, !made);
    if (!made && error->code == EXIT_DEADLINE) {
        preparing->workshops->out_of_time = true;
        return !limit.is_deadline && refuse_builds(preparing, left_s, false, error->text, error);
    }
    if (!made || limit.is_deadline || !account || !account->ends_measuring || left_s <= limit_s)
        return made;
    return refuse_builds(preparing, left_s, true,
                         arena_printf(executor->arena, "%zu of %zu builds are left, about %s",
                                      preparing->builds - preparing->variants->program_count,
                                      preparing->builds, time_wording(executor->arena, left_s)),
                         error);
}

static bool compile(const struct preparing *preparing, size_t index, struct error *error)
{
    struct arena *arena = preparing->executor->arena;
    struct prepared_variant *prepared = &preparing->variants->items[index];
    struct workshop workshop = workshops_next(preparing->workshops, prepared->target);
    if (target_is_built(prepared->target) || prepared->target->setup)
        note_building(preparing, index);
    struct elapsed *elapsed = show_building(preparing);
    preparing->variants->program_count++;
    int64_t begin_ns = clock_boot_ns();
    preparing->workshops->setup_s = 0;
    prepared->program = program_prepare(arena, prepared->target, &workshop, error);
    prepared->build_s = (double)(clock_boot_ns() - begin_ns) * 1e-9;
    elapsed_end(elapsed);
    account_spend(preparing->executor->account, TIME_SETUP, preparing->workshops->setup_s);
    account_spend(preparing->executor->account, TIME_BUILDS,
                  prepared->build_s - preparing->workshops->setup_s);
    if (prepared->program)
        workshops_note(preparing->workshops, prepared->program, prepared->target);
    return check_time(preparing, prepared->program, error);
}

static void note_relinked(const struct preparing *preparing,
                          const struct prepared_variant *prepared)
{
    const struct target *target = prepared->target;
    struct arena *arena = preparing->executor->arena;
    const char *relinked = program_relinked(prepared->program, arena);
    if (target->kind == TARGET_PROJECT && prepared->use_count && relinked)
        text_list_add_once(&preparing->executor->relinked, arena,
                           arena_printf(arena, "benchmark '%s', variant '%s': relinked: %s",
                                        target->benchmark, target->variant, relinked));
}

// Links once for all factors, if the program is new and several draw per build.
static bool is_probed_at_once(const struct preparing *preparing, size_t index)
{
    const struct prepared_variant *prepared = &preparing->variants->items[index];
    size_t drawn = 0;
    for (size_t i = 0; i < prepared->use_count; i++)
        drawn += prepared->uses[i].kind->draw_build != NULL;
    for (size_t i = 0; i < index; i++)
        if (preparing->variants->items[i].program == prepared->program &&
            !preparing->variants->items[i].target->as_built)
            return false;
    return drawn > 1 && program_probe_all(prepared->program, prepared->uses, prepared->use_count);
}

static void add_notes(const struct preparing *preparing, const struct prepared_variant *prepared,
                      const struct text_list *notes, struct text_list *gaps)
{
    struct arena *arena = preparing->executor->arena;
    for (size_t i = 0; i < notes->count; i++)
        text_list_add_once(gaps, arena,
                           arena_printf(arena, "benchmark '%s', variant '%s': %s",
                                        prepared->target->benchmark, prepared->target->variant,
                                        notes->items[i]));
}

// Probes what can be randomized of a compiled program.
static bool probe(const struct preparing *preparing, size_t index, struct error *error)
{
    const struct prepared_variant *prepared = &preparing->variants->items[index];
    struct executor_gaps *gaps = &preparing->executor->gaps;
    if (!target_is_built(prepared->target))
        return true;
    if (prepared->target->as_built) {
        as_built_note(prepared, preparing->executor);
        return true;
    }
    if (!functions_can_be_placed(prepared->program, prepared->target, error) ||
        (!is_probed_at_once(preparing, index) && !keep_possible(preparing, index, NULL, error)))
        return false;
    note_relinked(preparing, prepared);
    add_notes(preparing, prepared, program_notes(prepared->program), &gaps->not_randomized);
    if (prepared->use_count)
        add_notes(preparing, prepared, program_whole_objects(prepared->program),
                  &gaps->whole_objects);
    return true;
}

// Adds linkers that the project calls and no compiler has told.
static void add_linkers(const struct preparing *preparing, struct prepared_variant *prepared)
{
    for (size_t i = 0; prepared->toolchain && i < program_count(prepared->program); i++) {
        const char *version = program_linker_version(prepared->program, i);
        if (!strstr(prepared->toolchain, version))
            prepared->toolchain =
                arena_printf(preparing->executor->arena, "%s, %s", prepared->toolchain, version);
    }
}

// Gives up a revision that makes no program, as long as its cell has another variant.
static bool give_up(const struct preparing *preparing, size_t index, struct error *error)
{
    size_t variants = preparing->executor->spec->variant_count, first = index - index % variants;
    struct prepared_variant *prepared = &preparing->variants->items[index];
    if (!prepared->target->commit || preparing->whole || error->code == EXIT_INTERRUPTED ||
        preparing->workshops->out_of_time)
        return false;
    prepared->given_up = arena_strdup(preparing->executor->arena, error->text);
    bool left = false;
    for (size_t i = first; i < first + variants; i++)
        left = left || !preparing->variants->items[i].given_up;
    if (!left)
        return false;
    const char *line = arena_printf(preparing->executor->arena, "given up: %s", error->text);
    if (text_list_add_once(&preparing->executor->gaps.given_up, preparing->executor->arena, line))
        log_warning(preparing->executor->log, "%s", line);
    return true;
}

static bool prepare(const struct preparing *preparing, size_t index, struct error *error)
{
    const struct trial_site site = {preparing->executor, preparing->folder, preparing->launcher};
    struct prepared_variant *prepared = &preparing->variants->items[index];
    const struct prepared_variant *like = prepared_like(preparing, index);
    bool made = like ? like->program || failed(error, EXIT_FAILED, "%s", like->given_up)
                     : compile(preparing, index, error);
    if (made && like)
        prepared->program = like->program;
    if (!made || !command_program_check(preparing->executor->arena, prepared, error))
        return give_up(preparing, index, error);
    if (!like && !trial_executions_run(&site, preparing->variants, index, error)) {
        prepared->program = NULL;
        return give_up(preparing, index, error);
    }
    add_linkers(preparing, prepared);
    return outside_check(preparing->variants, index, error) && probe(preparing, index, error);
}

static bool has_folder(const struct prepared_variant *prepared)
{
    return prepared->target->kind != TARGET_COMMAND;
}

// The folder of a program that is not built stays free: programs may hold the paths of theirs.
static void leave_folder(const struct preparing *preparing, size_t index)
{
    const struct prepared_variant *prepared = &preparing->variants->items[index];
    if (preparing->builds && has_folder(prepared) && !prepared_like(preparing, index))
        (void)workshops_next(preparing->workshops, prepared->target);
}

// Finds the toolchain of a variant, once for all that compile to the same program: asking a
// compiler starts seven processes.
static bool find_toolchain(const struct preparing *preparing, size_t index, struct error *error)
{
    struct prepared_variant *prepared = &preparing->variants->items[index];
    const struct prepared_variant *like = prepared_like(preparing, index);
    if (like) {
        prepared->facts = like->facts;
        prepared->toolchain = like->toolchain;
        return true;
    }
    TEXT_CLEANUP struct text description = {0};
    if (!toolchain_find(prepared->target, &prepared->facts, &description, error))
        return false;
    if (description.bytes)
        prepared->toolchain = arena_strdup(preparing->executor->arena, description.bytes);
    return true;
}

bool prepared_variants_prepare(struct prepared_variants *variants, struct executor *executor,
                               const struct work_folder *folder, struct launcher *launcher,
                               const struct executor_request *request, struct error *error)
{
    struct workshops workshops = {.kept = false};
    struct preparing preparing = {.variants = variants,
                                  .executor = executor,
                                  .workshops = &workshops,
                                  .folder = folder,
                                  .launcher = launcher,
                                  .begun_ns = clock_boot_ns(),
                                  .whole = request->whole};
    if (request->only)
        variants_leave_others(variants, request->only);
    for (size_t i = 0; i < variants->count; i++)
        preparing.builds += !variants->items[i].given_up && has_folder(&variants->items[i]) &&
                            !prepared_like(&preparing, i);
    if (preparing.builds && !workshops_open(&workshops, executor, folder, request, error))
        return false;
    for (size_t i = 0; i < variants->count; i++)
        if (!variants->items[i].given_up &&
            (!find_toolchain(&preparing, i, error) ||
             !command_program_refusal(executor->arena, executor->spec->folder, &variants->items[i],
                                      error) ||
             !keep_possible(&preparing, i, &variants->items[i].facts, error)))
            return false;
    for (size_t i = 0; i < variants->count; i++) {
        if (*executor->stop)
            return failed(error, EXIT_INTERRUPTED, "interrupted before anything was measured");
        if (variants->items[i].given_up)
            leave_folder(&preparing, i);
        else
            ready_note(&variants->items[i], executor);
        if (!variants->items[i].given_up && has_folder(&variants->items[i]) &&
            !prepare(&preparing, i, error))
            return false;
    }
    const struct trial_site site = {executor, folder, launcher};
    if (!request->only)
        identical_find(&site, variants, executor);
    if (!request->only && request->compares_functions && !functions_find(variants, executor, error))
        return false;
    workshops_close(&workshops);
    return true;
}

struct prepared_variants prepared_variants_of(struct arena *arena, const struct spec *spec)
{
    struct prepared_variants variants = {.spec = spec,
                                         .count = spec->cell_count * spec->variant_count};
    variants.items = arena_new_array(arena, struct prepared_variant, variants.count);
    for (size_t i = 0; i < variants.count; i++) {
        struct prepared_variant *prepared = &variants.items[i];
        prepared->target = &spec->cells[i / spec->variant_count].targets[i % spec->variant_count];
        prepared->use_count = prepared->target->use_count;
        prepared->uses = arena_new_array(arena, struct randomizer_use, prepared->use_count);
        for (size_t use = 0; use < prepared->use_count; use++)
            prepared->uses[use] = prepared->target->uses[use];
    }
    return variants;
}

const char *prepared_variants_given_up(const struct prepared_variants *variants,
                                       struct arena *arena)
{
    const char *names = "";
    for (size_t i = 0; i < variants->count; i++) {
        const struct target *target = variants->items[i].target;
        if (!variants->items[i].given_up)
            continue;
        const char *name =
            arena_printf(arena, "variant '%s' of '%s'", target->variant, target->benchmark);
        if (!strstr(names, name))
            names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", name);
    }
    return names;
}
