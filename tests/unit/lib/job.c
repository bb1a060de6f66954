/* job -- the columns, nodes and tasks of jobs: what is read, each refusal word for word, and random cases against the rules
 * restated. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/job/job.h"
#include "lib/rng/rng.h"
#include "unit/tap.h"

/* Six nodes of two cores, of which node 5 is unavailable. */
#define MACHINE "mesh:k=6,cores=2,unavailable=5"

static job_needs needs;

static void
show_list(const char *name, const list *l)
{
	printf(" %s", name);
	for (uint32_t i = 0; i < l->count; i++)
		printf("%s%" PRIu32, i ? "+" : "=", l->item[i]);
}

/* Read t.csv as tools do that want both columns: "a: nodes=0+1 tasks=2 at=0+1". */
static void
show(void)
{
	table *t = table_open("t.csv");
	machine *m = machine_build(MACHINE, NULL, 0, "test", 1);
	job_reader r;
	batch b;

	job_reader_init(&r, t, m, needs);
	while (table_next_case(t, &b)) {
		job_reader_clear(&r);
		for (int i = 0; i < b.rows; i++) {
			job_row j = job_of(&r, b.id, &b.row[i]);

			job_read_nodes(&j);
			job_read_tasks(&j);
			job_read_node_list(&j);
			if (*cell_text(j.row, r.at[JOB_TASK_NODES]))
				job_read_task_nodes(&j);
			printf("%s:", j.name);
			show_list("nodes", j.node);
			printf(" tasks=%" PRIu32, j.tasks);
			show_list("at", j.task_node);
			printf("%s;", j.placed ? "" : " unplaced");
		}
	}
	job_reader_free(&r);
	machine_free(m);
	table_close(t);
}

/* Only the columns. */
static void
show_columns(void)
{
	table *t = table_open("t.csv");
	machine *m = machine_build(MACHINE, NULL, 0, "test", 1);
	job_reader r;

	job_reader_init(&r, t, m, needs);
	printf("%d %d %d %d %d %d %d", r.at[JOB_NAME], r.at[JOB_NODES], r.at[JOB_TASKS], r.at[JOB_LOAD], r.at[JOB_START], r.at[JOB_NODE_LIST],
		r.at[JOB_TASK_NODES]);
	job_reader_free(&r);
	machine_free(m);
	table_close(t);
}

/* What read_it prints of a table, lines ended by '~', and behind it "exit N" when it fails. */
static const char *
output(void (*read_it)(void), const char *text)
{
	static char got[4096];
	int end[2], status;
	size_t used = 0;
	ssize_t more;
	FILE *out = fopen("t.csv", "w");

	fputs(text, out);
	fclose(out);
	fflush(stdout);
	if (pipe(end) != 0)
		abort();
	if (fork() == 0) {
		dup2(end[1], STDOUT_FILENO);
		dup2(end[1], STDERR_FILENO);
		close(end[0]);
		setvbuf(stdout, NULL, _IONBF, 0);
		prog = "x";
		read_it();
		_exit(0);
	}
	close(end[1]);
	while ((more = read(end[0], got + used, sizeof got - 32 - used)) > 0)
		used += (size_t)more;
	close(end[0]);
	wait(&status);
	if (status)
		used += (size_t)sprintf(got + used, "exit %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	got[used] = '\0';
	for (char *p = got; *p; p++)
		if (*p == '\n')
			*p = '~';
	return got;
}

static void
gives(const char *rows, const char *want)
{
	char *text = xprintf("case,job,nodes,tasks,load,start_s,node_list,task_nodes\n%s", rows);

	is_str(output(show, text), want, want);
	free(text);
}

/* The first row is read, and the second refused. */
static void
refuses(const char *second, const char *why)
{
	char *text = xprintf("1,a,2,,,0,0-1,\n%s\n", second), *want = xprintf("a: nodes=0+1 tasks=4 at;x: t.csv:3: %s~exit 1", why);

	gives(text, want);
	free(text);
	free(want);
}

static void
columns(job_needs n, const char *header, const char *want)
{
	char *text = xprintf("%s\n", header);

	needs = n;
	is_str(output(show_columns, text), want, want);
	needs = JOBS_WANT;
	free(text);
}

static void
test_columns(void)
{
	columns(JOBS_ANY, "x", "-1 -1 -1 -1 -1 -1 -1");
	columns(JOBS_ANY, "task_nodes,node_list,start_s,load,tasks,nodes,job", "6 5 4 3 2 1 0");
	columns(JOBS_WANT, "nodes,job", "1 0 -1 -1 -1 -1 -1");
	columns(JOBS_WANT, "nodes", "x: t.csv:1: job: this column is missing~exit 1");
	columns(JOBS_WANT, "job", "x: t.csv:1: nodes: this column is missing~exit 1");
	columns(JOBS_LISTED, "job,nodes,node_list", "0 1 -1 -1 -1 2 -1");
	columns(JOBS_LISTED, "job,nodes,task_nodes", "x: t.csv:1: node_list: this column is missing: no job has nodes; pipe it through alloc~exit 1");
	columns(JOBS_PLACED, "job,nodes,task_nodes", "0 1 -1 -1 -1 -1 2");
	columns(JOBS_PLACED, "job,nodes", "x: t.csv:1: node_list: this column is missing: no job has nodes; pipe it through alloc~exit 1");
}

static void
test_reading(void)
{
	gives("1,a,2,,,,,\n", "a: nodes tasks=4 at unplaced;");
	gives("1,a,2,,0.5,,,\n", "a: nodes tasks=2 at unplaced;");
	gives("1,a,2,3,,,3 1,\n", "a: nodes=3+1 tasks=3 at;");
	gives("1,a,2,3,,,3 1,1x2 3\n", "a: nodes=3+1 tasks=3 at=1+1+3;");
	gives("1,a,2,3,,,,4x2 0\n", "a: nodes tasks=3 at=4+4+0;");
	gives("1,a,2,,,,0-1,\n1,b,1,1,,,4,4\n2,c,5,5,,,0-4,\n", "a: nodes=0+1 tasks=4 at;b: nodes=4 tasks=1 at=4;c: nodes=0+1+2+3+4 tasks=5 at;");
	gives("1,a,9,,,,,\n", "a: nodes tasks=18 at unplaced;");
}

static void
test_refusing(void)
{
	refuses("1,b,,,,0,2,", "nodes: '': must be given");
	refuses("1,b,0,,,0,2,", "nodes: '0': must be at least 1");
	refuses("1,b,two,,,0,2,", "nodes: 'two': must be an integer");
	refuses("1,b,7,,,0,2,", "nodes: '7': must be at most 6");
	refuses("1,b,2,,,0,2,", "nodes: '2': node_list has 1 nodes");
	refuses("1,b,1,,,0,2 3,", "nodes: '1': node_list has 2 nodes");
	refuses("1,b,2,,,0,2 2,", "node_list: '2 2': node 2 is listed twice");
	refuses("1,b,1,,,0,5,", "node_list: '5': node 5 is unavailable");
	refuses("1,b,1,,,0,6,", "node_list: '6': 6 is not below 6");
	refuses("1,b,1,,,0,1,", "node_list: '1': node 1 is already held by job 'a'");
	refuses("1,b,1,,,2,1,", "node_list: '1': node 1 is already held by job 'a', which starts at another time; "
		"'metrics moment' takes the jobs of one moment of a schedule");
	refuses("1,b,1,0,,0,2,", "tasks: '0': must be at least 1");
	refuses("1,b,1,3,,0,2,", "tasks: '3': job 'b' has 2 processors on 1 nodes");
	refuses("1,b,1,3,0.1,0,2,", "tasks: '3': job 'b' has 2 processors on 1 nodes");
	refuses("1,b,1,2147483648,,0,2,", "tasks: '2147483648': must be at most 2147483647");
	refuses("1,b,2000000000,,,0,,", "tasks: '': job 'b' has more than 2147483647 tasks");
	refuses("1,b,1,2,,0,2,2", "task_nodes: '2': places 1 tasks of 2");
	refuses("1,b,1,1,,0,2,3", "task_nodes: '3': node 3 is not in node_list");
	refuses("1,b,2,3,,0,2-3,2x3", "task_nodes: '2x3': more than 2 tasks on node 2");
	refuses("1,b,2,3,,0,,2x3", "task_nodes: '2x3': more than 2 tasks on node 2");
	refuses("1,b,2,2,,0,,2 1", "task_nodes: '2 1': node 1 is already held by job 'a'");
	refuses("1,b,2,2,,0,,2 5", "task_nodes: '2 5': node 5 is unavailable");
}

enum { NODES = 6, UNAVAILABLE = 5, CORES = 2 };

/* A random row of a case in which the nodes of `held` are taken, for it to be judged by the rules: true when it is legal. */
static bool
random_row(rng *r, int job, bool *held, char **text)
{
	uint32_t nodes = 1 + (uint32_t)rng_below(r, 3), tasks = 1 + (uint32_t)rng_below(r, 3), on[NODES] = { 0 };
	uint32_t listed = rng_below(r, 8) ? nodes : (uint32_t)rng_below(r, 4);
	bool mine[NODES] = { false }, good = tasks <= nodes * CORES && (listed == nodes || listed == 0), by_list = listed > 0;
	char *node_list = xstrdup(""), *task_nodes = xstrdup("");

	for (uint32_t i = 0; i < listed; i++) {
		uint32_t v = (uint32_t)rng_below(r, NODES);

		while (rng_below(r, 12) && (v == UNAVAILABLE || held[v] || mine[v]))
			v = (v + 1) % NODES;
		good &= v != UNAVAILABLE && !held[v] && !mine[v];
		mine[v] = true;
		node_list = xprintf("%s%s%" PRIu32, node_list, i ? " " : "", v);
	}
	for (uint32_t i = 0; i < tasks; i++) {
		uint32_t v = (uint32_t)rng_below(r, NODES);

		while (rng_below(r, 12) && (by_list ? !mine[v] : v == UNAVAILABLE || held[v]))
			v = (v + 1) % NODES;
		good &= v != UNAVAILABLE && !held[v] && ++on[v] <= CORES && (mine[v] || !by_list);
		task_nodes = xprintf("%s%s%" PRIu32, task_nodes, i ? " " : "", v);
	}
	for (int v = 0; v < NODES; v++)
		held[v] |= mine[v] || on[v];
	*text = xprintf("%s1,%d,%" PRIu32 ",%" PRIu32 ",,,%s,%s\n", *text, job, nodes, tasks, node_list, task_nodes);
	return good;
}

static void
test_random(void)
{
	int trials = CHECKED ? 100 : 1500, legal = 0, wrong = 0;
	rng r;

	rng_init(&r, 1, "job", "", "");
	for (int trial = 0; trial < trials; trial++) {
		bool held[NODES] = { false }, good = true;
		char *text = xstrdup("case,job,nodes,tasks,load,start_s,node_list,task_nodes\n");
		const char *got;

		for (int job = 0; job < 2; job++)
			good &= random_row(&r, job, held, &text);
		got = output(show, text);
		legal += good;
		wrong += (strstr(got, "exit 1") == NULL) != good;
		if ((strstr(got, "exit 1") == NULL) != good)
			fprintf(stderr, "# %s# %s\n", text, got);
		free(text);
	}
	is_int(wrong, 0, "random jobs are read when they keep the rules, else refused");
	ok(legal > trials / 10 && legal < trials / 2, "%d of %d keep them", legal, trials);
}

int
main(void)
{
	char directory[] = "/tmp/job-XXXXXX";

	if (!mkdtemp(directory) || chdir(directory) != 0)
		return 1;
	needs = JOBS_WANT;
	test_columns();
	test_reading();
	test_refusing();
	test_random();
	unlink("t.csv");
	rmdir(directory);
	return done_testing();
}
