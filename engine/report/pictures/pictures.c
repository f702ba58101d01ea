// The pictures of a campaign's page, and their captions.
#include "report/pictures/pictures.h"

#include "base/files/paths.h"
#include "report/wording/stored_experiment.h"
#include "spec/pictures.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PICTURES_MOST = 36, PAGES_MOST = 2 };

static const char suffix[] = ".svg";

// Those that a reader needs, in the order of reading; then the diagnostics, which stand in plots/
// only.
static const struct {
    const char *stem, *caption;
} kinds[] = {
    {"picture", ""}, // of the experiment's own: its title
    {"bias", "What each value of the factor alone would have concluded."},
    {"attribution", "Shares of factors in the variance between builds."},
    {"ratios", "Ratios to the baseline with their intervals."},
    {"curves", "Variants over a parameter with their intervals."},
    {"heat_maps", "Ratios to the baseline over two parameters."},
    {"builds", "Means of single builds or executions. Those of one block were measured together."},
    {"means", "Each variant with its interval."},
    {"distributions", NULL},
    {"run_sequence", NULL},
    {"canary", NULL},
    {"lags", NULL},
    {"autocorrelation", NULL},
    {"variance_shares", NULL},
    {"repetitions", NULL},
};
enum { OWN = 0, KINDS = sizeof kinds / sizeof *kinds };

// Which kind "STEM-rest.svg" or "STEM.svg" is; KINDS: none.
static size_t kind_of(const char *file)
{
    size_t kind = 0, length = 0;
    for (; kind < KINDS; kind++) {
        length = strlen(kinds[kind].stem);
        if (strncmp(file, kinds[kind].stem, length) == 0 &&
            (file[length] == '-' || file[length] == '.'))
            break;
    }
    return text_ends(file, suffix) ? kind : KINDS;
}

// "builds-sort-wall_time-3.svg": of many cells such pages fill a report.
static bool is_further_page(const char *file)
{
    const char *last = strrchr(file, '-');
    char *end = NULL;
    return kind_of(file) != OWN && last && strtoul(last + 1, &end, 10) > PAGES_MOST &&
           strcmp(end, suffix) == 0;
}

// By kind, then by name; numbers in names count as such.
static int by_place(const void *a, const void *b)
{
    const char *left = *(char *const *)a, *right = *(char *const *)b;
    size_t one = kind_of(left), other = kind_of(right);
    return one != other ? (one < other ? -1 : 1) : strverscmp(left, right);
}

static struct text_list files_of(struct arena *arena, const char *folder)
{
    struct text_list files = {0};
    DIR *open = opendir(folder);
    for (const struct dirent *entry; open && (entry = readdir(open));)
        if (kind_of(entry->d_name) < KINDS)
            text_list_add(&files, arena, entry->d_name);
    if (open)
        closedir(open);
    if (files.count)
        qsort(files.items, files.count, sizeof *files.items, by_place);
    return files;
}

// Of "picture-NAME"; "" where the experiment asks for none of that name any more.
static const char *title_of(const struct spec *spec, const char *name)
{
    const char *own = strchr(name, '-');
    for (size_t i = 0; spec && own && i < spec->drawing_count; i++)
        if (text_equal(spec->drawings[i].name, own + 1))
            return spec->drawings[i].title;
    return "";
}

struct pictures pictures_of(struct arena *arena, struct store *store, const char *folder)
{
    const char *plots = path_join(arena, folder, "plots");
    struct text_list files = files_of(arena, plots);
    const struct spec *spec = files.count ? stored_experiment(arena, store) : NULL;
    struct pictures pictures = {arena_new_array(arena, struct picture, PICTURES_MOST), 0, 0, 0};
    for (size_t i = 0; i < files.count; i++) {
        const char *file = files.items[i], *path = path_join(arena, plots, file);
        size_t kind = kind_of(file);
        if (!store_older_than(store, path))
            pictures.older++;
        else if (!kinds[kind].caption || pictures.count == PICTURES_MOST || is_further_page(file))
            pictures.more++;
        else {
            const char *name = arena_strndup(arena, file, strlen(file) - strlen(suffix));
            pictures.items[pictures.count++] =
                (struct picture){name, path, kinds[kind].stem,
                                 kind == OWN ? title_of(spec, name) : kinds[kind].caption};
        }
    }
    return pictures;
}

void pictures_remove_older(struct arena *arena, const struct store *store,
                           const struct folder *plots)
{
    struct text_list files = files_of(arena, plots->path);
    for (size_t i = 0; i < files.count; i++)
        if (!store_older_than(store, path_join(arena, plots->path, files.items[i])))
            unlinkat(plots->fd, files.items[i], 0);
}
