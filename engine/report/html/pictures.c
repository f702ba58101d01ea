// The pictures, each a figure with its caption.
#include "report/html/internal.h"

#include "base/files/files.h"
#include "report/html/frame/section.h"
#include "report/html/frame/writer.h"
#include "report/pictures/picture_check.h"
#include "report/pictures/pictures.h"

#include <string.h>

enum { PICTURE_BYTES_MOST = 2 << 20, PICTURES_BYTES_MOST = 24 << 20 };

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

// NULL, or the reason to leave out the picture; `bytes` sums the sizes of the pictures so far.
static const char *read_picture(const struct html_page *page, const struct picture *picture,
                                size_t *bytes, struct text *svg)
{
    struct error error;
    if (!file_read(picture->path, PICTURE_BYTES_MOST, svg, &error))
        return arena_strdup(page->arena, error.text);
    *bytes += svg->length;
    return *bytes > PICTURES_BYTES_MOST ? "the page would be too large"
                                        : picture_flaw(svg->bytes, svg->length);
}

static void figure(const struct html_page *page, const struct picture *picture, size_t *bytes,
                   struct text_list *notes)
{
    TEXT_CLEANUP struct text svg = {0};
    const char *flaw = read_picture(page, picture, bytes, &svg);
    const char *subject = subject_of(page->arena, picture);
    if (flaw) {
        text_list_add(notes, page->arena,
                      arena_printf(page->arena, "%s is left out: %s", picture->name, flaw));
        return;
    }
    html_add(page->html,
             "<figure>\n<div class=\"picture\" role=\"region\" aria-label=\"%s: %s\" "
             "tabindex=\"0\">\n",
             subject, picture->caption);
    html_add_picture(page->html, &svg);
    html_add(page->html, "\n</div>\n<figcaption><b>%s.</b> %s</figcaption>\n</figure>\n", subject,
             picture->caption);
}

static void note_counts(const struct html_page *page, const struct pictures *pictures,
                        struct text_list *notes)
{
    struct arena *arena = page->arena;
    if (pictures->more)
        text_list_add(notes, arena,
                      arena_printf(arena, "%s in plots/",
                                   text_counted(arena, pictures->more, "more picture")));
    if (pictures->older)
        text_list_add(notes, arena,
                      arena_printf(arena,
                                   "left out: %s older than the results ('eswexp plot DIR' redraws "
                                   "them; DIR is this campaign's folder)",
                                   text_counted(arena, pictures->older, "picture")));
    if (!pictures->count && !pictures->older)
        text_list_add(notes, arena,
                      "none yet: 'eswexp plot DIR' draws them (DIR is this campaign's folder)");
}

void html_pictures(const struct html_page *page)
{
    struct text_list notes = {0};
    size_t bytes = 0;
    if (!page->pictures)
        return;
    struct pictures pictures = pictures_of(page->arena, page->store, page->pictures);
    html_section(page, "pictures", "Pictures");
    for (size_t i = 0; i < pictures.count; i++)
        figure(page, &pictures.items[i], &bytes, &notes);
    note_counts(page, &pictures, &notes);
    html_list(page, "notes", &notes);
    html_section_end(page);
}
