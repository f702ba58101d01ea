// What measuring a commit would tell about the steps. docs/method.md, "Bisection".
#pragma once

#include "stats/bisection/posterior.h"

// The expected information, in bits, of `blocks` further blocks of a commit from 1 to the end: the
// mutual information of their mean and of the segment that the commit belongs to.
double step_information(const struct step_posterior *posterior, size_t commit, size_t blocks);
