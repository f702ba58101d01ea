// Slurm's programs, played by scripts: the words they get, the answers they give.
#include "scratch.h"

#include "executor/slurm/queue.h"
#include "executor/slurm/submit.h"

static const size_t THREE[] = {9, 3, 4};

// A program in the only folder of PATH but for the system's; its words, one a line, go to
// NAME.words.
static void play(struct scratch *scratch, const char *name, const char *script)
{
    char *file = arena_printf(&scratch->arena, "bin/%s", name);
    char *text = arena_printf(&scratch->arena,
                              "#!/bin/sh\nfor word; do echo \"$word\"; done >>%s/%s.words\n%s\n",
                              scratch->folder, name, script);
    assert_int_equal(chmod(scratch_file(scratch, file, text), 0755), 0);
    setenv("PATH", arena_printf(&scratch->arena, "%s/bin:/usr/bin:/bin", scratch->folder), 1);
}

static const char *words_given(struct scratch *scratch, const char *name)
{
    return scratch_read(scratch,
                        scratch_path(scratch, arena_printf(&scratch->arena, "%s.words", name)));
}

static void play_configuration(struct scratch *scratch, const char *array_size)
{
    play(scratch, "scontrol",
         arena_printf(&scratch->arena, "echo 'MaxArraySize            = %s'", array_size));
}

static bool submit_three(const struct slurm *slurm, struct error *error)
{
    return slurm_submit(slurm, "eswexp-ab-real", "exec task \"$ELEMENT\"", "log-%a", THREE, 3, 0, 0,
                        error);
}

static void submitting(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    play_configuration(scratch, "1001");
    play(scratch, "sbatch", "echo 17");
    if (!submit_three(&(struct slurm){0}, &error))
        fail_msg("%s", error.text);
    assert_string_equal(words_given(scratch, "sbatch"), "--mem=0\n"
                                                        "--export=ALL\n"
                                                        "--nodes=1\n"
                                                        "--ntasks=1\n"
                                                        "--exclusive\n"
                                                        "--requeue\n"
                                                        "--open-mode=append\n"
                                                        "--parsable\n"
                                                        "--input=/dev/null\n"
                                                        "--signal=B:USR1@120\n"
                                                        "--job-name=eswexp-ab-real\n"
                                                        "--comment=eswexp+0\n"
                                                        "--output=log-%a\n"
                                                        "--array=3-4,9\n"
                                                        "--wrap=ELEMENT=$((SLURM_ARRAY_TASK_ID + "
                                                        "0))\n"
                                                        "exec task \"$ELEMENT\"\n");
}

// What a user may overrule comes first, then the options, then what must be so.
static void submitting_with_options(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct text_list options = {0};
    text_list_add(&options, &scratch->arena, "--account=me");
    text_list_add(&options, &scratch->arena, "--time=8:00:00");
    const struct slurm slurm = {.partition = "long", .options = &options};
    play_configuration(scratch, "1001");
    play(scratch, "sbatch", "echo 17");
    assert_true(slurm_submit(&slurm, "name", "task", "log", THREE, 3, 2, 59.5, &error));
    const char *words = words_given(scratch, "sbatch");
    const char *expected = "--mem=0\n--time-min=1\n--account=me\n--time=8:00:00\n--export=ALL\n";
    assert_true(text_starts(words, expected));
    assert_non_null(strstr(words, "\n--deadline=now+300seconds\n--partition=long\n"));
    assert_non_null(strstr(words, "\n--array=3-4,9%2\n"));
}

static void more_than_one_array(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    play_configuration(scratch, "4");
    play(scratch, "sbatch", "echo 17");
    assert_true(submit_three(&(struct slurm){0}, &error));
    const char *words = words_given(scratch, "sbatch");
    const char *first = strstr(words, "--comment=eswexp+0\n--output=log-%a\n--array=3\n");
    const char *second = strstr(words, "--comment=eswexp+4\n--output=log-%a\n--array=0\n");
    const char *third = strstr(words, "--comment=eswexp+8\n--output=log-%a\n--array=1\n");
    assert_non_null(first);
    assert_true(first < second && second < third);
    assert_non_null(strstr(words, "ELEMENT=$((SLURM_ARRAY_TASK_ID + 8))\n"));
}

static void assert_refused(struct scratch *scratch, const char *script, enum exit_code code,
                           const char *words)
{
    struct error error = {0};
    play(scratch, "sbatch", script);
    assert_false(submit_three(&(struct slurm){0}, &error));
    assert_int_equal(error.code, code);
    assert_string_equal(error.text, words);
}

static void refusals(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    play_configuration(scratch, "1001");
    assert_refused(scratch, "echo 'sbatch: error: a' >&2; echo 'sbatch: error: b' >&2; exit 1",
                   EXIT_USAGE,
                   "Slurm refuses the job: sbatch: error: a; sbatch: error: b (see --partition and "
                   "--sbatch-options; 'sinfo' shows partitions and nodes)");
    assert_refused(scratch,
                   "echo 'sbatch: error: Batch job submission failed: Unable to contact slurm "
                   "controller (connect failure)' >&2; exit 1",
                   EXIT_UNFIT,
                   "Slurm accepts no job now: sbatch: error: Batch job submission failed: Unable "
                   "to contact slurm controller (connect failure)");
    play_configuration(scratch, "0");
    assert_false(submit_three(&(struct slurm){0}, &error));
    assert_string_equal(error.text, "this cluster allows no array jobs (MaxArraySize=0)");
    play(scratch, "scontrol", "echo 'slurm_load_ctl_conf error: Unable to contact' >&2; exit 1");
    assert_false(submit_three(&(struct slurm){0}, &error));
    assert_int_equal(error.code, EXIT_UNFIT);
}

// The queue in words, "" where it is empty.
static char *queue_of(struct scratch *scratch, const char *printed)
{
    struct error error = {0};
    struct slurm_element *elements;
    size_t count;
    bool known;
    scratch_file(scratch, "printed", printed);
    play(scratch, "squeue", arena_printf(&scratch->arena, "cat %s/printed", scratch->folder));
    if (!slurm_queue("name", &scratch->arena, &elements, &count, &known, &error))
        return arena_printf(&scratch->arena, "%s: %s", known ? "known" : "unknown", error.text);
    TEXT_CLEANUP struct text text = {0};
    text_add(&text, "");
    for (size_t i = 0; i < count; i++)
        text_printf(&text, "%zu %s %s %s\n", elements[i].element, elements[i].state,
                    elements[i].node, elements[i].reason);
    return arena_strdup(&scratch->arena, text.bytes);
}

static void reading_the_queue(void **state)
{
    struct scratch *scratch = *state;
    assert_string_equal(queue_of(scratch, ""), "");
    assert_string_equal(words_given(scratch, "squeue"),
                        "--array\n--noheader\n--name=name\n--format=%K|%k|%T|%N|%i|%r\n");
    assert_string_equal(queue_of(scratch, "7|eswexp+0|RUNNING|n1|1_2|None\n"
                                          "2|eswexp+0|PENDING||1_2|Resources, or so\n"
                                          "1|eswexp+1001|COMPLETING|n2|1_2|None\n"),
                        "2 PENDING  Resources, or so\n"
                        "7 RUNNING n1 None\n"
                        "1002 COMPLETING n2 None\n");
}

static void elements_not_expanded(void **state)
{
    struct scratch *scratch = *state;
    assert_string_equal(queue_of(scratch, "[8-10,15%2]|eswexp+0|PENDING||1_2|Priority\n"
                                          "0-4:2|eswexp+100|PENDING||1_2|Priority\n"),
                        "8 PENDING  Priority\n9 PENDING  Priority\n10 PENDING  Priority\n"
                        "15 PENDING  Priority\n100 PENDING  Priority\n102 PENDING  Priority\n"
                        "104 PENDING  Priority\n");
}

static void submitted_twice(void **state)
{
    struct scratch *scratch = *state;
    assert_string_equal(queue_of(scratch, "3|eswexp+0|PENDING||1_2|JobHeldUser\n"
                                          "3|eswexp+0|RUNNING|n2|1_2|None\n"
                                          "3|eswexp+0|PENDING||1_2|Resources\n"),
                        "3 RUNNING n2 None\n");
}

static void held_for_good(void **state)
{
    (void)state;
    static const char *const reasons[] = {"launch failed requeued held",
                                          "job requeued in held state"};
    for (size_t i = 0; i < 2; i++)
        assert_true(slurm_launch_failed(&(struct slurm_element){.reason = reasons[i]}));
    assert_false(slurm_launch_failed(&(struct slurm_element){.reason = "JobHeldUser"}));
}

static void lines_not_understood(void **state)
{
    struct scratch *scratch = *state;
    static const char *const lines[] = {
        "N/A|eswexp+0|RUNNING|n1|1_2|None", "7|other|RUNNING|n1|1_2|None", "7|eswexp+0|RUNNING",
        "9-7|eswexp+0|RUNNING|n1|1_2|None", "99999999999999999999|eswexp+0|PENDING||1_2|None"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_string_equal(
            queue_of(scratch, lines[i]),
            arena_printf(&scratch->arena,
                         "known: squeue printed a line that eswexp does not understand: '%s'",
                         lines[i]));
    assert_string_equal(queue_of(scratch, "squeue: warning\n7|eswexp+0|RUNNING|n1|1_2|None\n"),
                        "7 RUNNING n1 None\n");
}

static void controller_away(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct slurm_element *elements;
    size_t count;
    bool known;
    play(scratch, "squeue", "echo 'slurm_load_jobs error: Unable to contact' >&2; exit 1");
    assert_false(slurm_queue("name", &scratch->arena, &elements, &count, &known, &error));
    assert_false(known);
    assert_string_equal(error.text,
                        "Slurm does not show its queue: slurm_load_jobs error: Unable to contact");
    play(scratch, "squeue",
         "echo '7|eswexp+0|RUNNING|n1|1_2|None'\n"
         "echo 'slurm_load_partitions: Unexpected missing socket error' >&2");
    assert_false(slurm_queue("name", &scratch->arena, &elements, &count, &known, &error));
    assert_false(known);
    play(scratch, "scancel", "echo 'scancel: error: no' >&2; exit 1");
    assert_false(slurm_cancel("name", &error));
    assert_string_equal(error.text, "Slurm does not cancel '--name=name': scancel: error: no");
}

// A user's settings of squeue must not hide jobs.
static void environment_of_clients(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    setenv("SQUEUE_STATES", "RUNNING", 1);
    setenv("SCANCEL_INTERACTIVE", "1", 1);
    setenv("SBATCH_ACCOUNT", "me", 1);
    play(scratch, "scancel",
         arena_printf(&scratch->arena, "env | grep -E '^(SQUEUE|SCANCEL|SBATCH)_' >%s/seen",
                      scratch->folder));
    assert_true(slurm_cancel("name", &error));
    assert_string_equal(words_given(scratch, "scancel"), "--name=name\n");
    assert_true(slurm_cancel_element(&(struct slurm_element){.job = "12_3"}, &error));
    assert_true(slurm_call_back("name", &error));
    assert_string_equal(words_given(scratch, "scancel"),
                        "--name=name\n12_3\n--name=name\n--state=PENDING\n"
                        "--name=name\n--state=RUNNING\n--signal=USR1\n--batch\n");
    assert_string_equal(scratch_read(scratch, scratch_path(scratch, "seen")),
                        "SBATCH_ACCOUNT=me\n");
}

static void probing(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    setenv("PATH", scratch->folder, 1);
    assert_false(slurm_probe(&error));
    assert_int_equal(error.code, EXIT_UNFIT);
    assert_string_equal(error.text,
                        "there is no Slurm here: 'sbatch' is not in PATH (log in to a node of the "
                        "cluster that has it, or leave out --on slurm)");
    play(scratch, "sbatch", "");
    play(scratch, "scancel", "");
    play(scratch, "scontrol", "");
    play(scratch, "squeue", "");
    assert_true(slurm_probe(&error));
    play(scratch, "squeue", "echo 'squeue: error: no' >&2; exit 1");
    assert_false(slurm_probe(&error));
    assert_int_equal(error.code, EXIT_UNFIT);
    assert_string_equal(error.text,
                        "there is no Slurm cluster to talk to (is SLURM_CONF right, is 'scontrol "
                        "ping' answered?): Slurm does not show its queue: squeue: error: no");
}

int tests_of_slurm(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(submitting),
        scratch_test(submitting_with_options),
        scratch_test(more_than_one_array),
        scratch_test(refusals),
        scratch_test(reading_the_queue),
        scratch_test(elements_not_expanded),
        scratch_test(submitted_twice),
        scratch_test(lines_not_understood),
        scratch_test(controller_away),
        scratch_test(environment_of_clients),
        scratch_test(probing),
        cmocka_unit_test(held_for_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
