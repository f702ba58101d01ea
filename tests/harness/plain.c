// A plain main() as a user writes it: compiled as C and as C++, as one of two translation units.
#include "eswexp.h"

#include "second.h"

int main(int argc, char **argv)
{
    struct esw_run run;
    double number = 1.5, *pointer = &number;
    esw_begin(&run, argc, argv);
    esw_describe(&run, "plain", "one sum");
    while (more(&run)) {
        ESW_LAUNDER(number);
        ESW_LAUNDER(pointer);
        ESW_USE(number + *pointer);
        ESW_USE(pointer);
        ESW_USE(run);
        ESW_CLOBBER();
    }
    esw_metric(&run, "throughput", 1.5e6, "req/s", ESW_MORE);
    esw_metric(&run, "hits", 12, NULL, ESW_UNKNOWN);
    return esw_end(&run);
}
