/* fattree -- the wiring against labels written out digit by digit, distances against a
 * search, and Table I of the express mesh paper. */
#include <math.h>
#include <stdlib.h>

#include "lib/machine/kinds/fattree.h"
#include "unit/dies.h"
#include "unit/search.h"

static machine *
build(const char *text)
{
	return machine_build(text, NULL, 0, "m", FAIL_USAGE);
}

/* A tree as the test knows it: how many children and parents by height, from the two forms' rules. */
typedef struct tree {
	uint32_t height, down[9], up[9];
} tree;

/* A switch by its digits: height h has digit[i] < up[i-1] for 2 <= i <= h (which of the parents),
 * digit[i] < down[i] for i > h (which of the children). */
typedef struct label {
	uint32_t height, digit[9];
} label;

/* Routers are numbered by height, then subtree (the last digit first), then place (the second digit first). */
static uint32_t
list_labels(const tree *t, label *out)
{
	uint32_t n = 0;

	for (uint32_t h = 1; h <= t->height; h++) {
		label l = { .height = h };
		bool more = true;
		while (more) {
			out[n++] = l;
			more = false;
			/* the next one: place digits h … 2 turn fastest, then child digits h+1 … */
			for (uint32_t step = 1; step <= t->height - 1 && !more; step++) {
				uint32_t i = step <= h - 1 ? h + 1 - step : step + 1;
				uint32_t limit = i <= h ? t->up[i - 1] : t->down[i];
				more = ++l.digit[i] < limit;
				if (!more)
					l.digit[i] = 0;
			}
		}
	}
	return n;
}

/* Is `a` a child of `b`?  One height apart, and all digits agree but the one of the height between. */
static bool
below(const tree *t, const label *a, const label *b)
{
	if (a->height + 1 != b->height)
		return false;
	for (uint32_t i = 2; i <= t->height; i++)
		if (i != b->height && a->digit[i] != b->digit[i])
			return false;
	return true;
}

static uint32_t
wrong_wires(const machine *m, const tree *t, const label *of)
{
	uint32_t wrong = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t h = of[r].height, nodes = h == 1 ? t->down[1] : 0, base = m->first[r];
		wrong += m->first[r + 1] - base != t->down[h] + t->up[h];
		for (uint32_t l = base; l < m->first[r + 1]; l++) {
			uint32_t port = l - base, class = h == 1 ? 1U : (uint32_t)m->classes - 1;
			const label *other;
			if (port < nodes) {
				wrong += m->class[l] != CLASS_NODE || m->node_router[m->to[l]] != r;
				continue;
			}
			other = &of[m->to[l]];
			if (port < t->down[h]) {
				wrong += !below(t, other, &of[r]) || other->digit[h] != port;
				class = h == 2 ? 1 : h == t->height ? class : 2;
			} else {
				wrong += !below(t, &of[r], other) || other->digit[h + 1] != port - t->down[h];
				class = h == 1 ? 1 : h + 1 == t->height ? class : 2;
			}
			wrong += m->class[l] != class;
		}
	}
	return wrong;
}

/* What fattree.h tells the routings, and the levels. */
static uint32_t
wrong_help(const machine *m, const tree *t, const label *of)
{
	const fattree *f = m->shape;
	uint32_t wrong = f->height != t->height;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t h = of[r].height;
		wrong += f->at[r] != h;
		for (uint32_t u = 0; u < t->up[h]; u++) {
			uint32_t up = fattree_up(m, f, r, u);
			wrong += m->from[up] != r || of[m->to[up]].height != h + 1 || of[m->to[up]].digit[h + 1] != u;
		}
		for (uint32_t leaf = 0; of[leaf].height == 1; leaf++) {
			bool above = true;
			for (uint32_t i = h + 1; i <= t->height; i++)
				above = above && of[leaf].digit[i] == of[r].digit[i];
			wrong += fattree_above(f, r, leaf) != above;
			if (above && h > 1) {
				uint32_t down = fattree_down(m, f, r, leaf);
				wrong += m->from[down] != r || of[m->to[down]].height != h - 1 || !fattree_above(f, m->to[down], leaf);
			}
		}
	}
	return wrong;
}

/* Two nodes share a pod, …, when the labels of their leaves end alike. */
static uint32_t
wrong_levels(const machine *m, const tree *t, const label *of)
{
	static const char *const name[] = { "pod", "subpod", "subsubpod" };
	uint32_t wrong = m->levels < 1 || m->level[0].domains != m->routers, want = t->height < 3 ? 1 : t->height - 1;

	if (want > MACHINE_LEVELS)
		want = MACHINE_LEVELS;
	wrong += (uint32_t)m->levels != want;
	for (uint32_t i = 1; i < (uint32_t)m->levels; i++) {
		const level *l = &m->level[i];
		uint32_t from = t->height + 1 - ((uint32_t)m->levels - i);	/* a pod is named by the last digit */
		wrong += strcmp(l->name, name[(uint32_t)m->levels - 1 - i]) != 0;
		for (uint32_t v = 0; v < m->nodes; v++) {
			uint32_t number = 0;
			for (uint32_t d = t->height; d >= from; d--)
				number = number * t->down[d] + of[v / t->down[1]].digit[d];
			wrong += l->of[v] != number || number >= l->domains;
		}
	}
	return wrong;
}

typedef struct count {
	uint32_t machines, sizes, ports, wires, help, levels, distances;
} count;

static void
check(count *c, const char *text, const tree *t)
{
	machine *m = build(text);
	label *of = xcalloc((size_t)m->routers + 2, sizeof *of);

	c->machines++;
	if (m->routers != list_labels(t, of) || m->nodes % t->down[1] != 0) {
		c->sizes++;
		fprintf(stderr, "# %s: %u routers\n", text, m->routers);
	} else {
		c->ports += wrong_ports(m);
		c->wires += wrong_wires(m, t, of);
		c->help += wrong_help(m, t, of);
		c->levels += wrong_levels(m, t, of);
		c->distances += wrong_distances(m, 1);
	}
	free(of);
	machine_free(m);
}

static void
say(const count *c, const char *form)
{
	ok(c->sizes == 0 && c->machines > 20, "%s: sizes of %u machines", form, c->machines);
	ok(c->ports == 0, "%s: ports and reverses", form);
	ok(c->wires == 0, "%s: wires", form);
	ok(c->help == 0, "%s: what routings ask", form);
	ok(c->levels == 0, "%s: levels", form);
	ok(c->distances == 0, "%s: distances", form);
}

static uint64_t
power(uint64_t base, uint32_t times)
{
	return times ? base * power(base, times - 1) : 1;
}

/* The k-ary n-trees of up to 400 switches. */
static void
trees(void)
{
	count c = { 0 };

	for (uint32_t k = 1; k <= 10; k++)
		for (uint32_t n = 1; n <= 7; n++)
			for (uint32_t taper = 1; taper <= (n > 1 ? 3 : 1) && n * power(k, n - 1) <= 400; taper++) {
				char *text = xprintf("fattree:k=%u,n=%u,taper=%u", k, n, taper);
				tree t = { .height = n };
				for (uint32_t i = 1; i <= n; i++) {
					t.down[i] = i == 1 ? k * taper : k;
					t.up[i] = i < n ? k : 0;
				}
				check(&c, text, &t);
				free(text);
			}
	say(&c, "k-ary n-trees");
}

/* Switches of a radix, any number of pods. */
static void
switches(void)
{
	count c = { 0 };

	for (uint32_t radix = 2; radix <= 12; radix += 2)
		for (uint32_t levels = 2; levels <= 5; levels++)
			for (uint32_t taper = 1; taper <= 5; taper++)
				for (uint32_t pods = 1; pods <= radix && radix % (taper + 1) == 0; pods += 1 + radix / 6) {
					char *text = xprintf("fattree:radix=%u,levels=%u,taper=%u,pods=%u", radix, levels, taper, pods);
					tree t = { .height = levels };
					for (uint32_t i = 1; i <= levels; i++) {
						t.down[i] = i == levels ? pods : i == 1 ? radix / (taper + 1) * taper : radix / 2;
						t.up[i] = i == levels ? 0 : i == 1 ? radix / (taper + 1) : radix / 2;
					}
					if (pods * power(radix / 2, levels - 2) <= 120)
						check(&c, text, &t);
					free(text);
				}
	say(&c, "switches of a radix");
}

/* Table I, "3-level fat-tree", and the figures of an independent program, data/reference. */
static void
table_one(void)
{
	machine *m = build("fattree:radix=44"), *same = build("fattree:k=22,n=3"), *full = build("fattree:radix=44,pods=44");
	const fattree *t = m->shape;
	uint64_t sum = 0;
	uint32_t most = 0, radix = 0;

	is_int(m->nodes, 10648, "Table I: nodes");
	is_int(m->node_router[21] == 0 && m->node_router[22] == 1, 1, "22 a leaf");
	is_int(m->routers, 1452, "switches");
	is_int(t->base[2], 484, "484 leaves");
	is_int(m->routers - t->base[3], 484, "484 core switches");
	is_int(m->first[m->routers] - m->first[m->routers - 1], 22, "that use half their ports");
	is_int((m->router_links - m->nodes) / 2, 21296, "cables between switches");
	is_int(m->level[1].domains, 22, "pods");
	for (uint32_t r = 0; r < m->routers; r++)
		if (m->first[r + 1] - m->first[r] > radix)
			radix = m->first[r + 1] - m->first[r];
	is_int(radix, 44, "radix");
	for (uint32_t a = 0; a < 484; a++)
		for (uint32_t b = 0; b < 484; b++) {
			uint32_t d = m->kind->distance(m, a, b);
			sum += d;
			most = d > most ? d : most;
		}
	is_int(most, 4, "the farthest leaves");
	ok(fabs((double)sum / (484.0 * 483) - 3.913043) < 1e-6, "the mean distance of leaves is 3.913043");
	is_int(wrong_distances(m, 97), 0, "distances of all switches");
	ok1(same->router_links == m->router_links && memcmp(same->to, m->to, m->links * sizeof *m->to) == 0 &&
		memcmp(same->reverse, m->reverse, m->links * sizeof *m->to) == 0);
	is_int(full->nodes, 21296, "with every port of the core in use");
	is_int(full->routers, 5 * 44 * 44 / 4, "its switches");
	is_int(full->first[full->routers] - full->first[full->routers - 1], 44, "ports of its core switches");
	machine_free(m);
	machine_free(same);
	machine_free(full);
}

/* 2:1 at the edge. */
static void
tapered(void)
{
	machine *m = build("fattree:radix=36,taper=2"), *tree_ = build("fattree:k=4,n=2,taper=2");

	is_int(m->nodes, 18 * 18 * 24, "radix 36, 2:1: nodes");
	is_int(m->routers, 18 * 18 + 18 * 12 + 12 * 18, "its switches");
	is_int(m->first[1], 36, "ports of a leaf");
	is_int(tree_->nodes, 32, "4-ary 2-tree, 2:1: nodes");
	is_int(tree_->routers, 8, "its switches");
	is_int(tree_->first[1], 12, "ports of its leaves: 8 nodes and 4 up");
	machine_free(m);
	machine_free(tree_);
}

static void
speeds(void)
{
	static const struct {
		const char *text, *classes;
	} of[] = {
		{ "fattree:k=3,n=1", "node" }, { "fattree:k=2,n=2", "node leaf-spine" }, { "fattree:k=2,n=3", "node leaf-spine spine-core" },
		{ "fattree:k=2,n=4", "node leaf-spine spine-spine spine-core" }, { "fattree:k=2,n=6", "node leaf-spine spine-spine spine-core" },
	};
	static const char keys[] = "leaf-spine-bw=1Gb/s,spine-spine-bw=2Gb/s,spine-core-bw=3Gb/s,"
		"leaf-spine-latency=1ns,spine-spine-latency=2ns,spine-core-latency=3ns";

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		char *text = xprintf("%s,%s", of[i].text, keys), list[128] = "";
		machine *m = build(text);
		uint32_t wrong = 0;
		for (int c = 0; c < m->classes; c++) {
			int64_t want = strcmp(m->class_name[c], "leaf-spine") == 0 ? 1 : strcmp(m->class_name[c], "spine-spine") == 0 ? 2 : 3;
			snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", c ? " " : "", m->class_name[c]);
			wrong += c && (m->speeds[c].bits_per_s != (uint64_t)want * 1000000000 || m->speeds[c].latency != want * 1000);
		}
		is_str(list, of[i].classes, text);
		is_int(wrong, 0, "their speeds");
		machine_free(m);
		free(text);
	}
}

static void
canonical(void)
{
	static const char *const pair[][2] = {
		{ "fattree:levels=3,radix=044", "fattree:radix=44" },
		{ "fattree:radix=44,pods=22,taper=1", "fattree:radix=44" },
		{ "fattree:taper=2,pods=30,levels=2,radix=36", "fattree:radix=36,levels=2,pods=30,taper=2" },
		{ "fattree:n=3,k=4", "fattree:k=4" },
		{ "fattree:n=4,k=4,spine-core-bw=4GB/s", "fattree:k=4,n=4,spine-core-bw=4GB/s" },
	};

	for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
		machine *m = build(pair[i][0]), *again = build(m->spec);
		is_str(m->spec, pair[i][1], pair[i][0]);
		is_str(again->spec, m->spec, "its canonical text again");
		machine_free(m);
		machine_free(again);
	}
}

static void
try_to_build(const void *text)
{
	build(text);
}

static void
mistakes(void)
{
	static const char *const bad[][2] = {
		{ "fattree", "hopline: m: radix: must be given, as radix=44, or k, as k=22" },
		{ "fattree:taper=2", "hopline: m: radix: must be given, as radix=44, or k, as k=22" },
		{ "fattree:n=3", "hopline: m: k: must be given with n, as k=22" },
		{ "fattree:k=4,radix=8", "hopline: m: radix: '8': does not go with k and n: a fat-tree has radix, levels and pods, or k and n" },
		{ "fattree:k=4,levels=3", "hopline: m: levels: '3': does not go with k and n..." },
		{ "fattree:k=4,pods=3", "hopline: m: pods: '3': does not go with k and n..." },
		{ "fattree:radix=8,n=3", "hopline: m: n: '3': does not go with radix..." },
		{ "fattree:k=0", "hopline: m: k: '0': must be at least 1" },
		{ "fattree:k=2,n=0", "hopline: m: n: '0': must be at least 1" },
		{ "fattree:k=1,n=32", "hopline: m: n: '32': must be at most 31" },
		{ "fattree:k=4,taper=0", "hopline: m: taper: '0': must be at least 1" },
		{ "fattree:k=4,n=1,taper=2", "hopline: m: taper: '2': a single switch has no links up: must be 1" },
		{ "fattree:radix=0", "hopline: m: radix: '0': must be at least 2" },
		{ "fattree:radix=45", "hopline: m: radix: '45': must be even: half the ports of a switch lead up" },
		{ "fattree:radix=44,taper=2", "hopline: m: taper: '2': the 44 ports of a leaf do not split 2 to 1" },
		{ "fattree:radix=4,taper=2147483647", "hopline: m: taper: '2147483647': the 4 ports of a leaf do not split 2147483647 to 1" },
		{ "fattree:radix=44,levels=1", "hopline: m: levels: '1': must be at least 2" },
		{ "fattree:radix=44,pods=0", "hopline: m: pods: '0': must be at least 1" },
		{ "fattree:radix=44,pods=45", "hopline: m: pods: '45': must be at most 44, the ports of a top switch" },
		{ "fattree:radix=44,levels=7", "hopline: m: radix: '44': makes the machine too large..." },
		{ "fattree:k=2147483647,n=16", "hopline: m: k: '2147483647': makes the machine too large..." },
		{ "fattree:k=2147483647,n=2,taper=2147483647", "hopline: m: taper: '2147483647': makes the machine too large" },
		{ "fattree:radix=44,g=3", "hopline: m: g: unknown key; fattree has: radix, levels, pods, k, n, taper, ..." },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		dies(try_to_build, bad[i][0], FAIL_USAGE, bad[i][1]);
}

int
main(void)
{
	trees();
	switches();
	table_one();
	tapered();
	speeds();
	canonical();
	mistakes();
	return done_testing();
}
