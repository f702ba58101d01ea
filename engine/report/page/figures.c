// The pictures of the page.
#include "report/page/internal.h"

#include "report/pictures/pictures.h"

#include <string.h>

// The subject of "distributions-sort-wall_time": "sort, wall_time".
static const char *subject_of(struct arena *arena, const struct picture *picture)
{
    const char *part = picture->name + strlen(picture->stem), *words = "";
    while (*part == '-') {
        size_t length = strcspn(++part, "-");
        words = arena_printf(arena, "%s%s%.*s", words, *words ? ", " : "", (int)length, part);
        part += length;
    }
    return words;
}

const struct page_figures *page_figures(const struct paged *paged, const char *pictures)
{
    struct arena *arena = paged->arena;
    if (!pictures)
        return NULL;
    const struct pictures found = pictures_of(arena, paged->store, pictures);
    struct page_figures *figures = arena_new(arena, struct page_figures);
    figures->items = arena_new_array(arena, struct page_figure, found.count);
    for (size_t i = 0; i < found.count; i++)
        figures->items[figures->count++] = (struct page_figure){
            subject_of(arena, &found.items[i]), found.items[i].caption, found.items[i].path};
    if (found.more)
        text_list_printf(&figures->notes, arena, "%s in plots/",
                         text_counted(arena, found.more, "more picture"));
    if (found.older)
        text_list_printf(&figures->notes, arena,
                         "left out: %s older than the results ('eswexp plot DIR' redraws "
                         "them; DIR is this campaign's folder)",
                         text_counted(arena, found.older, "picture"));
    if (!found.count && !found.older)
        text_list_add(&figures->notes, arena,
                      "none yet: 'eswexp plot DIR' draws them (DIR is this campaign's folder)");
    return figures;
}
