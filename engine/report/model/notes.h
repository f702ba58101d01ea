// Notes: what a reader must know before trusting an answer (docs/results.md, "Notes").
#pragma once

#include "base/text.h"

// The worst first.
enum note_kind {
    // May bias the answer.
    NOTE_CLOCK_AIM,
    NOTE_INPUTS_DIFFER,
    NOTE_IDENTICAL,
    NOTE_NOTHING_MEASURED,
    NOTE_BELOW_GRAIN,
    NOTE_FAILED_EXECUTIONS,
    NOTE_EXIT_CODES,
    NOTE_SESSIONS,
    NOTE_CAMPAIGNS_DIFFER,
    NOTE_FILES_DIFFER,
    NOTE_PILOT_ONLY,
    NOTE_NOT_RANDOMIZED,
    NOTE_ONE_LAYOUT,
    NOTE_SIDE_DRIFT,
    NOTE_WARM_UP,
    NOTE_COARSE,
    // Limits it.
    NOTE_CLOCK_UNTRIED,
    NOTE_INPUTS_UNSEEN,
    NOTE_QUICK,
    NOTE_DEADLINE,
    NOTE_PARTIAL,
    NOTE_DEPENDENCE,
    NOTE_UNSTEADY_MACHINE,
    NOTE_DRIFT,
    NOTE_INTERFERENCE,
    NOTE_FEW_BLOCKS,
    NOTE_NO_STEADY_STATE,
    NOTE_OUTLIERS,
    NOTE_BIMODAL,
    NOTE_SUMMARY,
    NOTE_UNBALANCED,
    NOTE_EVENT, // of the campaign, of no other kind
    NOTE_LAYOUTS_UNSEEN,
    NOTE_DEPENDENCE_UNKNOWN,
    NOTE_WHOLE_OBJECTS,
    // Names an action.
    NOTE_PRECISION,
    NOTE_CLOCK_OVERHEAD,
    // Detail.
    NOTE_PROFILE,
    NOTE_DETAIL,
    NOTE_KINDS,
};

enum note_weight { WEIGHT_BIASES, WEIGHT_LIMITS, WEIGHT_ACTS, WEIGHT_DETAIL };

struct note {
    enum note_kind kind;
    const char *text;
};

struct notes {
    struct note *items;
    size_t count;
    struct arena *arena;
};

// "failed_executions": the stable name of a kind.
const char *note_name(enum note_kind kind);
enum note_weight note_weight(enum note_kind kind);
// "biases", "limits", "acts", "detail".
const char *note_weight_name(enum note_weight weight);

void notes_add(struct notes *notes, enum note_kind kind, const char *format, ...) PRINTF_LIKE(3, 4);
// By kind; notes of a kind keep their order.
void notes_sort(struct notes *notes);
// Whether a note of this kind has the text already.
bool notes_have(const struct notes *notes, enum note_kind kind, const char *text);
