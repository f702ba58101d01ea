// Writes and reads the facts of a bisection.
#include "campaign/bisection/journal.h"

#include "base/files/paths.h"
#include "base/text.h"
#include "store/transactions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const outcomes[] = {[JOURNAL_MEASURED] = "measured",
                                       [JOURNAL_BROKEN] = "broken",
                                       [JOURNAL_IDENTICAL] = "identical",
                                       [JOURNAL_TIMED_OUT] = "timed_out"};
enum { OUTCOMES = sizeof outcomes / sizeof *outcomes, ID_DIGITS = 40 };
static const double seconds_most = 1e10;

// ---- Writing

static bool write_fact(const char *folder, const char *key, const char *value, struct error *error)
{
    struct arena arena = {0};
    STORE_CLEANUP struct store *store =
        store_reopen(path_join(&arena, folder, "campaign.db"), error);
    bool done = store && store_begin(store, error);
    if (done)
        done = store_end(store, store_set(store, key, value, error), error);
    arena_release(&arena);
    return done;
}

bool journal_plan(const char *folder, size_t number, const struct journal_plan *plan,
                  struct error *error)
{
    struct arena arena = {0};
    bool done = write_fact(folder, arena_printf(&arena, FACT_BISECT_PLANNED, number),
                           arena_printf(&arena, "%s %zu", plan->id, plan->blocks), error);
    arena_release(&arena);
    return done;
}

bool journal_end(const char *folder, size_t number, const struct journal_result *result,
                 struct error *error)
{
    struct arena arena = {0};
    bool done = write_fact(folder, arena_printf(&arena, FACT_BISECT_ENDED, number),
                           arena_printf(&arena, "%s %.6f %.6f %.6f %.6f", outcomes[result->outcome],
                                        result->build_s, result->reference_s, result->blocks_s,
                                        result->seconds),
                           error);
    arena_release(&arena);
    return done;
}

bool journal_extend(const char *folder, double budget_s, struct error *error)
{
    struct arena arena = {0};
    bool done =
        write_fact(folder, FACT_BISECT_BUDGET, arena_printf(&arena, "%.17g", budget_s), error);
    arena_release(&arena);
    return done;
}

void journal_facts(struct arena *arena, const struct journal_request *request,
                   struct stored_fact facts[JOURNAL_FACTS])
{
    const struct search_rules *rules = &request->rules;
    const struct stored_fact all[JOURNAL_FACTS] = {
        {FACT_BISECT_GOOD, request->good},
        {FACT_BISECT_BAD, request->bad},
        {FACT_BISECT_BENCHMARK, request->benchmark},
        {FACT_BISECT_PROBABILITY, arena_printf(arena, "%.17g", rules->probability)},
        {FACT_BISECT_THRESHOLD, arena_printf(arena, "%.17g", rules->threshold)},
        {FACT_BISECT_BUDGET, arena_printf(arena, "%.17g", rules->budget_s)}};
    memcpy(facts, all, sizeof all);
}

// ---- Reading

// Reads the number at *text and moves behind it; NAN: there is none from 0 to `most`.
static double read_number(const char **text, double most)
{
    char *end = NULL;
    double number = strtod(*text, &end);
    bool good = end != *text && number >= 0 && number <= most && (*end == ' ' || *end == '\0');
    *text = end;
    return good ? number : NAN;
}

static bool damaged(size_t number, struct error *error)
{
    return failed(error, EXIT_USAGE, "measurement %zu of the bisection is damaged", number);
}

bool journal_planned(struct store *store, size_t number, struct journal_plan *plan, bool *found,
                     struct error *error)
{
    struct arena arena = {0};
    const char *text = store_get(store, &arena, arena_printf(&arena, FACT_BISECT_PLANNED, number));
    *found = text != NULL;
    bool good = !text;
    if (text && strspn(text, "0123456789abcdef") == ID_DIGITS && text[ID_DIGITS] == ' ') {
        const char *rest = text + ID_DIGITS + 1;
        double blocks = read_number(&rest, BISECTION_BLOCKS_MOST);
        good = blocks >= 1;
        memcpy(plan->id, text, ID_DIGITS);
        plan->id[ID_DIGITS] = '\0';
        plan->blocks = good ? (size_t)blocks : 0;
    }
    arena_release(&arena);
    return (good && store_is_read(store, error)) || (!good && damaged(number, error));
}

static bool read_result(const char *text, struct journal_result *result)
{
    double *const numbers[] = {&result->build_s, &result->reference_s, &result->blocks_s,
                               &result->seconds};
    size_t outcome = 0;
    while (outcome < OUTCOMES &&
           !(text_starts(text, outcomes[outcome]) && text[strlen(outcomes[outcome])] == ' '))
        outcome++;
    if (outcome == OUTCOMES)
        return false;
    result->outcome = (enum journal_outcome)outcome;
    text += strlen(outcomes[outcome]);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        *numbers[i] = read_number(&text, seconds_most);
        if (isnan(*numbers[i]))
            return false;
    }
    return !*text;
}

bool journal_ended(struct store *store, size_t number, struct journal_result *result, bool *found,
                   struct error *error)
{
    struct arena arena = {0};
    const char *text = store_get(store, &arena, arena_printf(&arena, FACT_BISECT_ENDED, number));
    *found = text != NULL;
    bool good = !text || read_result(text, result);
    arena_release(&arena);
    return (good && store_is_read(store, error)) || (!good && damaged(number, error));
}

bool journal_began(struct store *store, struct arena *arena)
{
    return store_get(store, arena, FACT_BISECT_PROBABILITY) != NULL;
}

static double fact_number(struct store *store, struct arena *arena, const char *key, double most)
{
    const char *text = store_get(store, arena, key);
    return text ? read_number(&text, most) : NAN;
}

bool journal_request(struct store *store, struct arena *arena, struct journal_request *request,
                     struct error *error)
{
    request->good = store_get(store, arena, FACT_BISECT_GOOD);
    request->bad = store_get(store, arena, FACT_BISECT_BAD);
    request->benchmark = store_get(store, arena, FACT_BISECT_BENCHMARK);
    request->rules = (struct search_rules){
        .probability = fact_number(store, arena, FACT_BISECT_PROBABILITY, 1),
        .threshold = fact_number(store, arena, FACT_BISECT_THRESHOLD, 1),
        .budget_s = fact_number(store, arena, FACT_BISECT_BUDGET, seconds_most)};
    if (!store_is_read(store, error))
        return false;
    return (request->good && request->bad && request->rules.probability >= 0.5 &&
            request->rules.probability < 1 && !isnan(request->rules.threshold) &&
            !isnan(request->rules.budget_s)) ||
           failed(error, EXIT_USAGE, "the bisection's rules are damaged");
}
