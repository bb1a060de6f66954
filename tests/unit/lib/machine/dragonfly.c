/* dragonfly -- the wiring against a slow restatement of its rules, and distances
 * against a search. */
#include <stdlib.h>

#include "lib/machine/kinds/dragonfly.h"
#include "unit/tap.h"

static const char *const name[] = { "absolute", "relative", "circulant" };

static machine *
build(uint32_t g, uint32_t a, uint32_t p, uint32_t h, int arrangement_)
{
	char *text = xprintf("dragonfly:g=%u,a=%u,p=%u,h=%u,arrangement=%s", g, a, p, h, name[arrangement_]);
	machine *m = machine_build(text, NULL, 0, "--machine", FAIL_USAGE);

	free(text);
	return m;
}

/* The groups that the first g-1 ports of a group lead to, in order, as the rules say it. */
static void
list_groups(uint32_t g, uint32_t from, int how, uint32_t *to)
{
	uint32_t n = 0;

	if (how == ABSOLUTE)
		for (uint32_t x = 0; x < g; x++) {
			if (x != from)
				to[n++] = x;
		}
	else if (how == RELATIVE)
		for (uint32_t k = 0; k + 1 < g; k++)
			to[n++] = (from + k + 1) % g;
	else
		for (uint32_t d = 1; n + 1 < g; d++) {
			to[n++] = (from + d) % g;
			if (n + 1 < g)
				to[n++] = (from + g - d) % g;
		}
}

/* Count the global ports that lead elsewhere than the rules say, or whose reverse is
 * not the same-numbered copy of the way back. */
static uint32_t
wrong_global(const machine *m, uint32_t g, uint32_t a, uint32_t p, uint32_t h, int how)
{
	uint32_t there[64], back[64], wrong = 0;

	for (uint32_t x = 0; x < g; x++) {
		list_groups(g, x, how, there);
		for (uint32_t k = 0; k < a * h; k++) {
			uint32_t link = m->first[x * a + k / h] + p + a - 1 + k % h, round, y, j = 0;
			if (g < 2 || k >= a * h / (g - 1) * (g - 1)) {
				wrong += m->to[link] != NONE || m->reverse[link] != NONE;
				continue;
			}
			round = k / (g - 1);
			y = there[k % (g - 1)];
			list_groups(g, y, how, back);
			while (back[j] != x)
				j++;
			j += round * (g - 1);
			wrong += m->to[link] != y * a + j / h || m->reverse[link] != m->first[y * a + j / h] + p + a - 1 + j % h;
		}
	}
	return wrong;
}

static uint32_t
wrong_local(const machine *m, uint32_t g, uint32_t a, uint32_t p, uint32_t h)
{
	uint32_t wrong = 0;

	for (uint32_t r = 0; r < g * a; r++) {
		uint32_t link = m->first[r] + p;
		wrong += m->first[r + 1] - m->first[r] != p + a - 1 + h;
		for (uint32_t i = 0; i < a; i++)
			if (i != r % a)
				wrong += m->to[link++] != r / a * a + i;
	}
	return wrong;
}

/* A shortest local-global-local route by trying all global links. */
static uint32_t
search(const machine *m, uint32_t a, uint32_t r, uint32_t s)
{
	uint32_t best = NONE;

	if (r / a == s / a)
		return r != s;
	for (uint32_t x = r / a * a; x < r / a * a + a; x++)
		for (uint32_t l = m->first[x]; l < m->first[x + 1]; l++)
			if (m->class[l] == 2 && m->to[l] != NONE && m->to[l] / a == s / a) {
				uint32_t n = (r != x) + 1U + (m->to[l] != s);
				best = n < best ? n : best;
			}
	return best;
}

/* Also what dragonfly.h tells the routings. */
static uint32_t
wrong_help(const machine *m, uint32_t g, uint32_t a, uint32_t p)
{
	const dragonfly *d = m->shape;
	uint32_t wrong = m->levels != 2 || strcmp(m->level[1].name, "group") != 0 || m->level[1].domains != g;

	for (uint32_t v = 0; v < m->nodes; v++)
		wrong += m->node_router[v] != v / p || m->level[1].of[v] != v / p / a;
	for (uint32_t r = 0; r < g * a; r++)
		for (uint32_t s = 0; s < g * a; s++) {
			uint32_t x = r / a, y = s / a, links = 0;
			wrong += m->kind->distance(m, r, s) != search(m, a, r, s);
			if (x == y) {
				wrong += r != s && m->to[dragonfly_local(m, d, r, s % a)] != s;
				continue;
			}
			for (uint32_t c = 0; c < d->copies; c++) {
				uint32_t k = dragonfly_port(d, x, y) + c * (g - 1), owner = x * a + d->owner[k];
				links += m->to[dragonfly_global(m, d, owner, k)] / a == y;
			}
			wrong += links != d->copies || d->copies < 1;
		}
	return wrong;
}

static void
wiring(int how)
{
	uint32_t machines = 0, global = 0, local = 0, help = 0;

	for (uint32_t g = 1; g <= 10; g++)
		for (uint32_t a = 1; a <= 5; a++)
			for (uint32_t more = 0; more < 5; more++) {
				uint32_t h = (g - 1 + a - 1) / a + more, p = 1 + more % 3;
				machine *m = build(g, a, p, h, how);
				machines++;
				global += wrong_global(m, g, a, p, h, how);
				local += wrong_local(m, g, a, p, h);
				help += wrong_help(m, g, a, p);
				machine_free(m);
			}
	ok(global == 0, "%s: global links of %u machines", name[how], machines);
	ok(local == 0, "%s: local links", name[how]);
	ok(help == 0, "%s: distances, levels, and what routings ask", name[how]);
}

/* What Level-Spread's machines have. */
static void
study(void)
{
	static const uint32_t shape[4][5] = {	/* g a h nodes copies */
		{ 17, 4, 4, 272, 1 }, { 33, 4, 8, 528, 1 }, { 17, 8, 2, 544, 1 }, { 33, 8, 4, 1056, 1 },
	};

	for (int i = 0; i < 4; i++) {
		char *text = xprintf("dragonfly:g=%u,a=%u,p=4", shape[i][0], shape[i][1]);
		machine *m = machine_build(text, NULL, 0, "--machine", FAIL_USAGE);
		const dragonfly *d = m->shape;
		is_int(d->h, shape[i][2], text);
		is_int(m->nodes, shape[i][3], "its nodes");
		is_int(d->copies, shape[i][4], "links a pair of groups");
		machine_free(m);
		free(text);
	}
}

/* Some wires by hand: four groups of two routers, two ports each, one of four empty. */
static void
by_hand(void)
{
	static const uint32_t want[3][4] = {	/* the groups that group 1 reaches from its routers 2, 2, 3, 3 */
		{ 0, 2, 3, NONE }, { 2, 3, 0, NONE }, { 2, 0, 3, NONE },
	};

	for (int how = 0; how < 3; how++) {
		machine *m = build(4, 2, 1, 2, how);
		uint32_t wrong = 0;
		for (uint32_t k = 0; k < 4; k++) {
			uint32_t to = m->to[m->first[2 + k / 2] + 2 + k % 2];
			wrong += (to == NONE ? NONE : to / 2) != want[how][k];
		}
		ok(wrong == 0, "%s: group 1 of four", name[how]);
		machine_free(m);
	}
}

int
main(void)
{
	for (int how = ABSOLUTE; how <= CIRCULANT; how++)
		wiring(how);
	study();
	by_hand();
	return done_testing();
}
