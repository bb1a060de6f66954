/* link: netsim */
/* twisted -- twisted tori and tori of cubes: who is linked with whom by the rule written once more, and distances by the formulas of the
 * papers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/machine/machine.h"
#include "unit/dies.h"
#include "unit/search.h"

static machine *
build(const char *text)
{
	return machine_build(text, NULL, 0, "test", FAIL_USAGE);
}

static uint32_t
cables_between(const machine *m, uint32_t a, uint32_t b)
{
	uint32_t count = 0;

	for (uint32_t l = m->first[a]; l < m->first[a + 1]; l++)
		count += m->class[l] != CLASS_NODE && m->to[l] == b;
	return count;
}

/* Of a torus of w x h x d, whose rows of y end sy further along x, those of z end sz along x and ty along y: how many cables join two
 * routers.  Written for three dimensions, by what each step adds. */
typedef struct rule {
	const char *spec;
	int w, h, d, sy, sz, ty;
	int cube;		/* routers of a cube a side; 0: there are none */
} rule;

static int
numbered(const rule *r, int x, int y, int z)
{
	return (x % r->w) + r->w * ((y % r->h) + r->h * (z % r->d));
}

static void
links(const rule *r)
{
	machine *m = build(r->spec);
	int routers = r->w * r->h * r->d;
	uint8_t *want = xcalloc((size_t)routers * (size_t)routers, 1), *light = xcalloc((size_t)routers * (size_t)routers, 1);
	uint32_t wrong = 0, circuits = 0, wanted = 0;

	for (int z = 0; z < r->d; z++)
		for (int y = 0; y < r->h; y++)
			for (int x = 0; x < r->w; x++) {
				int here = numbered(r, x, y, z);
				int up[3] = { numbered(r, x + 1, y, z), numbered(r, x + (y + 1 == r->h ? r->sy : 0), y + 1, z),
					numbered(r, x + (z + 1 == r->d ? r->sz : 0), y + (z + 1 == r->d ? r->ty : 0), z + 1) };
				int at[3] = { x, y, z };

				for (int i = 0; i < 3; i++) {
					if (up[i] == here)
						continue;
					want[here * routers + up[i]]++;
					want[up[i] * routers + here]++;
					if (r->cube && at[i] % r->cube == r->cube - 1) {
						light[here * routers + up[i]]++;
						light[up[i] * routers + here]++;
					}
				}
			}
	for (uint32_t a = 0; a < m->routers; a++)
		for (uint32_t b = 0; b < m->routers; b++)
			wrong += cables_between(m, a, b) != want[a * m->routers + b];
	for (uint32_t l = 0; l < m->router_links; l++)
		circuits += strcmp(m->class_name[m->class[l]], "circuit") == 0;
	for (int i = 0; i < routers * routers; i++)
		wanted += light[i];
	is_int(m->routers, routers, xprintf("%s: routers", r->spec));
	is_int(wrong, 0, xprintf("%s: cables", r->spec));
	is_int(circuits, wanted, xprintf("%s: circuits", r->spec));
	is_int(wrong_distances(m, 1), 0, xprintf("%s: distances", r->spec));
	is_int(wrong_ports(m), 0, xprintf("%s: ports", r->spec));
	free(want);
	free(light);
	machine_free(m);
}

/* Diameter, and the sum of distances from router 0 in *sum; `alike`: those from each other router are as many of each length. */
static uint32_t
far_from_first(const machine *m, uint64_t *sum, bool *alike)
{
	uint32_t *links = xalloc(m->routers, sizeof *links), *count = xcalloc(m->routers, sizeof *count), *other = xalloc(m->routers, sizeof *other), most = 0;

	*sum = 0;
	*alike = true;
	for (uint32_t a = 0; a < m->routers; a++) {
		search_from(m, a, links);
		memset(other, 0, m->routers * sizeof *other);
		for (uint32_t b = 0; b < m->routers; b++) {
			(a ? other : count)[links[b]]++;
			*sum += a ? 0 : links[b];
			most = links[b] > most ? links[b] : most;
		}
		*alike = *alike && (a == 0 || memcmp(other, count, m->routers * sizeof *other) == 0);
	}
	free(links);
	free(count);
	free(other);
	return most;
}

/* 2a x a: diameter a, 4 d routers at each distance d below, 2a - 1 at a; so the mean is (4a² - 1) / 6a (Camara and others, 2010). */
static void
rectangles(void)
{
	for (uint32_t a = 2; a <= 12; a++) {
		machine *m = build(xprintf("twistedtorus:k=%ux%u", 2 * a, a)), *turned = build(xprintf("twistedtorus:k=%ux%u", a, 2 * a));
		uint64_t sum, sum_turned;
		bool alike, alike_turned;
		uint32_t diameter = far_from_first(m, &sum, &alike);

		is_int(diameter, a, xprintf("%s: diameter", m->spec));
		is_int((int64_t)sum * 3, (int64_t)a * (4 * a * a - 1), xprintf("%s: mean distance", m->spec));
		ok(alike, "%s: the same from all routers", m->spec);
		is_int(far_from_first(turned, &sum_turned, &alike_turned), a, xprintf("%s: diameter", turned->spec));
		is_int((int64_t)sum_turned, (int64_t)sum, xprintf("%s: mean distance", turned->spec));
		machine_free(m);
		machine_free(turned);
	}
}

/* 2a x a x a and 2a x 2a x a, the face-centred and the body-centred cubic graphs: diameter 3a/2, rounded down, where the tori have 2a and 5a/2. */
static void
crystals(void)
{
	for (uint32_t a = 2; a <= 6; a++)
		for (int doubled = 1; doubled <= 2; doubled++) {
			machine *m = build(xprintf("twistedtorus:k=%ux%ux%u", 2 * a, doubled == 2 ? 2 * a : a, a));
			machine *rings = build(xprintf("torus:k=%ux%ux%u", 2 * a, doubled == 2 ? 2 * a : a, a));
			uint64_t sum, sum_rings;
			bool alike, any;

			is_int(far_from_first(m, &sum, &alike), 3 * a / 2, xprintf("%s: diameter", m->spec));
			ok(alike, "%s: the same from all routers", m->spec);
			far_from_first(rings, &sum_rings, &any);
			ok(sum < sum_rings, "%s: nearer than in %s", m->spec, rings->spec);
			machine_free(m);
			machine_free(rings);
		}
}

/* Without a twist, a torus. */
static void
untwisted(void)
{
	static const char *const pair[][2] = {
		{ "twistedtorus:k=5x4x3,twist=none", "torus:k=5x4x3" }, { "twistedtorus:k=2x7,twist=none", "torus:k=2x7" },
		{ "cubetorus:cubes=2x1x1,cube=3x4x5", "torus:k=6x4x5" },
	};

	for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
		machine *m = build(pair[i][0]), *t = build(pair[i][1]);
		uint32_t wrong = m->routers != t->routers;

		for (uint32_t a = 0; a < m->routers; a++)
			for (uint32_t b = 0; b < m->routers; b++)
				wrong += cables_between(m, a, b) != cables_between(t, a, b) || m->kind->distance(m, a, b) != t->kind->distance(t, a, b);
		is_int(wrong, 0, xprintf("%s is %s", m->spec, t->spec));
		machine_free(m);
		machine_free(t);
	}
}

int
main(void)
{
	static const rule rules[] = {
		{ "twistedtorus:k=8x4", 8, 4, 1, 4, 0, 0, 0 },
		{ "twistedtorus:k=7x4,twist=y:x:3", 7, 4, 1, 3, 0, 0, 0 },
		{ "twistedtorus:k=8x4x4", 8, 4, 4, 4, 4, 0, 0 },
		{ "twistedtorus:k=6x6x3,p=2", 6, 6, 3, 0, 3, 3, 0 },
		{ "twistedtorus:k=5x3x4,twist=z:y:1+y:x:2", 5, 3, 4, 2, 0, 1, 0 },
		{ "cubetorus:cubes=1x1x1", 4, 4, 4, 0, 0, 0, 4 },
		{ "cubetorus:cubes=2x1x1,twist=half", 8, 4, 4, 4, 4, 0, 4 },
		{ "cubetorus:cubes=2x2x1,cube=2x2x2,twist=half", 4, 4, 2, 0, 2, 2, 2 },
		{ "cubetorus:cubes=2x3x1,cube=1x1x1", 2, 3, 1, 0, 0, 0, 1 },
	};

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		links(&rules[i]);
	rectangles();
	crystals();
	untwisted();
	return done_testing();
}
