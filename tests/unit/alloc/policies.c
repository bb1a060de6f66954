/* link: alloc */
/* policies -- every policy against a slow, literal re-statement of its rule, on thousands
 * of random machines and states; but for those that keep jobs apart (apart.h) and those for lattices (policies-mesh.c). */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "unit/alloc/find-policy.h"
#include "unit/restated/policies.h"
#include "unit/tap.h"

/* A random machine, a random part of it occupied, part of that by one job. */
typedef struct scene {
	machine *machine;
	slow start;
	uint32_t busy[MOST], busies;
	uint32_t preplaced_job[MOST], preplaced;
} scene;

static void
make_scene(scene *c, rng *r)
{
	uint64_t fill = rng_below(r, 101);
	char *text;

	*c = (scene){ 0 };
	c->start.g = 1 + (uint32_t)rng_below(r, 9);
	c->start.a = 1 + (uint32_t)rng_below(r, 5);
	c->start.p = 1 + (uint32_t)rng_below(r, 5);
	c->start.nodes = c->start.g * c->start.a * c->start.p;
	c->start.boundary = c->start.g;
	text = xprintf("dragonfly:g=%u,a=%u,p=%u", c->start.g, c->start.a, c->start.p);
	for (uint32_t v = 0; v < c->start.nodes; v++) {
		c->start.idle[v] = rng_below(r, 100) >= fill / 2;
		if (c->start.idle[v])
			continue;
		if (rng_below(r, 4) == 0) {
			char *more = xprintf("%s%s%u", text, strstr(text, "unav") ? "+" : ",unavailable=", v);

			free(text);
			text = more;
		} else if (rng_below(r, 4) == 0)
			c->busy[c->busies++] = v;
		else
			c->preplaced_job[c->preplaced++] = v;
	}
	c->machine = machine_build(text, NULL, 0, "test", 1);
	free(text);
}

static void
note_large(slow *s, const uint32_t *node, uint32_t n)
{
	for (uint32_t i = 0; n > s->a * s->p && i < n; i++)
		if (node[i] / (s->a * s->p) < s->boundary)
			s->boundary = node[i] / (s->a * s->p);
}

static void
show_nodes(const char *title, const uint32_t *node, uint32_t n)
{
	fprintf(stderr, "#   %s:", title);
	for (uint32_t i = 0; i < n; i++)
		fprintf(stderr, " %u", node[i]);
	fputc('\n', stderr);
}

/* What differs. */
static void
show(const policy *p, const occupancy *o, uint32_t need, const uint32_t *got, const uint32_t *want)
{
	uint32_t idle[MOST], n = 0;

	for (uint32_t v = 0; v < o->machine->nodes; v++)
		if (!o->busy[v])
			idle[n++] = v;
	fprintf(stderr, "# %s: a job of %u nodes on %s, drawing the same numbers:\n", p->name, need, o->machine->spec);
	show_nodes("idle", idle, n);
	show_nodes("the policy chose", got, need);
	show_nodes("the re-statement", want, need);
}

/* Job after job until the machine is full; true when all agree.  What does not is shown when `told`. */
static bool
agrees(const policy *p, const struct restatement *t, const scene *c, uint64_t seed, bool told)
{
	uint32_t got[MOST], want[MOST];
	slow s = c->start;
	void *memory = xcalloc(1, (p->memory ? p->memory(c->machine) : 0) + 1);
	bool same = true;
	occupancy o;
	rng sizes;

	occupancy_init(&o, c->machine);
	o.memory = memory;
	o.plan = p->plan ? p->plan(c->machine) : NULL;
	occupancy_take(&o, c->busy, c->busies);
	occupancy_take(&o, c->preplaced_job, c->preplaced);
	if (p->track && c->preplaced) {
		request there = { .job = "r", .nodes = c->preplaced, .policy = p };

		p->track(&o, &there, c->preplaced_job, true);
	}
	note_large(&s, c->preplaced_job, c->preplaced);
	rng_init(&sizes, seed, "sizes", "", "");
	for (int job = 0; o.idle > 0 && same; job++) {
		uint32_t most = rng_below(&sizes, 3) ? s.a * s.p + 1 : s.nodes;
		uint32_t need = 1 + (uint32_t)rng_below(&sizes, most < o.idle ? most : o.idle);
		request q = { .job = "j", .nodes = need, .policy = p, .argument = find_argument(t->name) };
		rng mine, theirs;

		rng_init(&mine, seed, "alloc", "", "j");
		theirs = mine;
		q.random = &mine;
		same = p->choose(&o, &q, &(selection){ .node = got });
		t->choose(&s, &theirs, need, want);
		note_large(&s, want, need);
		same = same && memcmp(got, want, need * sizeof *got) == 0;
		if (!same) {
			if (told)
				show(p, &o, need, got, want);
			break;
		}
		occupancy_take(&o, got, need);
		if (p->track)
			p->track(&o, &q, got, true);
	}
	if (p->forget)
		p->forget(o.plan);
	free(memory);
	occupancy_free(&o);
	return same;
}

static void
test_restatements(void)
{
	enum { SCENES = CHECKED ? 1000 : 3000, KNOWN = sizeof restatements / sizeof *restatements };
	const policy *of[KNOWN];
	int bad[KNOWN] = { 0 };
	rng r;

	for (size_t i = 0; i < KNOWN; i++)
		if (!(of[i] = find_policy(restatements[i].name)))
			ok(false, "%s: a re-statement (restated/policies.h) of no policy", restatements[i].name);
	rng_init(&r, 7, "test", "scenes", "");
	for (uint64_t k = 0; k < SCENES; k++) {
		scene c;

		make_scene(&c, &r);
		for (size_t i = 0; i < KNOWN; i++)
			bad[i] += of[i] && !agrees(of[i], &restatements[i], &c, k, bad[i] == 0);
		machine_free(c.machine);
	}
	for (size_t i = 0; i < KNOWN; i++)
		ok(bad[i] == 0, "%s: %d of %d random states differ", restatements[i].name, bad[i], SCENES);
}

/* A policy that serves any job on a dragonfly can be re-stated here.  One that is not is named: what every policy promises is
 * tested all the same (tests/alloc/t300-alloc.t), its rule is not. */
static void
test_missing(void)
{
	machine *dragonfly = machine_build("dragonfly:g=2,a=2,p=2", NULL, 0, "test", 1);

	for (int i = 0; policies[i]; i++) {
		const policy *p = policies[i];
		bool stated = p->refuses || p->argument || (p->kind && !kind_among(dragonfly, p->kind));

		for (size_t k = 0; k < sizeof restatements / sizeof *restatements && !stated; k++)
			stated = strcmp(p->name, restatements[k].name) == 0;
		if (!stated)
			pass("%s # SKIP no re-statement: its rule, as slow and literal as it reads, wants adding to restated/policies.h", p->name);
	}
	machine_free(dragonfly);
}

int
main(void)
{
	test_restatements();
	test_missing();
	return done_testing();
}
