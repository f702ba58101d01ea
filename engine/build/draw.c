// Draws the layouts of a build's programs from one stream.
#include "build/draw.h"

#include "build/internal.h"

bool linked_is_barred(const struct linked *linked, const struct randomizer *kind)
{
    for (size_t i = 0; i < linked->barred_count; i++)
        if (linked->barred[i] == kind)
            return true;
    return false;
}

// Only the first program's draws are recorded, and apply to the processes: those of the others
// follow from the same seed.
void program_draw(const struct program *program, const struct randomizer_use *use,
                  struct stream *stream, struct layout *layouts,
                  struct address_layout *address_layout, struct draws *draws)
{
    bool drawn = false;
    for (size_t i = 0; i < program->linked_count; i++) {
        struct address_layout other_layout = *address_layout;
        struct draws other = {.count = 0};
        if (linked_is_barred(&program->linked[i], use->kind))
            continue;
        use->kind->draw_build(use, stream, &layouts[i], drawn ? &other_layout : address_layout,
                              drawn ? &other : draws);
        drawn = true;
    }
}
