// What eswexp doctor found on a machine, and how machines differ.
#include "report/doctor/document.h"

#include "report/wording/lines.h"

// ---- A machine

static size_t count_of(const struct machine_checks *checks, enum fitness fitness)
{
    size_t count = 0;
    for (size_t i = 0; i < checks->count; i++)
        count += checks->items[i].fitness == fitness;
    return count;
}

static const char *summary_wording(struct arena *arena, const struct machine_checks *checks)
{
    size_t bad = count_of(checks, FIT_NOT), less = count_of(checks, FIT_LESS);
    const char *things =
        less ? arena_printf(arena, "%s could be better", text_counted(arena, less, "thing"))
             : "nothing to fix";
    const char *first =
        bad ? arena_printf(arena, "not fit for measuring: %s to fix first, %s",
                           text_counted(arena, bad, "thing"), less ? things : "the rest is fine")
            : arena_printf(arena, "fit for measuring: %s", things);
    return arena_printf(arena, "%s; %zu not available here", first, count_of(checks, FIT_UNKNOWN));
}

// A check that failed has a line for the reason and one for the remedy; the others are short.
static void add_check(struct report_section *section, const struct machine_check *check)
{
    struct arena *arena = section->arena;
    if (check->fitness >= FIT) {
        section_words(section,
                      arena_printf(arena, "%s: %s. %s", check->name, check->is, check->why));
        return;
    }
    section_words(section, arena_printf(arena, "%s: %s", check->name, check->is));
    section_answer(section, TONE_PLAIN, "  why:", check->why);
    section_answer(
        section, TONE_PLAIN, "  do:",
        arena_printf(arena, "%s%s", check->remedy ? check->remedy : "Nothing can be done here.",
                     check->tunable ? " ('eswexp run --tune' does it for one run.)" : ""));
}

static void add_group(struct document *document, const struct machine_checks *checks,
                      enum fitness fitness)
{
    static const char *const titles[FITNESSES] = {[FIT_NOT] = "To fix first",
                                                  [FIT_LESS] = "Could be better",
                                                  [FIT] = "Fine",
                                                  [FIT_UNKNOWN] = "Not available here"};
    struct report_section *section = document_section(document, RANK_FIRST, NULL, titles[fitness]);
    for (size_t i = 0; i < checks->count; i++)
        if (checks->items[i].fitness == fitness)
            add_check(section, &checks->items[i]);
}

// The meters from `first` on that are unavailable for the reason `why`, or available (NULL).
static const char *meters_for(struct arena *arena, const struct diagnosis *diagnosis, size_t first,
                              const char *why)
{
    const char *names = "";
    for (size_t i = first; i < diagnosis->meter_count; i++)
        if (text_equal(diagnosis->meters[i].why, why))
            names =
                arena_printf(arena, "%s%s%s", names, *names ? ", " : "", diagnosis->meters[i].name);
    return names;
}

static bool is_repeated(const struct diagnosis *diagnosis, size_t index)
{
    size_t i = 0;
    while (!text_equal(diagnosis->meters[i].why, diagnosis->meters[index].why))
        i++;
    return i < index;
}

static void add_meters(struct document *document, const struct diagnosis *diagnosis)
{
    struct arena *arena = document->arena;
    struct text_list lines = {0};
    text_list_printf(&lines, arena, "available: %s", meters_for(arena, diagnosis, 0, NULL));
    for (size_t i = 0; i < diagnosis->meter_count; i++) {
        const char *why = diagnosis->meters[i].why;
        if (why && !is_repeated(diagnosis, i))
            text_list_printf(&lines, arena, "not available here: %s (%s)",
                             meters_for(arena, diagnosis, i, why), why);
    }
    section_list(
        document_section(document, RANK_FIRST, NULL, "Meters ('measure' in an experiment file)"),
        &lines);
}

static void add_required(struct document *document, const struct diagnosis *diagnosis)
{
    struct arena *arena = document->arena;
    struct report_section *section = document_section(document, RANK_FIRST, NULL, "Required");
    for (size_t i = 0; i < diagnosis->required_count; i++) {
        const struct requirement_judged *judged = &diagnosis->required[i];
        const struct requirement *requirement = judged->requirement;
        section_words(section, arena_printf(arena, "%s: %s; is: %s", requirement->text,
                                            judged->holds ? "holds" : "does not hold", judged->is));
        if (!judged->holds)
            section_answer(section, TONE_PLAIN, "  do:", requirement->subject->how);
    }
}

struct document *diagnosis_document(struct arena *arena, const struct diagnosis *diagnosis)
{
    struct document *document = document_new(arena, summary_wording(arena, &diagnosis->checks), "");
    for (int fitness = 0; fitness < FITNESSES; fitness++)
        add_group(document, &diagnosis->checks, (enum fitness)fitness);
    add_meters(document, diagnosis);
    add_required(document, diagnosis);
    return document;
}

// ---- Several machines

struct document *machines_document(struct arena *arena, const struct machine_sides *sides,
                                   const struct machine_comparison *comparison)
{
    struct text_list names = {0};
    size_t all = comparison->count + comparison->same;
    for (size_t i = 0; i < sides->count; i++)
        text_list_add(&names, arena, sides->items[i].name);
    struct document *document = document_new(arena, names_wording(arena, &names), "");
    document->verdict = comparison->count
                            ? arena_printf(arena, "%zu of %zu facts differ", comparison->count, all)
                            : arena_printf(arena, "the same in all %zu facts", all);
    for (size_t i = 0; i < comparison->count; i++) {
        const struct machine_difference *difference = &comparison->differences[i];
        struct text_list values = {0};
        for (size_t side = 0; side < sides->count; side++) {
            const char *value = difference->values[side];
            text_list_printf(&values, arena, "%s: %s", sides->items[side].name,
                             value ? value : "not recorded");
        }
        section_list(document_section(document, RANK_FIRST, NULL, difference->fact), &values);
    }
    if (comparison->missed)
        section_words(
            document_section(document, RANK_FIRST, NULL, NULL),
            arena_printf(arena, "%s not recorded by all of them",
                         comparison->missed == 1
                             ? "1 more fact is"
                             : arena_printf(arena, "%zu more facts are", comparison->missed)));
    return document;
}

// ---- For programs

static void add_checks(struct record *root, const struct machine_checks *checks)
{
    static const char *const words[FITNESSES] = {[FIT_NOT] = "unfit for measuring",
                                                 [FIT_LESS] = "could be better",
                                                 [FIT] = "fine",
                                                 [FIT_UNKNOWN] = "not available here"};
    bool fit = true;
    for (size_t i = 0; i < checks->count; i++)
        fit = fit && checks->items[i].fitness != FIT_NOT;
    record_truth(root, "fit", fit);
    struct record *list = record_list(root, "checks");
    for (size_t i = 0; i < checks->count; i++) {
        const struct machine_check *check = &checks->items[i];
        struct record *record = record_within(list, NULL);
        record_text(record, "name", check->name);
        record_text(record, "state", words[check->fitness]);
        record_text(record, "is", check->is);
        record_text(record, "why", check->why);
        record_text(record, "do", check->remedy);
        record_truth(record, "tune", check->tunable);
    }
}

struct record *diagnosis_record(struct arena *arena, const struct diagnosis *diagnosis)
{
    struct record *root = record_new(arena);
    add_checks(root, &diagnosis->checks);
    struct record *meters = record_list(root, "meters");
    for (size_t i = 0; i < diagnosis->meter_count; i++) {
        const struct meter_state *meter = &diagnosis->meters[i];
        struct record *record = record_within(meters, NULL);
        record_text(record, "name", meter->name);
        record_text(record, "unit", meter->unit);
        record_truth(record, "available", !meter->why);
        record_text(record, "reason", meter->why);
    }
    struct record *required = record_list(root, "required");
    for (size_t i = 0; i < diagnosis->required_count; i++) {
        const struct requirement_judged *judged = &diagnosis->required[i];
        struct record *record = record_within(required, NULL);
        record_text(record, "required", judged->requirement->text);
        record_truth(record, "holds", judged->holds);
        record_text(record, "is", judged->is);
        record_text(record, "do", judged->requirement->subject->how);
    }
    struct record *facts = record_within(root, "fingerprint");
    for (size_t i = 0; i < diagnosis->facts.count; i++)
        record_text(facts, diagnosis->facts.items[i].name, diagnosis->facts.items[i].value);
    return root;
}

struct record *machines_record(struct arena *arena, const struct machine_sides *sides,
                               const struct machine_comparison *comparison)
{
    struct record *root = record_new(arena), *names = record_list(root, "machines");
    for (size_t i = 0; i < sides->count; i++)
        record_text(names, NULL, sides->items[i].name);
    struct record *differences = record_list(root, "differences");
    for (size_t i = 0; i < comparison->count; i++) {
        const struct machine_difference *difference = &comparison->differences[i];
        struct record *record = record_within(differences, NULL);
        record_text(record, "fact", difference->fact);
        struct record *values = record_list(record, "values");
        for (size_t side = 0; side < sides->count; side++)
            record_text(values, NULL, difference->values[side]);
    }
    record_count(root, "same", comparison->same);
    record_count(root, "not_recorded", comparison->missed);
    return root;
}
