// Notes by what they mean for the answer.
#include "report/model/notes.h"

#include <stdarg.h>

static const struct {
    const char *name;
    enum note_weight weight;
} kinds[] = {
    [NOTE_CLOCK_AIM] = {"clock_aim", WEIGHT_BIASES},
    [NOTE_INPUTS_DIFFER] = {"inputs_differ", WEIGHT_BIASES},
    [NOTE_IDENTICAL] = {"identical", WEIGHT_BIASES},
    [NOTE_NOTHING_MEASURED] = {"nothing_measured", WEIGHT_BIASES},
    [NOTE_BELOW_GRAIN] = {"below_grain", WEIGHT_BIASES},
    [NOTE_FAILED_EXECUTIONS] = {"failed_executions", WEIGHT_BIASES},
    [NOTE_EXIT_CODES] = {"exit_codes", WEIGHT_BIASES},
    [NOTE_SESSIONS] = {"sessions", WEIGHT_BIASES},
    [NOTE_CAMPAIGNS_DIFFER] = {"campaigns_differ", WEIGHT_BIASES},
    [NOTE_FILES_DIFFER] = {"files_differ", WEIGHT_BIASES},
    [NOTE_PILOT_ONLY] = {"pilot_only", WEIGHT_BIASES},
    [NOTE_NOT_RANDOMIZED] = {"not_randomized", WEIGHT_BIASES},
    [NOTE_ONE_LAYOUT] = {"one_layout", WEIGHT_BIASES},
    [NOTE_SIDE_DRIFT] = {"side_drift", WEIGHT_BIASES},
    [NOTE_WARM_UP] = {"warm_up", WEIGHT_BIASES},
    [NOTE_COARSE] = {"coarse", WEIGHT_BIASES},
    [NOTE_CLOCK_UNTRIED] = {"clock_untried", WEIGHT_LIMITS},
    [NOTE_INPUTS_UNSEEN] = {"inputs_unseen", WEIGHT_LIMITS},
    [NOTE_QUICK] = {"quick", WEIGHT_LIMITS},
    [NOTE_DEADLINE] = {"deadline", WEIGHT_LIMITS},
    [NOTE_PARTIAL] = {"partial", WEIGHT_LIMITS},
    [NOTE_DEPENDENCE] = {"dependence", WEIGHT_LIMITS},
    [NOTE_UNSTEADY_MACHINE] = {"unsteady_machine", WEIGHT_LIMITS},
    [NOTE_DRIFT] = {"drift", WEIGHT_LIMITS},
    [NOTE_INTERFERENCE] = {"interference", WEIGHT_LIMITS},
    [NOTE_FEW_BLOCKS] = {"few_blocks", WEIGHT_LIMITS},
    [NOTE_NO_STEADY_STATE] = {"no_steady_state", WEIGHT_LIMITS},
    [NOTE_OUTLIERS] = {"outliers", WEIGHT_LIMITS},
    [NOTE_BIMODAL] = {"bimodal", WEIGHT_LIMITS},
    [NOTE_SUMMARY] = {"summary", WEIGHT_LIMITS},
    [NOTE_UNBALANCED] = {"unbalanced", WEIGHT_LIMITS},
    [NOTE_EVENT] = {"event", WEIGHT_LIMITS},
    [NOTE_LAYOUTS_UNSEEN] = {"layouts_unseen", WEIGHT_LIMITS},
    [NOTE_DEPENDENCE_UNKNOWN] = {"dependence_unknown", WEIGHT_LIMITS},
    [NOTE_WHOLE_OBJECTS] = {"whole_objects", WEIGHT_LIMITS},
    [NOTE_PRECISION] = {"precision", WEIGHT_ACTS},
    [NOTE_CLOCK_OVERHEAD] = {"clock_overhead", WEIGHT_ACTS},
    [NOTE_PROFILE] = {"profile", WEIGHT_DETAIL},
    [NOTE_DETAIL] = {"detail", WEIGHT_DETAIL},
};
_Static_assert(sizeof kinds / sizeof *kinds == NOTE_KINDS, "a name for each kind");

const char *note_name(enum note_kind kind)
{
    return kinds[kind].name;
}

enum note_weight note_weight(enum note_kind kind)
{
    return kinds[kind].weight;
}

const char *note_weight_name(enum note_weight weight)
{
    static const char *const names[] = {"biases", "limits", "acts", "detail"};
    return names[weight];
}

void notes_add(struct notes *notes, enum note_kind kind, const char *format, ...)
{
    va_list arguments;
    notes->items = arena_grown(notes->arena, notes->items, notes->count, sizeof *notes->items);
    va_start(arguments, format);
    notes->items[notes->count++] =
        (struct note){kind, arena_vprintf(notes->arena, format, arguments)};
    va_end(arguments);
}

// qsort() may mix notes of a kind.
void notes_sort(struct notes *notes)
{
    for (size_t i = 1; i < notes->count; i++) {
        struct note note = notes->items[i];
        size_t at = i;
        for (; at > 0 && notes->items[at - 1].kind > note.kind; at--)
            notes->items[at] = notes->items[at - 1];
        notes->items[at] = note;
    }
}

bool notes_have(const struct notes *notes, enum note_kind kind, const char *text)
{
    for (size_t i = 0; i < notes->count; i++)
        if (notes->items[i].kind == kind && text_equal(notes->items[i].text, text))
            return true;
    return false;
}
