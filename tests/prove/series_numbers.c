// Prints what the engine finds in a series, one number a line of standard input, for against_r.py.
#include "../unit/autocorrelation.h"
#include "stats/series/change_points.h"
#include "stats/series/mser.h"

#include <stdio.h>
#include <stdlib.h>

enum { LAGS = 10, VALUES_MOST = 100000 };

static void print_lags(const double *values, size_t count)
{
    double r[LAGS];
    autocorrelations(values, count, LAGS, r);
    printf("acf");
    for (size_t k = 0; k < LAGS; k++)
        printf(" %.17g", r[k]);
    for (size_t lags = 1; lags <= LAGS; lags++) {
        struct ljung_box test = ljung_box(values, count, lags);
        printf("\nljung_box %.17g %.17g", test.Q, test.p);
    }
}

// arguments: PENALTY LEAST FLOOR, any number of times
int main(int count_of, char **arguments)
{
    double *values = malloc(VALUES_MOST * sizeof *values);
    size_t *changes = malloc(VALUES_MOST * sizeof *changes);
    size_t count = 0;
    while (count < VALUES_MOST && scanf("%lf", &values[count]) == 1)
        count++;
    print_lags(values, count);
    printf("\nmser %zu\n", mser_cut(values, count, MSER_BATCH).warmup);
    for (int i = 1; i + 2 < count_of; i += 3) {
        struct change_rules rules = {strtod(arguments[i], NULL),
                                     strtoul(arguments[i + 1], NULL, 10),
                                     strtod(arguments[i + 2], NULL)};
        size_t found = change_points(values, count, &rules, changes);
        printf("partition %s %s %s", arguments[i], arguments[i + 1], arguments[i + 2]);
        for (size_t j = 0; j < found; j++)
            printf(" %zu", changes[j]);
        printf("\n");
    }
    free(values);
    free(changes);
}
