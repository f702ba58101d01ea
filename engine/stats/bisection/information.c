// The mutual information of a mixture of normal distributions and its components, by quadrature.
#include "stats/bisection/information.h"

#include <math.h>

enum { COMPONENTS_MOST = 32, NODES = 7 };
static const double negligible = 1e-4;

// Gauss-Hermite quadrature of a function of a standard normal variable.
static const double nodes[NODES] = {
    -3.7504397177257423, -2.3667594107345413, -1.1544053947399681, 0,
    1.1544053947399681,  2.3667594107345413,  3.7504397177257423};
static const double weights[NODES] = {
    5.4826885597221793e-4, 3.0757123967586497e-2, 2.4012317860501271e-1, 4.5714285714285714e-1,
    2.4012317860501271e-1, 3.0757123967586497e-2, 5.4826885597221793e-4};

// The levels that a commit may have. Those beyond COMPONENTS_MOST join the last.
struct mixture {
    struct segment items[COMPONENTS_MOST];
    size_t count;
    double total;
};

static void add(struct mixture *mixture, const struct segment *segment, double probability)
{
    if (probability < negligible)
        return;
    mixture->total += probability;
    if (mixture->count == COMPONENTS_MOST) {
        mixture->items[COMPONENTS_MOST - 1].probability += probability;
        return;
    }
    mixture->items[mixture->count] = *segment;
    mixture->items[mixture->count++].probability = probability;
}

// The commit lies at `share` of the gap before point `next`: 0 at its begin, 1 at the point.
static struct mixture mixture_at(const struct step_posterior *posterior, size_t next, double share)
{
    struct mixture mixture = {.count = 0};
    for (size_t first = 0; first <= next; first++)
        for (size_t last = next; last <= posterior->count; last++) {
            const struct segment *segment = segment_of(posterior, first, last);
            add(&mixture, segment, segment->probability * (first == next ? share : 1));
        }
    for (size_t first = 0; first < next; first++) {
        const struct segment *segment = segment_of(posterior, first, next - 1);
        add(&mixture, segment, segment->probability * (1 - share));
    }
    return mixture;
}

static double log_density(const struct mixture *mixture, double value, double deviation)
{
    double density = 0;
    for (size_t i = 0; i < mixture->count; i++) {
        double z = (value - mixture->items[i].level) / deviation;
        density += mixture->items[i].probability / mixture->total * exp(-0.5 * z * z);
    }
    return log(density);
}

// In units of the deviation, which both entropies share.
static double mutual_information(const struct mixture *mixture, double deviation)
{
    double entropy = 0;
    for (size_t i = 0; i < mixture->count; i++)
        for (size_t node = 0; node < NODES; node++) {
            double value = mixture->items[i].level + deviation * nodes[node];
            entropy -= mixture->items[i].probability / mixture->total * weights[node] *
                       log_density(mixture, value, deviation);
        }
    return fmax((entropy - 0.5) / log(2), 0);
}

double step_information(const struct step_posterior *posterior, size_t commit, size_t blocks)
{
    size_t next = 1;
    while (next < posterior->count && posterior->measured[next - 1].commit < commit)
        next++;
    size_t begin = next > 1 ? posterior->measured[next - 2].commit : 0,
           end = posterior->measured[next - 1].commit;
    double share = (double)(commit - begin) / (double)(end - begin);
    struct mixture mixture = mixture_at(posterior, next, share);
    double noise = posterior->noise, single = posterior->model.deviation;
    if (!mixture.count)
        return 0;
    return mutual_information(&mixture,
                              sqrt(noise * noise / (double)blocks + single * single + 1e-14));
}
