// Citations and facts of the store for the sentences of a methods section.
#include "report/paper/methods_text.h"

#include "model/level.h"
#include "store/facts.h"

#include <string.h>

static const struct {
    const char *name, *reference;
} works[] = {
    {"kalibera",
     "T. Kalibera and R. Jones. Rigorous benchmarking in reasonable time. In Proc. Int. "
     "Symp. on Memory Management (ISMM), pages 63-74, 2013."},
    {"mytkowicz", "T. Mytkowicz, A. Diwan, M. Hauswirth and P. F. Sweeney. Producing wrong data "
                  "without doing anything obviously wrong! In Proc. ASPLOS, pages 265-276, 2009."},
    {"law", "A. M. Law. Simulation Modeling and Analysis. 5th edition, McGraw-Hill, 2015."},
    {"white", "K. P. White, M. J. Cobb and S. C. Spratt. A comparison of five steady-state "
              "truncation heuristics for simulation. In Proc. Winter Simulation Conference, pages "
              "755-760, 2000."},
    {"killick",
     "R. Killick, P. Fearnhead and I. A. Eckley. Optimal detection of changepoints with a "
     "linear computational cost. Journal of the American Statistical Association, "
     "107(500):1590-1598, 2012."},
    {"fieller", "E. C. Fieller. Some problems in interval estimation. Journal of the Royal "
                "Statistical Society, Series B, 16(2):175-185, 1954."},
    {"jennison",
     "C. Jennison and B. W. Turnbull. Interim analyses: the repeated confidence interval "
     "approach. Journal of the Royal Statistical Society, Series B, 51(3):305-361, "
     "1989."},
    {"saltelli", "A. Saltelli, P. Annoni, I. Azzini, F. Campolongo, M. Ratto and S. Tarantola. "
                 "Variance based sensitivity analysis of model output. Computer Physics "
                 "Communications, 181(2):259-270, 2010."},
    {"hesterberg", "T. C. Hesterberg. What teachers should know about the bootstrap: resampling in "
                   "the undergraduate statistics curriculum. The American Statistician, "
                   "69(4):371-386, 2015."},
};

// " [2]": the citation of a work. The first citation of a work adds it to the references.
const char *methods_cite(struct methods *methods, const char *name)
{
    size_t work = 0, place = 0;
    while (strcmp(works[work].name, name) != 0)
        work++;
    while (place < methods->citations->count &&
           strcmp(methods->citations->items[place], works[work].reference) != 0)
        place++;
    if (place == methods->citations->count)
        text_list_add(methods->citations, methods->arena, works[work].reference);
    return arena_printf(methods->arena, " [%zu]", place + 1);
}

const char *methods_fact(const struct methods *methods, const char *key)
{
    const char *value = store_get(methods->store, methods->arena, key);
    return value ? value : "";
}
