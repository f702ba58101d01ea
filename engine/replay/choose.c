// Finding the build that is meant.
#include "replay/choose.h"

#include "base/nearest.h"
#include "replay/internal.h"

#include <string.h>

void search_mistake(struct search *search, const char *words)
{
    text_list_add(&search->mistakes, search->arena, words);
}

static bool refuse(const struct search *search, const struct log *log, struct error *error)
{
    size_t last = search->mistakes.count - 1;
    for (size_t i = 0; i < last; i++)
        log_error(log, "%s", search->mistakes.items[i]);
    return failed(error, EXIT_USAGE, "%s", search->mistakes.items[last]);
}

const char *search_listed(struct arena *arena, const struct text_list *names)
{
    enum { MOST = 20 };
    const char *all = "";
    for (size_t i = 0; i < names->count && i < MOST; i++)
        all = arena_printf(arena, "%s%s%s", all, i ? ", " : "", names->items[i]);
    return names->count > MOST
               ? arena_printf(arena, "%s and %zu more", all, names->count - (size_t)MOST)
               : all;
}

// The name that is asked for is not among these.
static void no_such(struct search *search, const char *what, const char *name,
                    const struct text_list *names)
{
    const char *near = text_nearest(name, (const char *const *)names->items);
    search_mistake(search, near ? arena_printf(search->arena,
                                               "the campaign has no %s '%s': did you mean '%s'?",
                                               what, name, near)
                                : arena_printf(search->arena, "the campaign has no %s '%s', but %s",
                                               what, name, search_listed(search->arena, names)));
}

// ---- Cells

// "--benchmark sort --point n=100": the options that choose a cell.
static const char *cell_options(const struct search *search, size_t cell)
{
    const struct catalogue *catalogue = search->catalogue;
    const char *words =
        arena_printf(search->arena, "--benchmark '%s'", catalogue->cells[cell].benchmark);
    for (size_t axis = 0; axis < catalogue->axis_count; axis++)
        if (*catalogue->cells[cell].point[axis])
            words = arena_printf(search->arena, "%s --point %s=%s", words, catalogue->axes[axis],
                                 catalogue->cells[cell].point[axis]);
    return words;
}

static size_t axis_of(const struct search *search, const char *point)
{
    const struct catalogue *catalogue = search->catalogue;
    size_t length = strcspn(point, "="), axis = 0;
    while (axis < catalogue->axis_count &&
           (strncmp(catalogue->axes[axis], point, length) != 0 || catalogue->axes[axis][length]))
        axis++;
    return axis;
}

static void check_point(struct search *search, const char *point)
{
    const struct catalogue *catalogue = search->catalogue;
    struct text_list names = {0}, values = {0};
    size_t axis = axis_of(search, point);
    const char *value = strchr(point, '=');
    if (!value) {
        search_mistake(search,
                       arena_printf(search->arena, "'--point %s' is not AXIS=VALUE", point));
        return;
    }
    for (size_t i = 0; i < catalogue->axis_count; i++)
        text_list_add(&names, search->arena, catalogue->axes[i]);
    for (size_t cell = 0; axis < catalogue->axis_count && cell < catalogue->cell_count; cell++)
        text_list_add_once(&values, search->arena, catalogue->cells[cell].point[axis]);
    if (!names.count)
        search_mistake(search, arena_printf(search->arena,
                                            "'--point %s': the campaign has no parameters", point));
    else if (axis == catalogue->axis_count)
        no_such(search, "parameter", arena_strndup(search->arena, point, (size_t)(value - point)),
                &names);
    else if (!text_list_has(&values, value + 1))
        no_such(search, arena_printf(search->arena, "point of '%s':", catalogue->axes[axis]),
                value + 1, &values);
}

static void check_cell(struct search *search)
{
    struct text_list benchmarks = {0};
    const char *benchmark = search->wish->benchmark;
    for (size_t i = 0; i < search->catalogue->cell_count; i++)
        text_list_add_once(&benchmarks, search->arena, search->catalogue->cells[i].benchmark);
    if (benchmark && !text_list_has(&benchmarks, benchmark))
        no_such(search, "benchmark", benchmark, &benchmarks);
    for (size_t i = 0; i < search->wish->points.count; i++)
        check_point(search, search->wish->points.items[i]);
}

static bool fits(const struct search *search, size_t cell)
{
    const struct stored_cell *stored = &search->catalogue->cells[cell];
    const struct build_wish *wish = search->wish;
    bool good = !wish->benchmark || text_equal(wish->benchmark, stored->benchmark);
    for (size_t i = 0; good && i < wish->points.count; i++) {
        const char *point = wish->points.items[i];
        good = text_equal(stored->point[axis_of(search, point)], strchr(point, '=') + 1);
    }
    return good;
}

// The cell that the options name; mistakes if they name none or several.
static size_t find_cell(struct search *search)
{
    struct text_list candidates = {0};
    size_t found = 0;
    for (size_t cell = 0; cell < search->catalogue->cell_count; cell++)
        if (fits(search, cell)) {
            found = cell;
            text_list_add(&candidates, search->arena, cell_options(search, cell));
        }
    if (!candidates.count)
        search_mistake(search, "no cell of the campaign has this benchmark and these parameters");
    if (candidates.count > 1)
        search_mistake(search, arena_printf(search->arena, "several cells fit: choose one with %s",
                                            search_listed(search->arena, &candidates)));
    return found;
}

static size_t find_variant(struct search *search)
{
    const struct catalogue *catalogue = search->catalogue;
    const char *variant = search->wish->variant;
    struct text_list variants = {0};
    size_t found = 0;
    for (size_t i = 0; i < catalogue->variant_count; i++) {
        text_list_add(&variants, search->arena, catalogue->variants[i]);
        found = text_equal(catalogue->variants[i], variant) ? i : found;
    }
    if (variant && !text_list_has(&variants, variant))
        no_such(search, "variant", variant, &variants);
    if (!variant && variants.count > 1)
        search_mistake(search, arena_printf(search->arena,
                                            "the campaign has several variants: choose one with "
                                            "--variant: %s",
                                            search_listed(search->arena, &variants)));
    return found;
}

static bool find(struct search *search, const struct log *log, size_t *cell, size_t *variant,
                 struct error *error)
{
    check_cell(search);
    *cell = search->mistakes.count ? 0 : find_cell(search);
    *variant = find_variant(search);
    return !search->mistakes.count || refuse(search, log, error);
}

// A database may be anybody's.
static bool has_cells(const struct catalogue *catalogue, struct error *error)
{
    return (catalogue->cell_count && catalogue->variant_count) ||
           failed(error, EXIT_USAGE, "the campaign has no benchmark or no variant to replay");
}

bool choose_build(struct store *store, struct arena *arena, const struct log *log,
                  const struct catalogue *catalogue, const struct build_wish *wish,
                  struct chosen_build *chosen, struct error *error)
{
    struct search search = {store, arena, catalogue, wish, {0}};
    size_t cell, variant;
    return has_cells(catalogue, error) && find(&search, log, &cell, &variant, error) &&
           search_build(&search, cell, variant, chosen, error) &&
           (!search.mistakes.count || refuse(&search, log, error));
}

bool choose_builds(struct store *store, struct arena *arena, const struct log *log,
                   const struct catalogue *catalogue, const struct build_wish *wish,
                   struct chosen_builds *chosen, struct error *error)
{
    struct search search = {store, arena, catalogue, wish, {0}};
    size_t cell, variant;
    return has_cells(catalogue, error) && find(&search, log, &cell, &variant, error) &&
           search_builds(&search, cell, variant, chosen, error);
}

const char *chosen_wording(struct arena *arena, const struct catalogue *catalogue,
                           const struct chosen_build *chosen)
{
    const struct stored_cell *cell = &catalogue->cells[chosen->cell];
    const char *words = arena_printf(arena, "build %zu (%s) of '%s', variant '%s'", chosen->number,
                                     phase_name(chosen->phase), cell->benchmark,
                                     catalogue->variants[chosen->variant]);
    for (size_t axis = 0; axis < catalogue->axis_count; axis++)
        if (*cell->point[axis])
            words =
                arena_printf(arena, "%s, %s=%s", words, catalogue->axes[axis], cell->point[axis]);
    return words;
}
