// Small campaigns of two sides with their reservations and ways on.
#pragma once

#include "judged.h"
#include "reported.h"

#include "report/compare/way_on.h"
#include "store/events.h"

static const struct stored_truth alike = {.mean = {1, 1}, .build = 0.01, .iteration = 0.001};

// O2 and O3 at `cells` points, with events (NULL: none) up to one without a text.
static struct imported campaign(size_t cells, size_t blocks, const struct stored_truth *truth,
                                const struct event_row *events)
{
    struct arena arena = {0};
    struct error error = {0};
    struct imported imported = {.store = store_temporary(&error)};
    const struct spec *spec = stored_spec(&arena, 2, cells);
    struct repetitions *all = arena_new_array(&arena, struct repetitions, cells);
    for (size_t i = 0; i < cells; i++)
        all[i] = (struct repetitions){blocks, 1, 2, 0, 1};
    assert_done(store_spec(imported.store, spec, &error), error);
    for (; events && events->text; events++)
        assert_done(store_event(imported.store, events->kind, events->text, &error), error);
    stored_phase(imported.store, spec, PHASE_REAL, all, truth);
    assert_done(analysis_load(&imported.arena, imported.store, &imported.findings, &error), error);
    assert_done(analysis_diagnose(&imported.arena, imported.store, &imported.findings, &error),
                error);
    arena_release(&arena);
    return imported;
}

struct reserved {
    struct comparison_set set;
    struct comparison_sources sources;
    struct comparison_frame frame;
};

static struct reserved reserved_of(struct imported *imported, struct comparison_rules rules)
{
    struct estimates estimates = analysis_estimates(&imported->findings);
    struct reserved reserved = {
        .set = compare_campaign(&imported->arena, &estimates, &rules),
        .sources = {.old = &imported->findings, .new = &imported->findings}};
    reserved.frame.reservations =
        reservations_of(&imported->arena, &reserved.set, &reserved.sources);
    reserved.frame.ways_on =
        ways_on_of(&imported->arena, &reserved.set, &reserved.sources, reserved.frame.reservations);
    return reserved;
}
