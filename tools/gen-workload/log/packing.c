/* packing -- node by node, what it held from its first job until it was empty. */
#include "gen-workload/log/options.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/stream/lists.h"

/* A job on one of its nodes. */
typedef struct holding {
	const interval *s;
	uint32_t node, place;	/* in the job's list */
} holding;

typedef struct holdings {
	holding *item;
	size_t count, room;
} holdings;

/* A stretch of a node. */
typedef struct node_stretch {
	const interval *owner;
	int64_t start, end, submit, walltime;
	uint32_t node, place;	/* in the owner's list */
} node_stretch;

static const char *const word[] = { [PACK] = "pack", [WHOLE] = "whole", [DROP] = "drop" };

void
set_shared(const char *option, const char *arg, void *to)
{
	*(packing_option *)to = (packing_option){ true, (packing)option_word(option, arg, "pack|whole|drop") };
}

const char *
packing_word(packing how)
{
	return word[how];
}

ASCENDING_BY3(by_node, holding, node, s->start, s->job->line)

/* All nodes of jobs, those of all `i` with wanted[i] (NULL: all). */
static holdings
find_holdings(const records *log, const interval *s, size_t n, const bool *wanted)
{
	holdings h = { 0 };
	list l = { 0 };
	const char *why;

	for (size_t i = 0; log->node_list >= 0 && i < n; i++) {
		if ((wanted && !wanted[i]) || !list_read(&l, records_cell(log, s[i].job, log->node_list), UINT32_MAX, UINT32_MAX, false, &why))
			continue;
		h.item = xgrow(h.item, &h.room, h.count + l.count, sizeof *h.item);
		for (uint32_t k = 0; k < l.count; k++)
			h.item[h.count++] = (holding){ &s[i], l.item[k], k };
	}
	list_free(&l);
	if (h.count)
		qsort(h.item, h.count, sizeof *h.item, by_node);
	return h;
}

/* The end of the stretch that begins with holding i: one behind its last. */
static size_t
stretch_end(const holdings *h, size_t i)
{
	const holding *x = h->item;
	int64_t end = x[i].s->end;
	size_t k = i + 1;

	for (; k < h->count && x[k].node == x[i].node && x[k].s->start < end; k++)
		if (x[k].s->end > end)
			end = x[k].s->end;
	return k;
}

size_t
packing_find(const records *log, const interval *s, size_t n, bool *shares)
{
	holdings h = find_holdings(log, s, n, NULL);
	size_t count = 0;

	for (size_t i = 0, end; i < h.count; i = end) {
		end = stretch_end(&h, i);
		for (size_t k = i; end - i > 1 && k < end; k++) {
			bool *of = &shares[h.item[k].s - s];

			count += !*of;
			*of = true;
		}
	}
	free(h.item);
	return count;
}

/* What a node holds from holding i to that before `end`. */
static node_stretch
join(const holding *h, size_t i, size_t end)
{
	node_stretch t = { h[i].s, h[i].s->start, 0, INT64_MAX, 0, h[i].node, h[i].place };
	bool limited = true;
	int64_t due = 0;

	for (; i < end; i++) {
		const log_job *j = h[i].s->job;

		if (j->nodes > t.owner->job->nodes) {
			t.owner = h[i].s;
			t.place = h[i].place;
		}
		t.end = j->end > t.end ? j->end : t.end;
		t.submit = j->submit < t.submit ? j->submit : t.submit;
		due = j->start + j->walltime > due ? j->start + j->walltime : due;
		limited = limited && j->walltime;
	}
	t.walltime = limited ? due - t.start : 0;
	return t;
}

ASCENDING_BY4(by_owner, node_stretch, owner, start, end, place)

/* A job like this one, with other nodes. */
static log_job *
make(records *log, const log_job *like, const char *nodes)
{
	log_job *j = xalloc(1, sizeof *j);

	*j = *like;
	j->list = xstrdup(nodes);
	log->made = xgrow(log->made, &log->made_room, log->mades + 1, sizeof *log->made);
	return log->made[log->mades++] = j;
}

/* The job that n stretches make. */
static log_job *
join_stretches(records *log, const node_stretch *t, uint32_t n, uint32_t part)
{
	uint32_t *node = xalloc(n, sizeof *node);
	log_job *j;

	for (uint32_t i = 0; i < n; i++)
		node[i] = t[i].node;
	j = make(log, t->owner->job, list_write(node, n, false));
	free(node);
	j->submit = t->submit;
	j->start = t->start;
	j->end = t->end;
	j->walltime = t->walltime;
	j->nodes = n;
	j->part = part;
	for (uint32_t i = 0; i < n; i++) {
		j->submit = t[i].submit < j->submit ? t[i].submit : j->submit;
		j->walltime = !j->walltime || !t[i].walltime ? 0 : t[i].walltime > j->walltime ? t[i].walltime : j->walltime;
	}
	return j;
}

/* The stretches of the nodes of jobs that share, in the order of their owners. */
static node_stretch *
find_stretches(const records *log, const interval *s, size_t n, const bool *shares, bool moment, size_t *count)
{
	holdings h = find_holdings(log, s, n, shares);
	node_stretch *t = xalloc(h.count + 1, sizeof *t);

	*count = 0;
	for (size_t i = 0, end; i < h.count; i = end) {
		const log_job *j;

		end = stretch_end(&h, i);
		t[*count] = join(h.item, i, end);
		j = t[*count].owner->job;
		if (moment)
			t[*count] = (node_stretch){ t[*count].owner, j->start, j->end, j->submit, j->walltime, t[*count].node, t[*count].place };
		++*count;
	}
	qsort(t, *count, sizeof *t, by_owner);
	free(h.item);
	return t;
}

size_t
packing_pack(records *log, interval **s, size_t n, const bool *shares, bool moment)
{
	uint32_t part = 0;
	size_t count, kept = 0, room = 0;
	node_stretch *t = find_stretches(log, *s, n, shares, moment, &count);
	interval *out = xgrow(NULL, &room, n + count + 1, sizeof *out);

	for (size_t i = 0; i < n; i++)
		if (!shares[i])
			out[kept++] = (*s)[i];
	for (size_t i = 0, end; i < count; i = end) {
		const log_job *j;

		part = i > 0 && t[i - 1].owner == t[i].owner ? part + 1 : 1;
		for (end = i + 1; end < count && t[end].owner == t[i].owner && t[end].start == t[i].start && t[end].end == t[i].end; end++)
			;
		j = join_stretches(log, &t[i], (uint32_t)(end - i), part);
		out[kept++] = (interval){ j, j->start, j->end, (uint32_t)j->nodes };
	}
	free_all(t, *s);
	*s = out;
	return kept;
}

void
packing_unlist(records *log, interval *s, size_t n, const bool *shares)
{
	for (size_t i = 0; i < n; i++)
		if (shares[i])
			s[i].job = make(log, s[i].job, "");
}
