/* link: alloc */
/* sets -- pbs-sets and kueue against their rules written slow and literal, on random trees in which some racks are in no block, and what a
 * choice of kueue must be whatever its rule.  What Kueue's own tests want: alloc/t339. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc/machine-state.h"
#include "lib/cli/cli.h"
#include "lib/machine/switches.h"
#include "unit/alloc/find-policy.h"
#include "unit/tap.h"

enum { MOST = 120, RACKS = 12, LEVELS = 4 };

/* Nodes by label.  A domain of level 0 is a node, of level 1 a rack, of level 2 a block or a rack without one, of level 3 all; the number
 * under which a node has it says where it comes among equals. */
typedef struct world {
	uint32_t nodes, racks, blocks;
	uint32_t block[RACKS];	/* NONE: the rack is in none */
	uint32_t domain[LEVELS][MOST];
	bool idle[MOST], away[MOST];	/* away: no job may have it */
} world;

/* A domain as it is looked at. */
typedef struct slow_domain {
	int level;
	uint32_t number, nodes, idle, slices, first;
} slow_domain;

typedef struct ask {
	uint32_t nodes, slice;	/* slice 0: none */
	int mode;		/* 0 none, 1 unconstrained, 2 preferred, 3 required */
	int level, sliced, lowest;	/* lowest: of the topology */
} ask;

static uint32_t
draw(rng *r, uint32_t low, uint32_t high)
{
	return low + (uint32_t)rng_below(r, high - low + 1);
}

static void
make_world(world *w, rng *r)
{
	*w = (world){ .racks = draw(r, 1, RACKS), .blocks = draw(r, 1, 4) };
	for (uint32_t i = 0; i < w->racks; i++) {
		w->block[i] = i > 0 && rng_below(r, 6) == 0 ? NONE : draw(r, 0, w->blocks - 1);
		for (uint32_t k = draw(r, 1, 8); k > 0; k--)
			w->domain[1][w->nodes++] = i;
	}
	for (uint32_t i = w->nodes; i > 1 && rng_below(r, 2); i--) {	/* labels need not go with racks */
		uint32_t k = draw(r, 0, i - 1), other = w->domain[1][i - 1];

		w->domain[1][i - 1] = w->domain[1][k];
		w->domain[1][k] = other;
	}
	for (uint32_t v = 0; v < w->nodes; v++) {
		uint32_t rack = w->domain[1][v];

		w->domain[0][v] = rack * MOST + v;
		w->domain[2][v] = w->block[rack] == NONE ? rack : RACKS + w->block[rack];
		w->away[v] = v > 0 && rng_below(r, 12) == 0;
	}
}

/* Its topology.conf; the spec of the machine, to be freed. */
static char *
write_world(const world *w, const char *path)
{
	FILE *f = fopen(path, "w");
	char *spec = xprintf("graph:topology=%s", path), *away = xstrdup("");
	uint32_t number = 0, used = 0;
	const char *sign;

	for (uint32_t i = 0; i < w->racks; i++) {
		fprintf(f, "SwitchName=r%u", i);
		sign = " Nodes=n";
		for (uint32_t v = 0; v < w->nodes; v++) {
			if (w->domain[1][v] != i)
				continue;
			fprintf(f, "%s%u", sign, v + 1);
			sign = ",n";
			if (w->away[v])
				away = xappend(away, "%s%u", *away ? "+" : ",unavailable=", number);
			number++;
		}
		fputc('\n', f);
	}
	for (uint32_t b = 0; b < w->blocks; b++) {
		sign = NULL;
		for (uint32_t i = 0; i < w->racks; i++)
			if (w->block[i] == b) {
				if (!sign)
					fprintf(f, "SwitchName=b%u Switches=", b);
				fprintf(f, "%sr%u", sign ? sign : "", i);
				sign = ",";
			}
		fputs(sign ? "\n" : "", f);
	}
	sign = "SwitchName=top Switches=";
	for (uint32_t i = 0; i < w->racks; i++)
		if (w->block[i] == NONE) {
			fprintf(f, "%sr%u", sign, i);
			sign = ",";
		} else if (!(used & 1u << w->block[i])) {
			fprintf(f, "%sb%u", sign, w->block[i]);
			sign = ",";
			used |= 1u << w->block[i];
		}
	fputc('\n', f);
	fclose(f);
	spec = xappend(spec, "%s", away);
	free(away);
	return spec;
}

/* The domains of a level; how many. */
static uint32_t
look(const world *w, int k, const ask *a, slow_domain *out)
{
	uint32_t n = 0;

	for (uint32_t first = 0; first < w->nodes; first++) {
		slow_domain d = { .level = k, .number = w->domain[k][first], .first = first };
		slow_domain inside[MOST];
		uint32_t below = a && k > a->sliced ? look(w, a->sliced, a, inside) : 0;

		for (uint32_t v = 0; v < w->nodes; v++)
			if (w->domain[k][v] == d.number) {
				d.first = v < d.first ? v : d.first;
				d.nodes += !w->away[v];
				d.idle += w->idle[v];
			}
		if (d.first < first)
			continue;
		if (a && k == a->sliced)
			d.slices = d.idle / a->slice;
		for (uint32_t i = 0; i < below; i++)
			d.slices += w->domain[k][inside[i].first] == d.number ? inside[i].slices : 0;
		out[n++] = d;
	}
	return n;
}

/* pbs-sets: which nodes; false: none. */
static bool
slow_sets(const world *w, uint32_t need, bool racks_only, bool confined, bool *got)
{
	slow_domain set[2 * RACKS], *best = NULL;
	uint32_t n = look(w, 1, NULL, set);
	bool fits = false;

	if (!racks_only)
		n += look(w, 2, NULL, set + n);
	for (uint32_t i = 0; i < n; i++) {
		slow_domain *s = &set[i];

		fits = fits || s->nodes >= need;
		if (s->idle >= need && (!best || s->nodes < best->nodes || (s->nodes == best->nodes && (s->idle < best->idle ||
		    (s->idle == best->idle && s->level == best->level && s->first < best->first)))))
			best = s;
	}
	for (uint32_t v = 0; v < w->nodes; v++) {
		got[v] = need > 0 && w->idle[v] && (best ? w->domain[best->level][v] == best->number : !fits && !confined);
		need -= got[v];
	}
	return best || (!fits && !confined);
}

static bool scraps;	/* the order of by_room */

static int
by_room(const void *a, const void *b)
{
	const slow_domain *x = a, *y = b;

	if (x->slices != y->slices)
		return (x->slices < y->slices) == scraps ? -1 : 1;
	return x->idle != y->idle ? (x->idle < y->idle ? -1 : 1) : (x->number > y->number) - (x->number < y->number);
}

/* The domains, sorted, give so many slices or nodes; out[] has those that did, and how much in `nodes`. */
static uint32_t
consume(slow_domain *d, uint32_t n, uint32_t want, bool slices, slow_domain *out)
{
	uint32_t taken = 0;

	qsort(d, n, sizeof *d, by_room);
	for (uint32_t i = 0; i < n && want > 0; i++) {
		uint32_t at = i, have = slices ? d[i].slices : d[i].idle;

		for (uint32_t j = i; j < n && !scraps && have >= want; j++)
			if ((slices ? d[j].slices : d[j].idle) >= want && (slices ? d[j].slices : d[j].idle) < (slices ? d[at].slices : d[at].idle))
				at = j;
		out[taken] = d[at];
		have = slices ? d[at].slices : d[at].idle;
		out[taken].nodes = have < want ? have : want;
		want -= out[taken++].nodes;
	}
	return taken;
}

/* The highest level with several domains, at least 0. */
static int
highest(const world *w)
{
	slow_domain all[MOST];
	int k = 0;

	while (look(w, k + 1, NULL, all) > 1)
		k++;
	return k;
}

/* kueue's first part: the domains that give slices at the level where it begins, *k at the end; 0: there is no room. */
static uint32_t
slow_begin(const world *w, const ask *a, int top, int *k, slow_domain *now)
{
	uint32_t want = a->nodes / a->slice, given = 0, n, m = 0;
	slow_domain all[MOST];

	for (;; ++*k) {
		n = look(w, *k, a, all);
		qsort(all, n, sizeof *all, by_room);
		for (uint32_t i = 0; i < n; i++)
			if (all[i].slices >= want && (m == 0 || all[i].slices < now[0].slices)) {
				now[0] = all[i];
				m = 1;
			}
		if (m) {
			now[0].nodes = want;
			return 1;
		}
		if (a->mode == 3)
			return 0;
		if (scraps || *k == top)
			break;
	}
	m = consume(all, n, want, true, now);
	for (uint32_t i = 0; i < m; i++)
		given += now[i].nodes;
	return given == want ? m : 0;
}

/* kueue, with all levels from the lowest up: which nodes; false: there is no room. */
static bool
slow_kueue(const world *w, const ask *asked, int top, bool *got)
{
	ask a = *asked;
	slow_domain all[MOST], now[MOST], next[MOST], part[MOST];
	int k = a.mode > 1 ? a.level : a.slice ? top : a.lowest;
	uint32_t m;

	scraps = a.mode < 2;
	if (!a.slice) {
		a.slice = 1;
		a.sliced = a.lowest;
	}
	m = slow_begin(w, &a, top, &k, now);
	for (; m > 0 && k > 0; k--) {
		uint32_t below = look(w, k - 1, &a, all), p = 0, n = 0;

		for (uint32_t i = 0; i < m; i++) {
			now[i].nodes *= k == a.sliced ? a.slice : 1;
			for (uint32_t j = 0; j < below; j++)
				if (now[i].nodes > 0 && w->domain[k][all[j].first] == now[i].number)
					part[p++] = all[j];
			if (k <= a.sliced) {
				n += consume(part, p, now[i].nodes, false, next + n);
				p = 0;
			}
		}
		if (k > a.sliced)
			n = consume(part, p, a.nodes / a.slice, true, next);
		memcpy(now, next, sizeof next);
		m = n;
	}
	memset(got, 0, MOST * sizeof *got);
	for (uint32_t i = 0; i < m; i++)
		got[now[i].first] = now[i].nodes > 0;
	return m > 0;
}

/* Is it what the job asked for, whatever the rule: idle nodes, each slice in one domain, the job in one that it requires? */
static bool
keeps_word(const world *w, const ask *a, const bool *got)
{
	uint32_t n = 0, in = NONE;

	for (uint32_t v = 0; v < w->nodes; v++) {
		uint32_t together = 0;

		if (!got[v])
			continue;
		for (uint32_t u = 0; u < w->nodes; u++)
			together += got[u] && a->slice && w->domain[a->sliced][u] == w->domain[a->sliced][v];
		if (!w->idle[v] || (a->slice && together % a->slice != 0))
			return false;
		if (a->mode == 3 && in != NONE && in != w->domain[a->level][v])
			return false;
		in = a->mode == 3 ? w->domain[a->level][v] : NONE;
		n++;
	}
	return n == a->nodes;
}

/* What the policy of that name, with its argument, gives a job of these columns, by label; false: nothing. */
static bool
choice(occupancy *o, const char *name, uint32_t nodes, char **column, char **cell, int columns, bool *got)
{
	const table t = { .columns = columns, .name = column };
	const row job = { .cell = cell };
	const policy *p = find_policy(name);
	machine_state state = { .policy = p, .occupancy = *o };
	uint32_t node[MOST];
	request q = { .job = "j", .nodes = nodes, .policy = p, .argument = find_argument(name), .table = &t, .row = &job };
	bool served = state_choose(&state, &q, (rng){ 0 }, &(selection){ .node = node }, NULL);

	memset(got, 0, MOST * sizeof *got);
	for (uint32_t i = 0; served && i < nodes; i++)
		got[strtoul(o->machine->node_name[node[i]] + 1, NULL, 10) - 1] = true;
	return served;
}

static bool
same(const world *w, bool served, const bool *got, bool want, const bool *wanted)
{
	return served == want && (!served || memcmp(got, wanted, w->nodes * sizeof *got) == 0);
}

/* A job for pbs-sets, both ways. */
static bool
sets_agree(const world *w, occupancy *o, rng *r, uint32_t need)
{
	bool racks = rng_below(r, 2), confined = rng_below(r, 2), grouped = rng_below(r, 3) == 0, got[MOST], want[MOST] = { 0 }, served;
	char *name = xprintf("pbs-sets:%s%s", grouped ? "2" : racks ? "1" : "1+2", confined ? "+do_not_span_psets" : "");
	char *column[] = { "place_group" }, *cell[] = { grouped ? racks ? "1" : "2" : "" };

	if (grouped && !racks) {	/* blocks alone: as if each rack were its block */
		world blocks = *w;

		memcpy(blocks.domain[1], w->domain[2], sizeof w->domain[2]);
		served = slow_sets(&blocks, need, true, confined, want);
	} else
		served = slow_sets(w, need, racks, confined, want);
	served = same(w, choice(o, name, need, column, cell, 1, got), got, served, want);
	free(name);
	return served;
}

/* A job for kueue. */
static bool
kueue_agrees(const world *w, occupancy *o, rng *r, uint32_t need, bool *kept)
{
	static const char *const modes[] = { "", "unconstrained", "preferred", "required" };
	int top = highest(w);
	ask a = { .nodes = need, .mode = (int)draw(r, 0, 3), .lowest = top > 0 && rng_below(r, 3) == 0 };
	bool got[MOST], want[MOST], served, wanted;
	char *name = xstrdup(a.lowest ? top > 1 ? "kueue:1+2" : "kueue:1" : top > 1 ? "kueue:0+1+2" : top ? "kueue:0+1" : "kueue:0");
	char *column[] = { "topology_mode", "topology_level", "slice_size", "slice_level" }, text[4][16] = { { 0 } };
	char *cell[] = { text[0], text[1], text[2], text[3] };

	a.level = (int)draw(r, (uint32_t)a.lowest, (uint32_t)top);
	if (rng_below(r, 2)) {
		a.sliced = (int)draw(r, (uint32_t)a.lowest, (uint32_t)(a.mode > 1 ? a.level : top));
		a.slice = draw(r, 1, 5);
		a.nodes += (a.slice - a.nodes % a.slice) % a.slice;
		snprintf(text[2], sizeof text[2], "%u", a.slice);
		snprintf(text[3], sizeof text[3], "%d", a.sliced);
	}
	snprintf(text[0], sizeof text[0], "%s", modes[a.mode]);
	if (a.mode > 1)
		snprintf(text[1], sizeof text[1], "%d", a.level);
	wanted = a.nodes <= o->idle && slow_kueue(w, &a, top, want);
	served = choice(o, name, a.nodes, column, cell, 4, got);
	*kept = *kept && (!served || keeps_word(w, &a, got));
	free(name);
	return same(w, served, got, wanted, want);
}

int
main(void)
{
	enum { WORLDS = CHECKED ? 200 : 1500, JOBS = 6 };
	char path[] = "/tmp/hopline-sets-XXXXXX";
	int sets = 0, kueue = 0, asked = 0;
	bool kept = true;
	rng r;

	close(mkstemp(path));
	rng_init(&r, 46, "test", "sets", "");
	for (int i = 0; i < WORLDS; i++) {
		world w;
		char *spec;
		machine *m;
		occupancy o;

		make_world(&w, &r);
		spec = write_world(&w, path);
		m = machine_build(spec, NULL, 0, "test", 1);
		occupancy_init(&o, m);
		o.plan = switches_of(m);
		for (int j = 0; j < JOBS; j++) {
			uint32_t fill = draw(&r, 0, 80), need;

			occupancy_clear(&o);
			for (uint32_t v = 0; v < m->nodes; v++) {
				uint32_t label = (uint32_t)strtoul(m->node_name[v] + 1, NULL, 10) - 1;

				w.idle[label] = !w.away[label] && rng_below(&r, 100) >= fill;
				if (!w.idle[label] && !o.busy[v])
					occupancy_take(&o, &v, 1);
			}
			if (o.idle == 0)
				continue;
			need = draw(&r, 1, rng_below(&r, 2) ? o.idle : (o.idle + 3) / 4);
			sets += !sets_agree(&w, &o, &r, need);
			kueue += !kueue_agrees(&w, &o, &r, need, &kept);
			asked++;
		}
		switches_free(o.plan);
		occupancy_free(&o);
		machine_free(m);
		free(spec);
	}
	unlink(path);
	ok(sets == 0, "pbs-sets: %d of %d choices differ", sets, asked);
	ok(kueue == 0, "kueue: %d of %d choices differ", kueue, asked);
	ok(kept, "kueue gives idle nodes, whole slices, and one domain where it is required");
	return done_testing();
}
