// A second user of the header.
#include "second.h"

bool more(struct esw_run *run)
{
    return esw_next(run);
}
