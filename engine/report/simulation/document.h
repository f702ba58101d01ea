// The results of a simulation for people.
#pragma once

#include "report/model/document.h"
#include "report/model/record.h"
#include "simulate/tally.h"

struct document *simulation_document(struct arena *arena, const struct simulation *simulation,
                                     const struct tally *tally);

struct record *simulation_record(struct arena *arena, const struct simulation *simulation,
                                 const struct tally *tally);
