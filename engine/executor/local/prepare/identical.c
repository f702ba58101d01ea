// Finding identical code before anything is measured.
#include "executor/local/prepare/identical.h"

#include "build/ignored.h"
#include "build/likeness.h"
#include "spec/target.h"

struct finding {
    const struct trial_site *site;
    const struct prepared_variants *variants;
    struct arena *arena;
    struct executor_gaps *gaps;
    struct likeness *likenesses; // of each variant and the first of its cell
    bool *alike;                 // identical, as this cell's command shows
};

// ---- Build inputs that differ

// The keys in which two targets differ, as in the experiment file.
static struct text_list changed_keys(struct arena *arena, const struct target *a,
                                     const struct target *b)
{
    const struct {
        const char *key;
        bool same;
    } keys[] = {
        {"cflags", text_lists_equal(&a->cflags, &b->cflags)},
        {"compiler", text_equal(a->compiler, b->compiler)},
        {"ldflags", text_lists_equal(&a->ldflags, &b->ldflags)},
        {"linker", text_equal(a->linker, b->linker)},
        {"libs", text_lists_equal(&a->libs, &b->libs)},
        {"setup", text_equal(a->setup, b->setup)},
        {"build", text_equal(a->build, b->build)},
        {"revision", text_equal(a->commit, b->commit)},
        {"directory", text_equal(a->directory, b->directory) || a->commit},
        {"sources", text_lists_equal(&a->sources, &b->sources) || a->commit},
    };
    struct text_list changed = {0};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!keys[i].same)
            text_list_add(&changed, arena, keys[i].key);
    return changed;
}

// "'cflags' and 'build'".
static const char *quoted(struct arena *arena, const struct text_list *keys)
{
    const char *words = "";
    for (size_t i = 0; i < keys->count; i++)
        words = arena_printf(arena, "%s%s'%s'", words,
                             i == 0                ? ""
                             : i + 1 < keys->count ? ", "
                                                   : " and ",
                             keys->items[i]);
    return words;
}

static const char *remedy(struct arena *arena, const struct program *program,
                          const struct text_list *keys)
{
    for (size_t i = 0; i < keys->count; i++) {
        const char *words = ignored_remedy(arena, program, keys->items[i]);
        if (words)
            return arena_printf(arena, "; %s", words);
    }
    return "";
}

static const char *pair_wording(struct arena *arena, const struct target *a, const struct target *b)
{
    return arena_printf(arena, "benchmark '%s': '%s' and '%s'", a->benchmark, a->variant,
                        b->variant);
}

// ---- Pairs

static const char *likeness_wording(struct arena *arena, const struct likeness *likeness)
{
    if (likeness->kind == LIKENESS_CODE)
        return "are the same machine code; only data differ";
    if (likeness->kind == LIKENESS_PROGRAM && *likeness->file)
        return arena_printf(arena, "are the same program, but the file '%s' differs",
                            likeness->file);
    return NULL;
}

static void note_pair(const struct finding *finding, const struct prepared_variant *a,
                      const struct prepared_variant *b, const struct likeness *likeness)
{
    struct arena *arena = finding->arena;
    struct text_list keys = changed_keys(arena, a->target, b->target);
    const char *pair = pair_wording(arena, a->target, b->target);
    const char *alike = likeness_wording(arena, likeness);
    if (alike && target_is_built(a->target))
        text_list_add_once(&finding->gaps->same_code, arena,
                           arena_printf(arena, "%s %s", pair, alike));
    if (likeness->kind == LIKENESS_IDENTICAL && keys.count)
        text_list_add_once(&finding->gaps->identical, arena,
                           arena_printf(arena,
                                        "%s are the same machine code: %s %s no difference%s", pair,
                                        quoted(arena, &keys), keys.count == 1 ? "makes" : "make",
                                        remedy(arena, b->program, &keys)));
}

// The likeness of the same two programs in an earlier cell, or NULL.
static const struct likeness *known(const struct finding *finding, size_t first, size_t variant)
{
    const struct prepared_variant *items = finding->variants->items;
    size_t variants = finding->variants->spec->variant_count;
    for (size_t cell = 0; cell < first; cell += variants)
        if (items[cell].program == items[first].program &&
            items[cell + variant].program == items[first + variant].program)
            return &finding->likenesses[cell + variant];
    return NULL;
}

static struct likeness likeness_of(const struct finding *finding, size_t first, size_t variant)
{
    const struct prepared_variant *a = &finding->variants->items[first], *b = a + variant;
    if (!a->program || !b->program)
        return (struct likeness){.kind = LIKENESS_NONE};
    if (a->program == b->program)
        return (struct likeness){.kind = LIKENESS_IDENTICAL};
    const struct likeness *before = known(finding, first, variant);
    return before ? *before : programs_likeness(finding->arena, a->program, b->program);
}

// By their names, the files that differ do not matter. Does the command open one?
static struct likeness confirmed(const struct finding *finding, size_t first, size_t variant,
                                 const struct likeness *likeness)
{
    const struct prepared_variant *items = finding->variants->items + first;
    const char *file =
        likeness->kind == LIKENESS_IDENTICAL && likeness->passed.count
            ? trial_execution_opens(finding->site, &items[variant], &items[0], &likeness->passed)
            : NULL;
    return file ? (struct likeness){.kind = LIKENESS_PROGRAM, .file = file} : *likeness;
}

// Two variants that are both unlike the first of their cell may still be identical.
static void compare_others(const struct finding *finding, size_t first, size_t variant)
{
    const struct prepared_variant *items = finding->variants->items + first;
    for (size_t other = 1; other < variant; other++) {
        const struct prepared_variant *a = &items[other], *b = &items[variant];
        if (!a->program || !b->program || a->program == b->program ||
            finding->likenesses[first + other].kind == LIKENESS_IDENTICAL)
            continue;
        struct likeness likeness = programs_likeness(finding->arena, a->program, b->program);
        if (likeness.kind == LIKENESS_IDENTICAL)
            note_pair(finding, a, b, &likeness);
    }
}

// An A/A comparison, which shows what the method makes of no difference. The variants of an
// attribution differ in what their blocks draw.
static void note_same(const struct finding *finding, const struct target *a, const struct target *b)
{
    if (!finding->variants->spec->attribution.variant && targets_measure_alike(a, b))
        text_list_add_once(&finding->gaps->same_variants, finding->arena,
                           arena_printf(finding->arena,
                                        "%s are the same (an A/A comparison): a difference between "
                                        "them is noise",
                                        pair_wording(finding->arena, a, b)));
}

static void compare_cell(const struct finding *finding, size_t first)
{
    size_t variants = finding->variants->spec->variant_count;
    const struct prepared_variant *items = finding->variants->items + first;
    for (size_t i = 1; i < variants; i++) {
        struct likeness *likeness = &finding->likenesses[first + i];
        bool before = known(finding, first, i) != NULL;
        *likeness = likeness_of(finding, first, i);
        note_same(finding, items[0].target, items[i].target);
        const struct likeness own = confirmed(finding, first, i, likeness);
        finding->alike[first + i] = own.kind == LIKENESS_IDENTICAL;
        if (items[0].program != items[i].program)
            note_pair(finding, &items[0], &items[i], &own);
        if (likeness->kind != LIKENESS_IDENTICAL && !before)
            compare_others(finding, first, i);
    }
}

static void note_compiler(const struct finding *finding, const struct prepared_variant *prepared)
{
    struct arena *arena = finding->arena;
    const struct target *target = prepared->target;
    const char *compilers = prepared->program ? ignored_compiler(arena, prepared->program) : NULL;
    if (compilers)
        text_list_add_once(
            &finding->gaps->ignored, arena,
            arena_printf(arena,
                         "benchmark '%s', variant '%s': 'compiler: %s' did not compile the "
                         "program, %s did; %s",
                         target->benchmark, target->variant, target->compiler, compilers,
                         ignored_remedy(arena, prepared->program, "compiler")));
}

// Is it said already that the key makes no difference between the variant and another one?
static bool is_noted(const struct finding *finding, size_t first, size_t index, const char *key)
{
    const struct prepared_variant *items = finding->variants->items;
    for (size_t i = first + 1; i < first + finding->variants->spec->variant_count; i++) {
        if ((index != first && index != i) || finding->likenesses[i].kind != LIKENESS_IDENTICAL)
            continue;
        const struct text_list keys =
            changed_keys(finding->arena, items[first].target, items[i].target);
        if (text_list_has(&keys, key))
            return true;
    }
    return false;
}

static void note_words(const struct finding *finding, size_t first, size_t index)
{
    const struct prepared_variant *prepared = &finding->variants->items[index];
    static const struct {
        const char *key, *lacks;
    } keys[] = {{"cflags", "no compilation of the build heeds"},
                {"ldflags", "no link of the build has"},
                {"libs", "no link of the build has"}};
    struct arena *arena = finding->arena;
    const struct target *target = prepared->target;
    for (size_t i = 0; prepared->program && i < sizeof keys / sizeof *keys; i++) {
        const char *words = ignored_words(arena, prepared->program, keys[i].key);
        if (words && !is_noted(finding, first, index, keys[i].key))
            text_list_add_once(
                &finding->gaps->ignored, arena,
                arena_printf(arena, "benchmark '%s', variant '%s': %s %s of '%s'; %s",
                             target->benchmark, target->variant, keys[i].lacks, words, keys[i].key,
                             ignored_remedy(arena, prepared->program, keys[i].key)));
    }
}

// Sets `identical` of the variants of a cell, and notes the compilers that were not used.
static void finish_cell(const struct finding *finding, size_t first, bool *identical)
{
    size_t variants = finding->variants->spec->variant_count;
    const struct prepared_variant *items = finding->variants->items;
    for (size_t i = first; i < first + variants; i++) {
        identical[i] = i > first && finding->alike[i] &&
                       targets_run_alike(items[first].target, items[i].target);
        if (first > 0 && items[i].program == items[i - variants].program)
            continue;
        note_compiler(finding, &items[i]);
        note_words(finding, first, i);
    }
}

void identical_find(const struct trial_site *site, const struct prepared_variants *variants,
                    struct executor *executor)
{
    size_t count = variants->spec->variant_count;
    struct arena *arena = executor->arena;
    struct finding finding = {site,
                              variants,
                              arena,
                              &executor->gaps,
                              arena_new_array(arena, struct likeness, variants->count),
                              arena_new_array(arena, bool, variants->count)};
    bool *identical = arena_new_array(arena, bool, variants->count);
    for (size_t first = 0; first < variants->count; first += count) {
        compare_cell(&finding, first);
        finish_cell(&finding, first, identical);
    }
    executor->identical = identical;
}
