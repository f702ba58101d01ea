// Matching two campaigns: the same benchmark, point, metric and variant in both.
#include "analysis/compare/as_built.h"
#include "analysis/compare/internal.h"

#include "base/text.h"

#include <stdint.h>
#include <string.h>

// Whether the item `old` of one catalogue is the item `new` of another.
typedef bool same_item(const struct match *match, size_t old, size_t new);

static bool same_metric(const struct match *match, size_t old, size_t new)
{
    const struct stored_metric *a = &match->old->catalogue->metrics[old];
    const struct stored_metric *b = &match->new->catalogue->metrics[new];
    return text_equal(a->name, b->name) && text_equal(a->unit, b->unit);
}

static bool same_variant(const struct match *match, size_t old, size_t new)
{
    return text_equal(match->old->catalogue->variants[old], match->new->catalogue->variants[new]);
}

// The order of axes may differ.
static bool same_cell(const struct match *match, size_t old, size_t new)
{
    const struct catalogue *a = match->old->catalogue, *b = match->new->catalogue;
    if (a->axis_count != b->axis_count ||
        !text_equal(a->cells[old].benchmark, b->cells[new].benchmark))
        return false;
    for (size_t i = 0; i < a->axis_count; i++) {
        size_t k = 0;
        while (k < b->axis_count && !text_equal(a->axes[i], b->axes[k]))
            k++;
        if (k == b->axis_count || !text_equal(a->cells[old].point[i], b->cells[new].point[k]))
            return false;
    }
    return true;
}

static struct couples couples_of(struct arena *arena, const struct match *match, size_t old_count,
                                 size_t new_count, same_item *same)
{
    struct couples couples = {arena_new_array(arena, struct couple, old_count), 0};
    for (size_t old = 0; old < old_count; old++)
        for (size_t new = 0; new < new_count; new ++)
            if (same(match, old, new)) {
                couples.items[couples.count++] = (struct couple){old, new};
                break;
            }
    return couples;
}

static bool has_peer(const struct match *match, bool is_old, size_t index, size_t count,
                     same_item *same)
{
    size_t peer = 0;
    while (peer < count && !(is_old ? same(match, index, peer) : same(match, peer, index)))
        peer++;
    return peer < count;
}

// What one campaign alone has.
static struct couples lone_of(struct arena *arena, const struct match *match, size_t old_count,
                              size_t new_count, same_item *same)
{
    struct couples lone = {arena_new_array(arena, struct couple, old_count + new_count), 0};
    for (size_t old = 0; old < old_count; old++)
        if (!has_peer(match, true, old, new_count, same))
            lone.items[lone.count++] = (struct couple){old, SIZE_MAX};
    for (size_t new = 0; new < new_count; new ++)
        if (!has_peer(match, false, new, old_count, same))
            lone.items[lone.count++] = (struct couple){SIZE_MAX, new};
    return lone;
}

static bool is_side(const struct estimates *estimates, size_t variant, const char *floor_variant)
{
    const struct catalogue *catalogue = estimates->catalogue;
    return !(floor_variant && text_equal(catalogue->variants[variant], floor_variant)) &&
           !is_as_built(estimates->laid_out, catalogue, variant);
}

// The only side, or SIZE_MAX.
static size_t only_variant(const struct estimates *estimates, const char *floor_variant)
{
    size_t only = SIZE_MAX, others = 0;
    for (size_t i = 0; i < estimates->catalogue->variant_count; i++)
        if (is_side(estimates, i, floor_variant)) {
            only = i;
            others++;
        }
    return others == 1 ? only : SIZE_MAX;
}

static void match_sides(struct arena *arena, const char *floor_variant, struct match *match)
{
    const struct catalogue *old = match->old->catalogue, *new = match->new->catalogue;
    struct couples all =
        couples_of(arena, match, old->variant_count, new->variant_count, same_variant);
    struct couples *kept = &match->variants;
    *kept = (struct couples){arena_new_array(arena, struct couple, all.count + 1), 0};
    for (size_t i = 0; i < all.count; i++)
        if (is_side(match->old, all.items[i].old, floor_variant))
            kept->items[kept->count++] = all.items[i];
    struct couple only = {only_variant(match->old, floor_variant),
                          only_variant(match->new, floor_variant)};
    if (kept->count == 0 && only.old != SIZE_MAX && only.new != SIZE_MAX)
        kept->items[kept->count++] = only;
}

bool match_campaigns(struct arena *arena, const struct estimates *old, const struct estimates *new,
                     const char *floor_variant, struct match *match, struct error *error)
{
    const struct catalogue *a = old->catalogue, *b = new->catalogue;
    *match = (struct match){.old = old, .new = new};
    match->cells = couples_of(arena, match, a->cell_count, b->cell_count, same_cell);
    match->lone = lone_of(arena, match, a->cell_count, b->cell_count, same_cell);
    match->metrics = couples_of(arena, match, a->metric_count, b->metric_count, same_metric);
    match_sides(arena, floor_variant, match);
    const char *missing = match->cells.count == 0      ? "benchmark (at the same parameters)"
                          : match->variants.count == 0 ? "variant"
                          : match->metrics.count == 0  ? "metric"
                                                       : NULL;
    return !missing ||
           failed(error, EXIT_USAGE,
                  "the campaigns of '%s' and '%s' have no %s in common: compare two of the same "
                  "experiment",
                  old->experiment, new->experiment, missing);
}

const char *only_in(struct arena *names, const struct match *match, struct couple lone)
{
    const struct estimates *owner = lone.new == SIZE_MAX ? match->old : match->new;
    return arena_printf(names, "only in '%s'", owner->folder);
}

struct text_list unmatched_of(struct arena *names, const struct match *match,
                              const char *floor_variant)
{
    const struct catalogue *old = match->old->catalogue, *new = match->new->catalogue;
    struct text_list all = {0};
    if (match->old == match->new)
        return all;
    struct couples metrics =
        lone_of(names, match, old->metric_count, new->metric_count, same_metric);
    struct couples variants =
        lone_of(names, match, old->variant_count, new->variant_count, same_variant);
    bool by_name = same_variant(match, match->variants.items[0].old, match->variants.items[0].new);
    for (size_t i = 0; by_name && i < variants.count; i++) {
        struct couple one = variants.items[i];
        const struct estimates *owner = one.new == SIZE_MAX ? match->old : match->new;
        size_t index = one.new == SIZE_MAX ? one.old : one.new;
        if (is_side(owner, index, floor_variant))
            text_list_printf(&all, names, "variant '%s' is %s, so it is not compared",
                             owner->catalogue->variants[index], only_in(names, match, one));
    }
    for (size_t i = 0; i < metrics.count; i++) {
        struct couple one = metrics.items[i];
        const struct stored_metric *metric =
            one.new == SIZE_MAX ? &old->metrics[one.old] : &new->metrics[one.new];
        text_list_printf(&all, names, "metric '%s'%s%s is %s, so it is not compared", metric->name,
                         *metric->unit ? " in " : "", metric->unit, only_in(names, match, one));
    }
    return all;
}

static struct couples same_indices(struct arena *arena, size_t count)
{
    struct couples couples = {arena_new_array(arena, struct couple, count), count};
    for (size_t i = 0; i < count; i++)
        couples.items[i] = (struct couple){i, i};
    return couples;
}

struct match match_variants(struct arena *arena, const struct estimates *estimates)
{
    const struct catalogue *catalogue = estimates->catalogue;
    struct match match = {.old = estimates,
                          .new = estimates,
                          .cells = same_indices(arena, catalogue->cell_count),
                          .metrics = same_indices(arena, catalogue->metric_count),
                          .variants = same_indices(arena, catalogue->variant_count)};
    if (match.variants.count > 0) { // every variant but the first
        match.variants.items++;
        match.variants.count--;
    }
    size_t kept = 0;
    for (size_t i = 0; i < match.variants.count; i++)
        if (!is_as_built(estimates->laid_out, catalogue, match.variants.items[i].new))
            match.variants.items[kept++] = (struct couple){0, match.variants.items[i].new};
    match.variants.count = kept;
    return match;
}
