/* predict -- measured messages as jobs of programs, a case a row, for netsim.
 *
 * Half a round trip is one message; a flow is 64 messages and an answer, as osu_bw sends them, in a GOAL file in memory.  Large vectors
 * travel in packets of 64 KiB: their times are those of their bytes. */
#include "metrics/fit/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/cli/ascending.h"
#include "lib/cli/ask.h"
#include "lib/cli/cli.h"
#include "lib/rng/rng.h"
#include "lib/stream/lists.h"
#include "lib/stream/table.h"

enum { WINDOW = 64, LARGE = 1 << 22, LARGE_FLOW = 1 << 20, AT_ONCE = 2, ELEMENT = 4 };

/* Nodes at a distance from the first one that may be had: that of the nearest, the middle or the farthest of all. */
typedef struct by_distance {
	uint32_t node, distance;
} by_distance;

ASCENDING_BY2(nearer, by_distance, distance, node)

/* The nodes that may be had, the first one first, then by their distance from it; *n of them. */
static by_distance *
nodes_by_distance(const machine *m, uint32_t *n)
{
	by_distance *all = xalloc((size_t)m->nodes + 1, sizeof *all);

	*n = 0;
	for (uint32_t v = 0; v < m->nodes; v++)
		if (machine_has(m, v)) {
			all[*n] = (by_distance){ v, *n ? 1 + node_distance(m, all[0].node, v) : 0 };
			++*n;
		}
	qsort(all, *n, sizeof *all, nearer);
	return all;
}

/* Near: the nearest nodes.  Far: the farthest of a pair, a group all over the machine.  Middle: a pair at the median distance, a group
 * drawn. */
static char *
choose_nodes(const predictor *p, const measured *r, const by_distance *all, uint32_t n)
{
	const measured_what *w = &r->what;
	uint32_t *node = xcalloc(n, sizeof *node);
	char place = *w->place, *text;
	rng random;

	if (w->nodes > n)
		die_at(r->file, r->line, "%u nodes: the machine has %u", w->nodes, n);
	if (w->per_node > p->machine->cores)
		die_at(r->file, r->line, "%u ranks a node: the machine has %u cores on each: --set cores=%u", w->per_node, p->machine->cores, w->per_node);
	for (uint32_t i = 0; i < n; i++)
		node[i] = all[i].node;
	if (place == 'm' && w->kind == MEASURED_GROUP) {
		rng_init(&random, p->seed, "fit", "", "");
		rng_shuffle(&random, node, n);
	} else if (place != 'n' && w->kind == MEASURED_GROUP) {
		for (uint32_t i = 0; i < w->nodes; i++)
			node[i] = all[(uint64_t)i * n / w->nodes].node;
	} else if (place != 'n' && w->nodes == 2) {
		node[1] = all[place == 'f' ? n - 1 : n / 2].node;
	}
	text = xstrdup(list_write(node, w->nodes, false));
	free(node);
	return text;
}

/* The name of a GOAL file in memory: a window of messages, and the answer when all have come.  It lives as long as the tool. */
static char *
flow_program(int64_t bytes)
{
	int file = memfd_create("flow", 0);
	FILE *f = file < 0 ? NULL : fdopen(file, "w");

	if (!f)
		die(FAIL_DATA, "cannot make a file in memory");
	fprintf(f, "num_ranks 2\nrank 0 {\n");
	for (int i = 0; i < WINDOW; i++)
		fprintf(f, "send %lldb to 1 tag %d\n", (long long)bytes, i);
	fprintf(f, "recv 4b from 1 tag 64\n}\nrank 1 {\nlast: send 4b to 0 tag 64\n");
	for (int i = 0; i < WINDOW; i++)
		fprintf(f, "l%d: recv %lldb from 0 tag %d\nlast requires l%d\n", i, (long long)bytes, i, i);
	fprintf(f, "}\n");
	if (fflush(f) != 0)
		die(FAIL_DATA, "cannot write a file in memory");
	return xprintf("/proc/%d/fd/%d", (int)getpid(), file);
}

static char *
program_text(const measured_what *w)
{
	if (w->kind == MEASURED_FLOW)
		return flow_program(w->bytes);
	if (w->kind == MEASURED_PAIR)
		return xprintf("broadcast:algorithm=linear,bytes=%lldB", (long long)(w->bytes ? w->bytes : 1));
	return xprintf("%s:algorithm=%s,bytes=%lldB,element=%dB", w->benchmark, w->algorithm, (long long)w->bytes, w->bytes % ELEMENT ? 1 : ELEMENT);
}

void
predict_open(predictor *p, const measurements *m, const machine *on, const char *command, uint64_t seed)
{
	uint32_t n;
	by_distance *all = nodes_by_distance(on, &n);
	size_t size[2];
	FILE *f[2];

	*p = (predictor){ .m = m, .machine = on, .command = command, .seed = seed };
	for (int k = 0; k < 2; k++)
		f[k] = xmemory_open(&p->jobs[k], &size[k]);
	for (size_t i = 0; i < m->count; i++) {
		const measured *r = &m->row[i];
		const measured_what *w = &r->what;
		char *nodes = *w->node_list ? xstrdup(w->node_list) : choose_nodes(p, r, all, n);
		char *program = program_text(w), *tasks = xstrdup(nodes);

		if (w->per_node > 1) {	/* each part of the list repeated */
			free(tasks);
			tasks = xstrdup("");
			for (char *rest = xstrdup(nodes), *part; (part = strsep(&rest, " "));)
				tasks = xappend(tasks, "%s%sx%u", *tasks ? " " : "", part, w->per_node);
		}
		fprintf(f[w->bytes > LARGE || (w->kind == MEASURED_FLOW && w->bytes >= LARGE_FLOW)], "%zu,%zu,%u,%u,%s,%s,program,\"%s\"\n", i + 1, i + 1,
			w->nodes, w->nodes * w->per_node, nodes, tasks, program);
		free_all(nodes, tasks, program);
	}
	for (int k = 0; k < 2; k++)
		xmemory_close(f[k]);
	free(all);
}

/* What the filter says about one machine. */
static void
read_answer(const predictor *p, filter_exchange *e, double *time)
{
	table *t = table_open_text(e->about, e->answer, e->answered);
	int of_case = table_need(t, "case"), of_time = table_need(t, "comm_time_s");
	row r;

	while (table_next(t, &r)) {
		size_t i = (size_t)cell_int(t, &r, of_case, 1, (int64_t)p->m->count, 1) - 1;
		double took = cell_real(t, &r, of_time, 0, HUGE_VAL, NAN);

		time[i] = p->m->row[i].what.kind == MEASURED_FLOW ? took / WINDOW : took;
	}
	table_close(t);
}

void
predict(predictor *p, char *const *spec, double *const *time, int n)
{
	filter_exchange *e = xcalloc((size_t)n, sizeof *e);

	for (int k = 0; k < 2; k++) {
		char *large = xprintf("%s --packet 64KiB", p->command);
		asker a = { .command = k ? large : p->command, .timeout = FILTER_TIMEOUT, .at_once = AT_ONCE };

		if (*p->jobs[k]) {
			ask_open(&a);
			for (int i = 0; i < n; i++) {
				e[i] = (filter_exchange){ .about = xprintf("'%s' about machine '%s'", a.command, spec[i]) };
				e[i].text = xprintf("#hopline 1\n#machine %s\ncase,job,nodes,tasks,node_list,task_nodes,pattern,program\n%s", spec[i], p->jobs[k]);
				e[i].length = strlen(e[i].text);
			}
			ask(&a, e, n);
			for (int i = 0; i < n; i++) {
				read_answer(p, &e[i], time[i]);
				exchange_free(&e[i]);
			}
			ask_close(&a);
		}
		free(large);
	}
	free(e);
}
