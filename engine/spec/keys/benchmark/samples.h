// `samples`: where the values of a benchmark come from.
#pragma once

#include "spec/yaml/grammar.h"

reader read_samples; // struct sampling
reader read_better;  // enum better, of samples and of metrics
