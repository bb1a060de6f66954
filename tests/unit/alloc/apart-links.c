/* link: alloc netsim */
/* apart-links -- the policies that keep jobs apart, on random workloads: there is no link between routers that two jobs can
 * use, whatever the routing chooses.  (Which nodes they give: apart-cuboids.c, apart-conditions.c.) */
#include "unit/alloc/apart.h"
#include "unit/netsim/follow.h"

/* Which job uses a link; a job that came with nodes may share with its like. */
typedef struct usage {
	uint32_t job;		/* the one that is followed */
	uint32_t *user;		/* [links], NONE: nobody */
	uint32_t shared, used;
} usage;

static void
use(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	usage *u = context;

	(void)p, (void)s;
	if (port_of(n, link)->flags & ENDPOINT)
		return;
	u->used++;
	u->shared += u->user[link] != NONE && u->user[link] != u->job;
	u->user[link] = u->job;
}

/* Links between routers that two jobs can use, of which alloc placed one at least. */
static uint32_t
shared_links(const scene *c, const routing *r, uint32_t *used)
{
	usage u = { .user = xalloc(c->machine->links, sizeof *u.user) };
	network n;

	network_init(&n, c->machine, r, 0, 64);
	for (uint32_t l = 0; l < c->machine->links; l++)
		u.user[l] = NONE;
	for (uint32_t job = 0; job < c->jobs; job++) {
		u.job = job < c->preplaced ? 0 : job;
		for (uint32_t i = 0; i < c->nodes[job]; i++)
			for (uint32_t k = 0; k < c->nodes[job]; k++) {
				uint32_t from = c->node[job][i], to = c->node[job][k];

				if (c->machine->node_router[from] == c->machine->node_router[to])
					continue;
				for (uint32_t word = 0; word < words(&n); word++) {
					packet p = new_packet(&n, from, to);

					p.word = word;
					follow(&n, p, c->machine->node_router[from], use, &u);
				}
			}
	}
	network_free(&n);
	free(u.user);
	*used += u.used;
	return u.shared;
}

typedef struct instance {
	const char *policy, *argument, *machine, *level;	/* jobs that come with nodes stay in a domain of the level */
	const char *routing;	/* the only one that it promises for, or NULL */
} instance;

/* Does the policy promise anything for r?  Detours on a lattice leave every cuboid. */
static bool
promises(const instance *t, const machine *m, const routing *r)
{
	if (t->routing)
		return routing_find(m, t->routing) == r;
	return strncmp(t->policy, "em-", 3) != 0 || (strcmp(r->name, "valiant") != 0 && strcmp(r->name, "ugal-l") != 0);
}

static void
test_links(void)
{
	static const instance all[] = {
		{ "em-cuboid", NULL, "expressmesh:k=5x4,gap=1,p=2", NULL, NULL },
		{ "em-cuboid", NULL, "expressmesh:k=8x5,gap=2", NULL, NULL },
		{ "em-cuboid", NULL, "expressmesh:k=9x4,gap=3", NULL, NULL },
		{ "em-cuboid", NULL, "expressmesh:k=4x3x3,gap=1", NULL, NULL },
		{ "em-cuboid", NULL, "mesh:k=4x3x2,p=2", NULL, NULL },
		{ "em-cuboid", NULL, "mesh:k=12,p=2", NULL, NULL },
		{ "em-cuboid", NULL, "torus:k=7x4", NULL, NULL },
		{ "em-cuboid", NULL, "torus:k=12,p=2", NULL, NULL },
		{ "em-cuboid", NULL, "torus:k=2x5x3", NULL, NULL },
		{ "em-cuboid", NULL, "hypercube:n=5", NULL, NULL },
		{ "em-blocks", "2", "expressmesh:k=6x6,gap=1", NULL, NULL },
		{ "em-blocks", "2x2x1", "expressmesh:k=4x4x3,gap=1", NULL, NULL },
		{ "em-blocks", "4x1", "expressmesh:k=8x5,gap=2,p=2", NULL, NULL },
		{ "em-blocks", "2x1", "torus:k=8x5", NULL, NULL },
		{ "em-blocks", "1x2x1x2", "hypercube:n=4,p=3", NULL, NULL },
		{ "ft-isolated", NULL, "fattree:k=3", NULL, NULL },
		{ "ft-isolated", NULL, "fattree:k=2,n=3,taper=2", NULL, NULL },
		{ "ft-isolated", NULL, "fattree:radix=6,pods=5", NULL, NULL },
		{ "ft-isolated", NULL, "fattree:radix=8,levels=2", NULL, NULL },
		{ "ft-isolated", NULL, "fattree:k=4,n=1", NULL, NULL },
		{ "df-group", NULL, "dragonfly:g=5,a=4,p=2", "group", NULL },
		{ "df-group", NULL, "dragonfly:g=3,a=5,p=3", "group", NULL },
		{ "sf-subgroup", NULL, "slimfly:q=5,p=2", "subgroup", "minimal" },
		{ "sf-subgroup", NULL, "slimfly:q=4,p=2", "subgroup", "minimal" },
		{ "sf-subgroup", NULL, "slimfly:q=7,p=1", "subgroup", "minimal" },
	};
	static scene c;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const instance *t = &all[i];
		uint32_t wrong = 0, shared = 0, used = 0, jobs = 0, checked = 0;
		rng r;

		rng_init(&r, 3, "test", "links", t->machine);
		for (int round = 0; round < 20; round++) {
			scene_init(&c, t->policy, t->argument, with_holes(t->machine, &r, round % 4 == 1 ? 10 : 0));
			for (int k = 0; k < round % 3; k++)
				add_preplaced(&c, &r, 4, t->level ? machine_level(c.machine, t->level) : NULL);
			for (uint32_t k = 0; k < c.preplaced; k++)
				reserve_for(&c, k);
			fill(&c, &r, NULL);
			for (const routing *how = routings; how->name; how++)
				if (routing_serves(how, c.machine) && promises(t, c.machine, how)) {
					shared += shared_links(&c, how, &used);
					checked++;
				}
			wrong += c.wrong;
			jobs += c.jobs;
			scene_free(&c);
		}
		ok(wrong == 0 && shared == 0 && checked >= 20 && jobs > 20 && (used > 0 || strstr(t->machine, "n=1")),
			"%s, %s: %u jobs, no node given twice (%u), no link that two can use (%u)", t->policy, t->machine, jobs, wrong, shared);
	}
}

/* Policies that make no such promise are found out. */
static void
test_found_out(void)
{
	static const instance all[] = {
		{ "simple", NULL, "expressmesh:k=5x4,gap=1,p=2", NULL, NULL },
		{ "simple", NULL, "fattree:k=3", NULL, NULL },
		{ "clustered", NULL, "dragonfly:g=5,a=4,p=2", NULL, NULL },
		{ "clustered", NULL, "slimfly:q=5,p=2", NULL, NULL },
	};
	static scene c;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		uint32_t used = 0, node[MOST];
		request q;
		rng r;

		rng_init(&r, 3, "test", "found out", "");
		scene_init(&c, all[i].policy, NULL, all[i].machine);
		while (c.jobs < 3) {
			q = (request){ .job = "j", .nodes = 7, .policy = c.policy, .random = &r };
			c.nodes[c.jobs] = q.nodes;
			c.policy->choose(&c.occupancy, &q, &(selection){ .node = node });
			memcpy(c.node[c.jobs], node, sizeof node);
			place(&c, c.jobs++);
		}
		ok(shared_links(&c, routing_find(c.machine, "minimal"), &used) > 0, "%s on %s: links are shared", all[i].policy, all[i].machine);
		scene_free(&c);
	}
}

int
main(void)
{
	test_links();
	test_found_out();
	return done_testing();
}
