// `machine.require`: what the machine must be like before anything is built.
#include "spec/keys/benchmark/internal.h"

#include "spec/requirement.h"

// A sweep may make many requirements of one with ${…}: each is kept once.
static void add(struct reading *reading, const struct node *item,
                const struct requirement *requirement)
{
    struct spec *spec = reading->spec;
    for (size_t i = 0; i < spec->requirement_count; i++)
        if (text_equal(spec->requirements[i].text, requirement->text))
            return;
    if (!spec->requirements)
        spec->requirements = arena_new_array(reading->arena, struct requirement, REQUIREMENTS_MOST);
    if (spec->requirement_count < REQUIREMENTS_MOST)
        spec->requirements[spec->requirement_count++] = *requirement;
    else
        mistake(&reading->mistakes, item->place, "more than %d requirements", REQUIREMENTS_MOST);
}

// Fills spec->requirements, not the target: all targets share the machine.
void read_requirements(struct reading *reading, const struct keyword *keyword,
                       const struct node *node, void *at)
{
    (void)at;
    struct node alone;
    for (const struct node *item = node_items(node, &alone); item; item = item->next) {
        struct requirement requirement;
        const char *text = item->kind == NODE_SCALAR ? resolve(reading, item, false) : NULL;
        if (item->kind != NODE_SCALAR)
            mistake(&reading->mistakes, item->place, "each of '%s' must be one value",
                    keyword->name);
        if (!text)
            continue;
        const char *problem = requirement_read(reading->arena, text, &requirement);
        if (problem)
            mistake(&reading->mistakes, item->place, "%s", problem);
        else
            add(reading, item, &requirement);
    }
}
