// `summary`: the statistic that is reported; and which direction of a unit is better.
#include "spec/keys/benchmark/summary.h"

#include "model/better.h"
#include "spec/keys/benchmark/internal.h"

void read_summary(struct reading *reading, const struct keyword *keyword, const struct node *node,
                  void *at)
{
    (void)keyword;
    struct statistic summary;
    const char *problem = statistic_read(reading->arena, node->text, &summary);
    if (problem)
        mistake(&reading->mistakes, node->place, "%s", problem);
    else
        *(struct statistic *)at = summary;
}

void summary_statistics_check(struct reading *reading, const struct node *variants)
{
    for (const struct node *child = variants ? variants->first : NULL; child; child = child->next) {
        const struct node *summary = node_child(child, "summary");
        if (summary)
            mistake(&reading->mistakes, summary->key_place,
                    "a variant cannot have a 'summary': variants are compared by one statistic, "
                    "the benchmark's or the experiment's");
    }
}

// The first cell whose samples have the same unit in another direction, or NULL.
static const struct cell *opposite_of(const struct spec *spec, size_t index)
{
    const struct sampling *own = &spec->cells[index].targets[0].sampling;
    for (size_t i = 0; i < index && own->better; i++) {
        const struct sampling *other = &spec->cells[i].targets[0].sampling;
        if (other->better && other->better != own->better && text_equal(other->unit, own->unit))
            return &spec->cells[i];
    }
    return NULL;
}

void directions_check(struct reading *reading, const struct node *benchmarks)
{
    const struct spec *spec = reading->spec;
    const char *checked = NULL; // the points of a benchmark do not differ in this
    for (size_t i = 0; i < spec->cell_count; i++) {
        const struct cell *cell = &spec->cells[i], *other = NULL;
        if (!text_equal(cell->benchmark, checked))
            other = opposite_of(spec, i);
        checked = cell->benchmark;
        if (other)
            mistake(&reading->mistakes, node_child(benchmarks, cell->benchmark)->key_place,
                    "'%s' and '%s' measure in '%s', but less is better in one and more in the "
                    "other: give one of the units another name",
                    other->benchmark, cell->benchmark, cell->targets[0].sampling.unit);
    }
}
