// The programs: each leaves its result on the stack. A line is about a statement.
#include "machine.h"

static const char sieve[] = "push 2 store i "
                            "outer: load i push 2000 less unless done "
                            "  load i peek unless prime increment i jump outer "
                            "prime: increment n load i load i multiply store j "
                            "inner: load j push 2000 less unless next "
                            "  push 1 load j poke load j load i add store j jump inner "
                            "next: increment i jump outer "
                            "done: load n ";

static const char fibonacci[] = "push 15 call fib halt "
                                "fib: dup push 2 less unless deeper return "
                                "deeper: dup push 1 subtract call fib "
                                "  swap push 2 subtract call fib add return ";

static const char collatz[] = "push 1 store n "
                              "number: load n push 150 less unless done "
                              "  load n store x push 0 store l "
                              "step: load x push 1 equal not unless ended "
                              "  increment l load x even unless odd "
                              "  load x push 2 divide store x jump step "
                              "odd: load x push 3 multiply push 1 add store x jump step "
                              "ended: load m load l less unless next load l store m "
                              "next: increment n jump number "
                              "done: load m ";

// Fills 100 cells from a generator, sorts them by insertion, and hashes them in their order.
static const char sorting[] = "push 1 store r "
                              "fill: load i push 100 less unless sort "
                              "  load r push 75 multiply push 74 add push 65521 modulo store r "
                              "  load r load i poke increment i jump fill "
                              "sort: push 1 store i "
                              "outer: load i push 100 less unless hash "
                              "  load i peek store v load i store j "
                              "inner: load j unless place "
                              "  load v load j push 1 subtract peek less unless place "
                              "  load j push 1 subtract peek load j poke "
                              "  load j push 1 subtract store j jump inner "
                              "place: load v load j poke increment i jump outer "
                              "hash: push 0 store i push 0 "
                              "each: load i push 100 less unless done "
                              "  load i peek mix increment i jump each "
                              "done: push 65521 modulo ";

// Counts the different words of a text, whatever their case.
static const char words[] = "next: load i byte letter store c "
                            "  load c unless ended "
                            "  load h load c mix store h increment i jump next "
                            "ended: load h unless blank "
                            "  load h count push 1 equal unless seen increment n "
                            "seen: push 0 store h "
                            "blank: load i byte unless done increment i jump next "
                            "done: load n ";

static const char verse[] =
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the "
    "age of foolishness, it was the epoch of belief, it was the epoch of incredulity, it was the "
    "season of Light, it was the season of Darkness, it was the spring of hope, it was the winter "
    "of despair, we had everything before us, we had nothing before us, we were all going direct "
    "to Heaven, we were all going direct the other way - in short, the period was so far like the "
    "present period, that some of its noisiest authorities insisted on its being received, for "
    "good or for evil, in the superlative degree of comparison only.";

const struct program programs[] = {
    {"sieve", "", sieve, 303},         // primes below 2000
    {"fibonacci", "", fibonacci, 610}, // the 15th
    {"collatz", "", collatz, 121},     // steps of the longest chain from below 150
    {"sorting", "", sorting, 13309},   // a hash, computed by other means
    {"words", verse, words, 58},       // different words
    {0},
};
