/* assign -- see partition.h: the links of a job whose nodes are known. */
#include <stdlib.h>
#include <string.h>

#include "alloc/jigsaw/partition.h"
#include "lib/cli/cli.h"
#include "lib/machine/kinds/fattree.h"

jigsaw_links
jigsaw_links_of(const machine *m)
{
	const fattree *t = m->shape;
	jigsaw_links l = { .leaves = m->level[0].domains, .pods = 1, .ports = t->height > 1 ? t->up[1] : 0 };

	l.pod_leaves = t->height > 2 ? t->down[2] : l.leaves;
	l.pods = l.leaves / l.pod_leaves;
	l.top = t->height > 2 ? t->up[2] : 0;
	l.sets = l.leaves + l.pods * l.ports;
	l.leaf = xcalloc(l.sets, sizeof *l.leaf);
	l.pod = l.leaf + l.leaves;
	return l;
}

/* The n lowest of a set; of those in `first` before others. */
static uint64_t
lowest(uint64_t set, uint64_t first, uint32_t n)
{
	uint64_t chosen = 0;

	while (n > 0) {
		uint64_t from = set & first & ~chosen ? set & first & ~chosen : set & ~chosen;

		chosen |= from & -from;
		n--;
	}
	return chosen;
}

/* How a job is laid out. */
typedef struct tree_layout {
	uint32_t part;		/* nodes of all leaves but one */
	uint32_t rest, rest_leaf;	/* nodes of that, 0: there is none */
	uint32_t pods;		/* that it has nodes in */
	uint32_t full, less;	/* whole leaves of all pods but one, and of that */
	uint32_t less_pod;	/* NONE: there is none */
	uint32_t leaves;	/* of `part` nodes, in all */
} tree_layout;

/* The leaves; false when two have fewer nodes than the others. */
static bool
read_leaves(const jigsaw_links *l, const uint32_t *take, tree_layout *w)
{
	*w = (tree_layout){ .rest_leaf = NONE, .less_pod = NONE };
	for (uint32_t i = 0; i < l->leaves; i++)
		w->part = take[i] > w->part ? take[i] : w->part;
	for (uint32_t i = 0; i < l->leaves; i++) {
		if (take[i] == w->part)
			w->leaves++;
		else if (take[i] && w->rest)
			return false;
		else if (take[i]) {
			w->rest = take[i];
			w->rest_leaf = i;
		}
	}
	return true;
}

/* The pods; false when two have fewer leaves than the others, or the leaf of fewer nodes is in another pod than that. */
static bool
read_pods(const jigsaw_links *l, const uint32_t *take, tree_layout *w)
{
	uint32_t *whole = xcalloc(l->pods, sizeof *whole);
	bool right = true;

	for (uint32_t i = 0; i < l->leaves; i++)
		whole[i / l->pod_leaves] += take[i] == w->part;
	for (uint32_t p = 0; p < l->pods; p++)
		w->full = whole[p] > w->full ? whole[p] : w->full;
	if (w->rest)
		w->less_pod = w->rest_leaf / l->pod_leaves;
	for (uint32_t p = 0; p < l->pods; p++) {
		w->pods += whole[p] > 0 || p == w->less_pod;
		if (whole[p] == 0 || whole[p] == w->full)
			continue;
		right = right && (w->less_pod == NONE || w->less_pod == p);
		w->less_pod = p;
	}
	if (w->less_pod != NONE && w->pods > 1) {
		w->less = whole[w->less_pod];
		right = right && w->less < w->full;
	}
	free(whole);
	return right;
}

/* Links in one pod. */
static bool
assign_leaves(const jigsaw_links *l, const uint32_t *take, const tree_layout *w, jigsaw_links *own)
{
	uint64_t common = UINT64_MAX, last;

	for (uint32_t i = 0; i < l->leaves; i++)
		if (take[i] == w->part)
			common &= l->leaf[i];
	last = w->rest ? common & l->leaf[w->rest_leaf] : 0;
	if (links_count(common) < w->part || links_count(last) < w->rest)
		return false;
	last = lowest(last, last, w->rest);
	common = lowest(common, last, w->part);
	for (uint32_t i = 0; i < l->leaves; i++)
		if (take[i])
			own->leaf[i] = take[i] == w->part ? common : last;
	return true;
}

/* Links of switch i of all pods: `more` is 1 where it has the link of the smaller leaf. */
static bool
assign_switch(const jigsaw_links *l, const uint8_t *in, const tree_layout *w, uint32_t i, uint32_t more, jigsaw_links *own)
{
	uint64_t common = UINT64_MAX, last = 0;

	for (uint32_t p = 0; p < l->pods; p++)
		if (in[p] && p != w->less_pod)
			common &= l->pod[(size_t)p * l->ports + i];
	if (w->less_pod != NONE)
		last = common & l->pod[(size_t)w->less_pod * l->ports + i];
	if (links_count(common) < w->full || links_count(last) < w->less + more)
		return false;
	last = lowest(last, last, w->less + more);
	common = lowest(common, last, w->full);
	for (uint32_t p = 0; p < l->pods; p++)
		if (in[p])
			own->pod[(size_t)p * l->ports + i] = p == w->less_pod ? last : common;
	return true;
}

/* Links of switch i, with the smaller leaf's where they are free and still wanted. */
static bool
assign_either(const jigsaw_links *l, const uint8_t *in, const tree_layout *w, uint32_t i, jigsaw_links *own)
{
	bool wanted = w->rest && links_count(own->leaf[w->rest_leaf]) < w->rest && (l->leaf[w->rest_leaf] >> i & 1);

	if (wanted && assign_switch(l, in, w, i, 1, own)) {
		own->leaf[w->rest_leaf] |= UINT64_C(1) << i;
		return true;
	}
	return assign_switch(l, in, w, i, 0, own);
}

/* Links in several pods. */
static bool
assign_pods(const jigsaw_links *l, const uint32_t *take, const tree_layout *w, jigsaw_links *own)
{
	uint8_t *in = xcalloc(l->pods, 1);
	uint64_t all = l->ports == 64 ? UINT64_MAX : (UINT64_C(1) << l->ports) - 1;
	bool right = true;

	for (uint32_t i = 0; i < l->leaves; i++) {
		if (!take[i])
			continue;
		in[i / l->pod_leaves] = 1;
		if (take[i] != w->part)
			continue;
		right = right && l->leaf[i] == all;
		own->leaf[i] = all;
	}
	for (uint32_t i = 0; i < l->ports && right; i++)
		right = assign_either(l, in, w, i, own);
	free(in);
	return right && (!w->rest || links_count(own->leaf[w->rest_leaf]) == w->rest);
}

bool
jigsaw_assign(const jigsaw_links *available, const uint32_t *take, uint32_t leaf_nodes, jigsaw_links *own)
{
	tree_layout w;

	memset(own->leaf, 0, own->sets * sizeof *own->leaf);
	if (!read_leaves(available, take, &w))
		return false;
	if (w.leaves == 1 && !w.rest)
		return true;
	if (!read_pods(available, take, &w))
		return false;
	if (w.pods == 1)
		return assign_leaves(available, take, &w, own);
	return w.part == leaf_nodes && assign_pods(available, take, &w, own);
}
