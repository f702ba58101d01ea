// How often a queue's real experiments repeat.
#pragma once

#include "campaign/internal.h"

// Sizes the real experiments of the campaigns whose pilots are done, within the budget, and plans
// their looks. Campaigns whose real experiment was planned by an earlier session keep that plan.
void queue_decide(struct queue *queue);
