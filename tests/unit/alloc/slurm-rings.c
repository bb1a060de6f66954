/* link: alloc */
/* slurm-rings -- slurm-ring and slurm-torus3d against what a real slurmctld 26.05.5 chose (data/reference/slurm/26.05): the nodes, whether a job
 * waits, and whether it is refused.  What is refused has no nodes on the idle machine either. */
#include <stdlib.h>
#include <string.h>

#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"
#include "lib/stream/table.h"
#include "unit/alloc/find-policy.h"
#include "unit/tap.h"

enum { MOST = 400 };	/* nodes */

/* A recorded table, and who must choose the same. */
static const struct recorded {
	const char *file, *policy;
} tables[] = {
	{ "ring-ring8", "slurm-ring" },
	{ "ring-ringmix", "slurm-ring" },
	{ "ring-ring8-segment", "slurm-ring" },
	{ "ring-ringmix-segment", "slurm-ring" },
	{ "ring-ringties-segment", "slurm-ring" },
	{ "torus-torus442", "slurm-torus3d" },
	{ "torus-torus444", "slurm-torus3d" },
	{ "torus-torusstep", "slurm-torus3d" },
	{ "torus-torustwo", "slurm-torus3d" },
};

/* The nodes of a list of hosts, in its order. */
static uint32_t
read_nodes(const machine *m, const char *text, uint32_t *node)
{
	hostlist h = { 0 };
	const char *why;
	uint32_t n;

	if (*text && !hostlist_read(&h, text, &why))
		die(FAIL_DATA, "%s", why);
	n = h.count;
	for (uint32_t i = 0; i < n; i++) {
		node[i] = 0;
		while (strcmp(m->node_name[node[i]], hostlist_at(&h, i)) != 0)
			if (++node[i] == m->nodes)
				die(FAIL_DATA, "'%s' is no node", hostlist_at(&h, i));
	}
	hostlist_free(&h);
	return n;
}

/* Does the policy choose what the row says, and does it wait or refuse as that says? */
static bool
as_recorded(occupancy *o, const policy *p, const table *t, const row *r)
{
	uint32_t busy[MOST], want[MOST], got[MOST] = { 0 }, busies, wanted = 0;
	const char *nodes = cell_text(r, table_need(t, "nodes")), *options = cell_text(r, table_need(t, "options"));
	char *name[] = { "segment" }, *cell[] = { *options ? strchr(options, '=') + 1 : "" };
	const table columns = { .columns = 1, .name = name };
	const row job = { .cell = cell };
	request q = { .job = "j", .policy = p, .table = &columns, .row = &job };
	selection out = { .node = got };
	bool served;

	busies = read_nodes(o->machine, cell_text(r, table_need(t, "busy")), busy);
	if (*nodes != '!')
		wanted = read_nodes(o->machine, nodes, want);
	q.nodes = (uint32_t)cell_int(t, r, table_need(t, "n"), 1, MOST, 0);
	occupancy_clear(o);
	occupancy_take(o, busy, busies);
	served = q.nodes <= o->idle && p->choose(o, &q, &out);
	if (served)
		return wanted == q.nodes && memcmp(got, want, wanted * sizeof *got) == 0;
	occupancy_clear(o);
	served = q.nodes <= o->idle && p->choose(o, &q, &out);
	return wanted == 0 && served == (*nodes != '!');
}

int
main(void)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		char *path = xprintf("data/reference/slurm/26.05/26.05.5-%s.csv", tables[i].file);
		const char *conf = strchr(tables[i].file, '-') + 1;
		char *spec = xprintf("graph:topology=data/reference/slurm/26.05/%.*s.yaml", (int)strcspn(conf, "-"), conf);
		const policy *p = find_policy(tables[i].policy);
		machine *m = machine_build(spec, NULL, 0, "test", 1);
		table *t = table_open(path);
		int same = 0, all = 0;
		occupancy o;
		row r;

		occupancy_init(&o, m);
		o.plan = slurm_plan(m);
		for (; table_next(t, &r); all++)
			same += as_recorded(&o, p, t, &r);
		ok(all > 0 && same == all, "%s: %s: %d of %d as recorded", tables[i].file, p->name, same, all);
		slurm_forget(o.plan);
		occupancy_free(&o);
		table_close(t);
		machine_free(m);
		free(path);
		free(spec);
	}
	return done_testing();
}
