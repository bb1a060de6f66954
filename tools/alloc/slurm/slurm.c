#include "alloc/slurm/slurm.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/pick.h"
#include "lib/cli/cli.h"
#include "lib/logtime/logtime.h"

const char *const slurm_wishes[] = { "contiguous", "switches", NULL };

void *
slurm_plan(const machine *m)
{
	return switches_of(m);
}

void
slurm_forget(void *plan)
{
	switches_free(plan);
}

slurm_release
slurm_release_read(const char **argument)
{
	static const char *const name[SLURM_RELEASES] = { "22.05", "24.11", "26.05" };

	for (int i = 0; *argument && i < SLURM_RELEASES; i++) {
		size_t n = strlen(name[i]);
		const char *rest = *argument + n;

		if (strncmp(*argument, name[i], n) != 0 || (*rest && *rest != '+'))
			continue;
		*argument = *rest ? rest + 1 : NULL;
		return (slurm_release)i;
	}
	return SLURM_RELEASES - 1;
}

char *
slurm_check_release(const machine *m, const char *argument)
{
	(void)m;
	slurm_release_read(&argument);
	return argument ? xstrdup("must name a release of Slurm that was observed: 22.05, 24.11 or 26.05") : NULL;
}

char *
slurm_check(const machine *m, const char *argument)
{
	char *wrong = switches_wrong(m);

	return wrong ? wrong : slurm_check_release(m, argument);
}

bool
slurm_is_single(slurm_release release, uint32_t nodes)
{
	return nodes == 1 && release >= SLURM_26_05;
}

bool
slurm_spans(const request *q)
{
	const char *argument = q->argument;

	return slurm_is_single(slurm_release_read(&argument), q->nodes);
}

char *
slurm_never(const occupancy *o, const request *q)
{
	const machine *m = o->machine;
	uint32_t *nodes = xcalloc((size_t)m->fabrics + 1, sizeof *nodes), most = 0;

	for (uint32_t v = 0; m->fabrics && v < m->nodes; v++)
		if (machine_has(m, v) && ++nodes[m->fabric[v]] > most)
			most = nodes[m->fabric[v]];
	free(nodes);
	return m->fabrics && q->nodes > most ? xprintf("it wants %" PRIu32 " nodes, and no fabric has more than %" PRIu32, q->nodes, most) : NULL;
}

/* How many leaves the job may have; UINT32_MAX: any number. */
static uint32_t
read_switches(const request *q)
{
	return (uint32_t)cell_int(q->table, q->row, request_column(q, "switches"), 1, UINT32_MAX, UINT32_MAX);
}

static bool
read_contiguous(const request *q)
{
	return cell_int(q->table, q->row, request_column(q, "contiguous"), 0, 1, 0);
}

int64_t
slurm_patience(const request *q)
{
	double s = cell_real(q->table, q->row, request_column(q, "switches_wait_s"), 0, LOG_LONGEST_S, NAN);

	return isnan(s) || read_switches(q) == UINT32_MAX ? INT64_MAX : llround(s * LOG_SECOND);
}

void
slurm_drain(const uint32_t *idle, const uint32_t *part, uint32_t parts, uint32_t need, uint32_t *take)
{
	uint32_t *left = xalloc(parts, sizeof *left), at = 0, best;

	memcpy(left, part, parts * sizeof *left);
	sort_by_key(idle, left, parts, true);
	for (; idle[left[at]] < need; at++) {
		take[left[at]] = idle[left[at]];
		need -= idle[left[at]];
	}
	best = at;
	for (; at < parts && idle[left[at]] >= need; at++)
		if (idle[left[at]] < idle[left[best]])
			best = at;
	take[left[best]] = need;
	free(left);
}

uint32_t
slurm_lowest(const slurm_view *v)
{
	const switches *s = v->tree;
	uint32_t best = NONE;

	for (uint32_t i = 0; i < s->count; i++)
		if (v->idle[i] >= v->need && (best == NONE || s->level[i] < s->level[best] ||
		    (s->level[i] == s->level[best] && v->idle[i] < v->idle[best])))
			best = i;
	return best;
}

uint32_t
slurm_leaves(const slurm_view *v, uint32_t at, uint32_t *out)
{
	const switches *s = v->tree;
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->leaves; i++) {
		uint32_t up = i;

		while (up != NONE && s->depth[up] > s->depth[at])
			up = s->above[up];
		if (up == at && v->idle[i] > 0)
			out[n++] = i;
	}
	return n;
}

void
slurm_turns(const slurm_view *v, const uint32_t *leaf, uint32_t leaves, uint32_t *take)
{
	for (uint32_t given = 0; given < v->need;)
		for (uint32_t i = 0; i < leaves && given < v->need; i++)
			if (take[leaf[i]] < v->idle[leaf[i]]) {
				take[leaf[i]]++;
				given++;
			}
}

uint32_t
slurm_first(const occupancy *o)
{
	const uint32_t *node = ((const switches *)o->plan)->by_label;

	while (o->busy[*node])
		node++;
	return *node;
}

void
slurm_take(const occupancy *o, const uint32_t *take, uint32_t need, uint32_t *out)
{
	const switches *s = o->plan;
	uint8_t *marked = xcalloc(s->machine->nodes, 1), *at = marked, *end = marked + s->machine->nodes;

	for (uint32_t i = 0; i < s->leaves; i++)
		for (uint32_t k = s->first[i], left = take[i]; left > 0; k++)
			if (!o->busy[s->node[k]]) {
				marked[s->place[s->node[k]]] = 1;
				left--;
			}
	for (uint32_t n = 0; n < need; at++) {	/* by label */
		at = memchr(at, 1, (size_t)(end - at));
		out[n++] = s->by_label[at - marked];
	}
	free(marked);
}

/* The runs of consecutive idle nodes by label: where each begins, and how long it is. */
static uint32_t
find_runs(const occupancy *o, const switches *s, uint32_t *first, uint32_t *length)
{
	uint32_t runs = 0, n = s->machine->nodes;

	for (uint32_t i = 0; i < n; i++) {
		if (o->busy[s->by_label[i]])
			continue;
		first[runs] = i;
		while (i < n && !o->busy[s->by_label[i]])
			i++;
		length[runs] = i - first[runs];
		runs++;
	}
	return runs;
}

/* By runs; `one`: all in one. */
static bool
choose_runs(const occupancy *o, const switches *s, bool one, uint32_t need, uint32_t *out)
{
	uint32_t *first = xalloc(o->idle, sizeof *first), *length = xalloc(o->idle, sizeof *length), *take = xcalloc(o->idle, sizeof *take);
	uint32_t *part = xalloc(o->idle, sizeof *part), runs = find_runs(o, s, first, length), most = 0, n = 0;

	for (uint32_t i = 0; i < runs; i++) {
		part[i] = i;
		most = length[i] > most ? length[i] : most;
	}
	if (!one || most >= need)
		slurm_drain(length, part, runs, need, take);
	for (uint32_t i = 0; i < runs; i++)
		for (uint32_t k = 0; k < take[i]; k++)
			out[n++] = s->by_label[first[i] + k];
	free_all(first, length, take, part);
	return n == need;
}

/* The idle nodes below each switch. */
static uint32_t *
count_idle(const occupancy *o, const switches *s)
{
	const uint32_t *of = occupancy_idle(o, &o->machine->level[0]);
	uint32_t *idle = xcalloc(s->count, sizeof *idle);

	for (uint32_t i = 0; i < s->leaves; i++)
		for (uint32_t at = i; at != NONE; at = s->above[at])
			idle[at] += of[s->domain[i]];
	return idle;
}

bool
slurm_choose(const occupancy *o, const request *q, selection *out)
{
	const slurm_setting *with = q->policy->setting;
	const switches *s = o->plan;
	const char *argument = q->argument;
	slurm_release release = with->oldest ? SLURM_22_05 : slurm_release_read(&argument);
	slurm_view v = { release, s, NULL, q->nodes };
	uint32_t *take, leaves = 0, most = with->binding ? read_switches(q) : UINT32_MAX;
	bool one = with->contiguous && read_contiguous(q), served = true;

	if (slurm_is_single(release, q->nodes)) {
		out->node[0] = slurm_first(o);
		return true;
	}
	if (one || !with->rule) {
		out->why = "no run of consecutive idle nodes is long enough";
		return choose_runs(o, s, one, q->nodes, out->node);
	}
	v.idle = count_idle(o, s);
	take = xcalloc(s->leaves, sizeof *take);
	if (q->nodes < o->idle)
		with->rule(&v, take);
	else
		memcpy(take, v.idle, s->leaves * sizeof *take);
	for (uint32_t i = 0; i < s->leaves; i++)
		leaves += take[i] > 0;
	if (leaves > most && most <= with->binding && q->waited < slurm_patience(q))
		served = selection_refused(out, "its nodes would be on %" PRIu32 " leaf switches, more than %" PRIu32, leaves, most);
	else
		slurm_take(o, take, q->nodes, out->node);
	free_all(v.idle, take);
	return served;
}
