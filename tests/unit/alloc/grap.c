/* link: alloc */
/* grap -- what GRAP promises and what it chooses, over a million comings and goings of small and large jobs in all modes: no group
 * holds two large jobs, a small one stays in one group, no group's links serve two jobs (GR-10), the choice is that of a slow re-statement,
 * and more idle nodes never make it refuse. */
#include <stdlib.h>

#include "alloc/machine-state.h"
#include "lib/cli/cli.h"
#include "lib/stream/lists.h"
#include "unit/alloc/find-policy.h"
#include "unit/restated/grap.h"
#include "unit/tap.h"

enum { EVENTS = CHECKED ? 8000 : 50000 };

static const char *const machines[] = {
	"rdragonfly:g=8,a=2,p=2", "rdragonfly:g=5,a=3,p=2,unavailable=3+7-8", "rdragonfly:g=12,a=1,p=3", "rdragonfly:g=2,a=4,p=2",
	"rdragonfly:g=20,a=2,p=1", "rdragonfly:g=6,a=1,p=1", "rdragonfly:g=7,a=3,p=3,unavailable=0+62", "rdragonfly:g=1,a=2,p=2,h=0",
	"rdragonfly:g=32,a=2,p=2", "rdragonfly:g=8,a=6,p=4",
};
static const char *const arguments[] = { NULL, "partial+round-robin" };

enum { MODE, GROUPS_WANTED, GROUP_NODES, COLUMNS };

static char *names[COLUMNS] = { (char[]){ "mode" }, (char[]){ "groups" }, (char[]){ "group_nodes" } };
static const table job_table = { .file = "test", .columns = COLUMNS, .name = names };
static const char *const modes[] = { "minimal-balance", "custom-balance", "custom", "adaptive" };

/* A machine under way. */
typedef struct scene {
	slow slow;
	machine_state state, other;	/* the second for what would be */
	selection selection;
	const char *argument;
	char *cell[JOBS][COLUMNS];
	row row[JOBS];
	bool owned[GROUPS];	/* the group's links are some job's, as the column circuit_groups says */
	bool filling;		/* more come than go */
	int selected[ADAPTIVE + 2], refused, kept, changed;	/* by mode, small last; circuits that were there, or not */
	int differ, invariant, touched, afraid;
} scene;

static request
request_of(const scene *c, int k)
{
	return (request){ .job = "j", .nodes = c->slow.job[k].nodes, .policy = find_policy("grap"), .argument = c->argument, .table = &job_table, .row = &c->row[k] };
}

/* --- a job's own columns */

/* Nodes for each of j->groups groups, at least one, as many in all as the job's. */
static void
draw_group_nodes(const slow *s, slow_job *j, rng *r)
{
	uint32_t left = j->nodes - j->groups;

	for (uint32_t i = 0; i < j->groups; i++)
		j->group_nodes[i] = 1;
	while (left > 0) {
		uint32_t i = (uint32_t)rng_below(r, j->groups), more = s->size - j->group_nodes[i];

		more = more < left ? more : left;
		more -= more > 1 && rng_below(r, 2) ? (uint32_t)rng_below(r, more) : 0;
		j->group_nodes[i] += more;
		left -= more;
	}
}

static void
draw_job(const slow *s, slow_job *j, rng *r)
{
	uint32_t all = s->machine->nodes, most, least;

	*j = (slow_job){ .mode = (mode)rng_below(r, ADAPTIVE + 1) };
	most = rng_below(r, 4) == 0 ? all : 4 * s->size < all ? 4 * s->size : all;
	j->nodes = 1 + (uint32_t)rng_below(r, rng_below(r, 2) ? s->size : most);
	if (j->nodes <= s->size || j->mode == MINIMAL_BALANCE || j->mode == ADAPTIVE)
		return;
	least = (j->nodes - 1) / s->size + 1;
	most = s->g < j->nodes ? s->g : j->nodes;
	most = rng_below(r, 2) && least + 2 < most ? least + 2 : most;
	j->groups = least + (uint32_t)rng_below(r, most - least + 1);
	if (j->mode == CUSTOM)
		draw_group_nodes(s, j, r);
}

/* The cells of the job's row.  Adaptive is what an empty one means, too. */
static void
write_cells(scene *c, int k, rng *r)
{
	const slow_job *j = &c->slow.job[k];
	char **cell = c->cell[k];
	bool large = j->nodes > c->slow.size;

	for (int i = 0; i < COLUMNS; i++)
		free(cell[i]);
	cell[MODE] = xstrdup(!large && rng_below(r, 2) ? "small" : j->mode == ADAPTIVE && rng_below(r, 2) ? "" : modes[j->mode]);
	cell[GROUPS_WANTED] = large && (j->mode == CUSTOM_BALANCE || (j->mode == CUSTOM && rng_below(r, 2))) ? xprintf("%u", j->groups) : xstrdup("");
	cell[GROUP_NODES] = xstrdup("");
	for (uint32_t i = 0; large && j->mode == CUSTOM && i < j->groups; i++) {
		char *more = xprintf("%s%s%u", cell[GROUP_NODES], i ? " " : "", j->group_nodes[i]);

		free(cell[GROUP_NODES]);
		cell[GROUP_NODES] = more;
	}
	c->row[k] = (row){ .line = 1, .cell = cell };
}

/* --- what must hold */

/* At most one large job a group, small ones in one group, and counts that agree with a recount. */
static bool
holds(scene *c)
{
	const occupancy *o = &c->state.occupancy;
	const uint32_t *in_group = occupancy_idle(o, machine_level(o->machine, "group"));
	slow *s = &c->slow;
	uint32_t all = 0;
	bool good = true;

	slow_look(s);
	for (uint32_t v = 0; v < o->machine->nodes; v++)
		good = good && s->idle[v] == !o->busy[v];
	for (int k = 0; k < JOBS; k++) {
		uint64_t bits = s->job[k].there && s->job[k].nodes <= s->size ? slow_groups(s, &s->job[k]) : 0;

		good = good && (bits & (bits - 1)) == 0;
	}
	for (uint32_t d = 0; d < s->g; d++) {
		good = good && s->large[d] <= 1 && s->large[d] == c->owned[d] && s->count[d] == in_group[d];
		all += s->count[d];
	}
	return good && all == o->idle;
}

/* Does the column circuit_groups have the job's groups, and nobody else's?  They are the job's from now on, or no more. */
static bool
own_groups(scene *c, const slow_job *j, const char *text, bool come)
{
	uint64_t bits = j->nodes > c->slow.size ? slow_groups(&c->slow, j) : 0;
	list said = { 0 };
	const char *why;
	bool good = !come || list_read(&said, text, c->slow.g, c->slow.g, false, &why);
	uint32_t at = 0;

	for (uint32_t d = 0; d < c->slow.g; d++) {
		if (!(bits >> d & 1))
			continue;
		good = good && c->owned[d] != come && (!come || (at < said.count && said.item[at] == d));
		c->owned[d] = come;
		at++;
	}
	good = good && (!come || at == said.count);
	list_free(&said);
	return good;
}

/* Is `t` what `was` is? */
static bool
unchanged(const machine_state *t, const machine_state *was)
{
	const machine *m = t->occupancy.machine;
	bool same = t->reserved == was->reserved && t->occupancy.idle == was->occupancy.idle && memcmp(t->occupancy.memory, was->occupancy.memory, t->memory) == 0
		&& memcmp(t->occupancy.busy, was->occupancy.busy, m->nodes) == 0 && memcmp(t->next, was->next, m->nodes * sizeof *t->next) == 0;

	for (int k = 0; k < m->levels; k++)
		same = same && memcmp(t->occupancy.domain_idle[k], was->occupancy.domain_idle[k], m->level[k].domains * sizeof(uint32_t)) == 0;
	return same;
}

static bool
ask(scene *c, machine_state *t, int k, bool *why)
{
	request q = request_of(c, k);
	char *text = NULL;
	rng r;
	bool may;

	rng_init(&r, 1, "test", "", "");
	may = state_choose(t, &q, r, &c->selection, why ? &text : NULL);
	if (why)
		*why = text && strncmp(text, "job 'j'", 7) == 0;
	free(text);
	return may;
}

/* Would this job, which can be served, be refused if one of the others left? */
static bool
is_afraid(scene *c, int k, rng *r)
{
	int other = (int)rng_below(r, JOBS);
	request q = request_of(c, other);

	if (other == k || !c->slow.job[other].there)
		return false;
	state_copy(&c->other, &c->state);
	state_remove(&c->other, &q, c->slow.job[other].node);
	return !ask(c, &c->other, k, NULL);
}

/* --- events */

/* The job has what was selected for it. */
static void
enter(scene *c, int k)
{
	slow_job *j = &c->slow.job[k];
	bool large = j->nodes > c->slow.size, changes = slow_changes(&c->slow, j);
	request q = request_of(c, k);

	c->differ += memcmp(c->selection.node, j->node, j->nodes * sizeof *j->node) != 0;
	c->differ += strcmp(c->selection.value[0], large ? modes[j->mode] : "small") != 0;
	c->differ += c->state.policy->reconfigures(&c->state.occupancy, &q, j->node) != changes;
	c->invariant += !own_groups(c, j, c->selection.value[1] ? c->selection.value[1] : "", true);
	state_place(&c->state, &q, j->node);
	slow_enter(&c->slow, j);
	c->selected[large ? j->mode : ADAPTIVE + 1]++;
	c->changed += changes;
	c->kept += large && !changes;
}

static void
come(scene *c, int k, rng *r)
{
	slow_job *j = &c->slow.job[k];
	bool may, should, said;

	draw_job(&c->slow, j, r);
	write_cells(c, k, r);
	should = slow_choose(&c->slow, j);
	if (rng_below(r, 8) == 0 && should)
		c->afraid += is_afraid(c, k, r);
	state_copy(&c->other, &c->state);
	may = ask(c, &c->state, k, &said);
	c->touched += !unchanged(&c->state, &c->other);
	c->differ += may != should || said == may;
	c->refused += !should;
	if (may && should)
		enter(c, k);
}

static void
go(scene *c, int k)
{
	slow_job *j = &c->slow.job[k];
	request q = request_of(c, k);

	c->invariant += !own_groups(c, j, "", false);
	state_remove(&c->state, &q, j->node);
	j->there = false;
}

/* Somebody comes, or goes; most come until the machine is full, then most go until it is empty. */
static void
happen(scene *c, rng *r)
{
	uint32_t busy = c->state.occupancy.machine->nodes - c->state.occupancy.idle;
	int k = (int)rng_below(r, JOBS);

	if (busy == 0 || c->state.occupancy.idle == 0 || rng_below(r, 200) == 0)
		c->filling = busy == 0 || (c->state.occupancy.idle > 0 && rng_below(r, 2));
	if (rng_below(r, 8) < (c->filling ? 5 : 3)) {
		while (c->slow.job[k].there)
			k = (k + 1) % JOBS;
		come(c, k, r);
		return;
	}
	for (int i = 0; i < JOBS && !c->slow.job[k].there; i++)
		k = (k + 1) % JOBS;
	if (c->slow.job[k].there)
		go(c, k);
}

static void
open_scene(scene *c, const char *text, const char *argument)
{
	machine *m = machine_build(text, NULL, 0, "test", 1);
	const policy *p = find_policy("grap");
	const level *groups = machine_level(m, "group");

	*c = (scene){ .argument = argument, .slow = { .machine = m, .g = groups->domains } };
	c->slow.size = m->nodes / groups->domains;
	c->slow.p = m->nodes / m->routers;
	c->slow.partial = c->slow.round_robin = argument != NULL;
	if (m->nodes > MOST || groups->domains > GROUPS || p->check(m, argument))
		abort();
	state_init(&c->state, p, m);
	state_init(&c->other, p, m);
	selection_init(&c->selection, p, m, true);
	slow_look(&c->slow);
}

static void
close_scene(scene *c)
{
	for (int k = 0; k < JOBS; k++)
		for (int i = 0; i < COLUMNS; i++)
			free(c->cell[k][i]);
	selection_free(&c->selection);
	state_free(&c->state);
	state_free(&c->other);
	machine_free((machine *)(uintptr_t)c->slow.machine);
}

static void
test_machine(const char *text, const char *argument)
{
	static scene c;
	int large = 0;
	rng r;

	open_scene(&c, text, argument);
	rng_init(&r, 7, "test", text, argument ? argument : "");
	for (int i = 0; i < EVENTS; i++) {
		happen(&c, &r);
		c.invariant += !holds(&c);
	}
	for (int i = 0; i <= ADAPTIVE; i++)
		large += c.selected[i];
	ok(c.invariant == 0, "%s%s%s: GR-10 and the counts fail %d times in %d events", text, argument ? ", " : "", argument ? argument : "", c.invariant, EVENTS);
	ok(c.differ == 0, "%d choices differ", c.differ);
	ok(c.touched == 0 && c.afraid == 0, "%d touched what they asked about, %d would be refused with more idle nodes", c.touched, c.afraid);
	ok(c.refused > EVENTS / 50 && c.selected[ADAPTIVE + 1] > EVENTS / 50 && (c.slow.g == 1 ? large == 0 : large > EVENTS / 100),
		"selected: %d small, %d %d %d %d large; %d refused", c.selected[ADAPTIVE + 1], c.selected[0], c.selected[1], c.selected[2], c.selected[3], c.refused);
	ok(c.slow.g == 1 || (c.changed > 0 && c.kept > 0), "%d found other circuits, %d their own", c.changed, c.kept);
	close_scene(&c);
}

int
main(void)
{
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++)
			test_machine(machines[i], arguments[k]);
	return done_testing();
}
