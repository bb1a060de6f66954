/* link: alloc */
/* slurm -- the policies of Slurm against what a real slurmctld 22.05.8 chose (data/reference/slurm; newer ones: alloc/t338), and against
 * their rules written slow and literal on random trees, whose topology.conf has its lines and its nodes in any order, and on random blocks. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc/machine-state.h"
#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"
#include "lib/machine/switches.h"
#include "lib/stream/table.h"
#include "unit/alloc/find-policy.h"
#include "unit/restated/slurm.h"
#include "unit/restated/slurm-blocks.h"
#include "unit/tap.h"

/* A recorded table, the topology.conf of its machine (NULL: nodes in a row), and who must choose the same. */
static const struct recorded {
	const char *file, *conf;
	const char *policy[3];
} tables[] = {
	{ "tree2-cons_tres", "tree2", { "slurm-tree:22.05", "slurm-tree-fit" } },	/* alike on two levels */
	{ "tree3-cons_tres", "tree3", { "slurm-tree:22.05" } },
	{ "uneven-cons_tres", "uneven", { "slurm-tree:22.05", "slurm-tree-fit" } },
	{ "tree2-switches-cons_tres", "tree2", { "slurm-tree:22.05" } },
	{ "tree2-contiguous-cons_tres", "tree2", { "slurm-tree:22.05", "slurm-dragonfly:22.05", "slurm-none:22.05" } },
	{ "tree2-cons_res", "tree2", { "slurm-tree-fit" } },
	{ "tree3-cons_res", "tree3", { "slurm-tree-fit" } },
	{ "tree2-linear", "tree2", { "slurm-tree-linear" } },
	{ "uneven-linear", "uneven", { "slurm-tree-linear" } },
	{ "dfly2-dragonfly-cons_tres", "dfly2", { "slurm-dragonfly:22.05" } },
	{ "dfly3-dragonfly-cons_tres", "dfly3", { "slurm-dragonfly:22.05" } },
	{ "dfly3-dragonfly-linear", "dfly3", { "slurm-dragonfly-fit" } },
	{ "none-cons_tres", NULL, { "slurm-none:22.05" } },
};

/* A machine, and whether its nodes are busy. */
typedef struct scene {
	machine *machine;
	occupancy occupancy;
} scene;

static void
scene_open(scene *c, const char *spec)
{
	c->machine = machine_build(spec, NULL, 0, "test", 1);
	occupancy_init(&c->occupancy, c->machine);
	c->occupancy.plan = switches_of(c->machine);
}

static void
scene_close(scene *c)
{
	switches_free(c->occupancy.plan);
	occupancy_free(&c->occupancy);
	machine_free(c->machine);
}

/* The number of a node by its name, or in a row by the digits at its end. */
static uint32_t
node_called(const machine *m, const char *name)
{
	if (!m->node_name)
		return (uint32_t)strtoul(name + 1, NULL, 10);
	for (uint32_t v = 0; v < m->nodes; v++)
		if (strcmp(m->node_name[v], name) == 0)
			return v;
	die(FAIL_DATA, "'%s' is no node", name);
}

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
	for (uint32_t i = 0; i < n; i++)
		node[i] = node_called(m, hostlist_at(&h, i));
	hostlist_free(&h);
	return n;
}

/* Does the policy choose what the row says? */
static bool
as_recorded(scene *c, const char *name, const table *t, const row *r)
{
	uint32_t busy[SLOW_MOST], want[SLOW_MOST], got[SLOW_MOST] = { 0 }, busies, wanted;
	const policy *p = find_policy(name);
	request q = { .job = "j", .policy = p, .argument = find_argument(name), .table = t, .row = r };
	bool served;

	busies = read_nodes(c->machine, cell_text(r, table_need(t, "busy")), busy);
	wanted = read_nodes(c->machine, cell_text(r, table_need(t, "nodes")), want);
	q.nodes = (uint32_t)cell_int(t, r, table_need(t, "n"), 1, SLOW_MOST, 0);
	occupancy_clear(&c->occupancy);
	occupancy_take(&c->occupancy, busy, busies);
	if (q.nodes > c->occupancy.idle)
		return wanted == 0;
	served = p->choose(&c->occupancy, &q, &(selection){ .node = got });
	return served ? wanted == q.nodes && memcmp(got, want, wanted * sizeof *got) == 0 : wanted == 0;
}

static void
test_recorded(void)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		for (const char *const *name = tables[i].policy; name < tables[i].policy + 3 && *name; name++) {
			char *path = xprintf("data/reference/slurm/%s.csv", tables[i].file);
			char *spec = tables[i].conf ? xprintf("graph:topology=data/reference/slurm/%s.conf", tables[i].conf) : xstrdup("mesh:k=272");
			table *t = table_open(path);
			int same = 0, all = 0;
			scene c;
			row r;

			scene_open(&c, spec);
			for (; table_next(t, &r); all++)
				same += as_recorded(&c, *name, t, &r);
			ok(all > 0 && same == all, "%s: %s: %d of %d as recorded", tables[i].file, *name, same, all);
			scene_close(&c);
			table_close(t);
			free(path);
			free(spec);
		}
}

static uint32_t
draw(rng *r, uint32_t low, uint32_t high)
{
	return low + (uint32_t)rng_below(r, high - low + 1);
}

static void
shuffle(uint32_t *item, uint32_t n, rng *r)
{
	for (uint32_t i = n; i > 1; i--) {
		uint32_t k = (uint32_t)rng_below(r, i), other = item[i - 1];

		item[i - 1] = item[k];
		item[k] = other;
	}
}

/* A tree of a few levels, or several, ragged: switches are numbered as their lines come, nodes by label, and neither follows the other. */
static void
make_tree(slow_tree *t, rng *r)
{
	uint32_t order[2 * SLOW_MOST], above[2 * SLOW_MOST], leaves[SLOW_MOST] = { 0 }, leaf = 0, lines = rng_below(r, 4) ? 1 : draw(r, 2, 3);
	uint32_t levels = draw(r, 1, 3);

	*t = (slow_tree){ 0 };
	for (uint32_t s = 0; s < lines; s++)
		above[s] = NONE;
	for (uint32_t first = 0, end = lines; levels > 0; levels--, first = end, end = lines)
		for (uint32_t s = first; s < end; s++) {
			uint32_t below = levels > 1 && s > 0 && rng_below(r, 5) == 0 ? 0 : draw(r, 1, 5);

			for (uint32_t k = 0; k < below && lines < 100; k++)
				above[lines++] = s;
		}
	for (uint32_t s = 0; s < lines; s++)
		order[s] = s;
	if (rng_below(r, 4))
		shuffle(order, lines, r);
	for (uint32_t s = 0; s < lines; s++) {
		bool inner = false;

		t->above[order[s]] = above[s] == NONE ? NONE : order[above[s]];
		for (uint32_t k = 0; k < lines; k++)
			inner = inner || above[k] == s;
		if (!inner)
			leaves[leaf++] = order[s];
	}
	t->switches = lines;
	for (uint32_t i = 0; i < leaf; i++)
		for (uint32_t k = draw(r, 1, 7); k > 0 && t->nodes < SLOW_MOST; k--)
			t->leaf[t->nodes++] = leaves[i];
	if (rng_below(r, 3) == 0)
		shuffle(t->leaf, t->nodes, r);
}

/* Its topology.conf; labels are n1, n2, … and within a line the highest come first. */
static void
write_tree(const slow_tree *t, const char *path)
{
	FILE *f = fopen(path, "w");

	for (uint32_t s = 0; s < t->switches; s++) {
		const char *sign = slow_is_leaf(t, s) ? " Nodes=n" : " Switches=s";
		const char *next = slow_is_leaf(t, s) ? ",n" : ",s";

		fprintf(f, "SwitchName=s%u", s);
		for (uint32_t v = t->nodes; v-- > 0;)
			if (t->leaf[v] == s) {
				fprintf(f, "%s%u", sign, v + 1);
				sign = next;
			}
		for (uint32_t i = 0; i < t->switches; i++)
			if (t->above[i] == s) {
				fprintf(f, "%s%u", sign, i);
				sign = next;
			}
		fputc('\n', f);
	}
	fclose(f);
}

/* The shortest run with enough, its lowest; false: none has. */
static bool
slow_contiguous(slow_tree *t, uint32_t need)
{
	uint32_t fit = NONE;

	for (uint32_t v = 0; v < t->nodes; v++) {
		uint32_t n = v > 0 && t->idle[v - 1] ? 0 : slow_run(t, v);

		if (n >= need && (fit == NONE || n < slow_run(t, fit)))
			fit = v;
	}
	for (uint32_t v = fit; fit != NONE && v < fit + need; v++)
		t->chosen[v] = true;
	return fit != NONE;
}

/* On how many leaves is what was chosen? */
static uint32_t
slow_leaves(const slow_tree *t)
{
	uint32_t n = 0;

	for (uint32_t s = 0; s < t->switches; s++)
		for (uint32_t v = 0; v < t->nodes; v++)
			if (t->chosen[v] && t->leaf[v] == s) {
				n++;
				break;
			}
	return n;
}

/* The tree in which a job has its place: the highest with enough idle nodes, of several the last; those of others are taken away.  False:
 * none has. */
static bool
slow_forest(slow_tree *t, uint32_t need)
{
	uint32_t best = NONE;

	for (uint32_t s = 0; s < t->switches; s++)
		if (t->above[s] == NONE && slow_idle(t, s) >= need && (best == NONE || slow_level(t, s) >= slow_level(t, best)))
			best = s;
	for (uint32_t v = 0; v < t->nodes; v++)
		t->idle[v] = t->idle[v] && slow_below(t, t->leaf[v], best);
	return best != NONE;
}

/* One choice, both ways: true when alike. */
static bool
alike(const scene *c, const slow_tree *t, const struct slow_rule *rule, uint32_t need, uint32_t most, bool contiguous)
{
	char text[2][16];
	char *name[] = { "switches", "contiguous" }, *cell[] = { text[0], text[1] };
	const table columns = { .columns = 2, .name = name };
	const row job = { .cell = cell };
	const policy *p = find_policy(rule->policy);
	machine_state state = { .policy = p, .occupancy = c->occupancy };
	slow_tree tree = *t;
	uint32_t got[SLOW_MOST] = { 0 }, n = 0;
	bool served, want = true, same = true, newest;

	text[0][0] = '\0';
	if (most)
		snprintf(text[0], sizeof text[0], "%u", most);
	snprintf(text[1], sizeof text[1], "%d", contiguous);
	newest = p->spans && !strstr(rule->policy, ":22.05") && !strstr(rule->policy, ":24.11");
	contiguous = contiguous && p->spans;
	if (!newest || need > 1)
		want = slow_forest(&tree, need);
	if (want && contiguous && (need > 1 || !newest))
		want = slow_contiguous(&tree, need);
	else if (want)
		rule->choose(&tree, need);
	if (want && !contiguous && most && p->wishes && !strstr(rule->policy, "none") && (most == 1 || strstr(rule->policy, "tree")))
		want = slow_leaves(&tree) <= most;
	served = state_choose(&state, &(request){ .job = "j", .nodes = need, .policy = p, .argument = find_argument(rule->policy),
		.table = &columns, .row = &job }, (rng){ 0 }, &(selection){ .node = got }, NULL);
	for (uint32_t v = 0; v < t->nodes && served && want; v++)
		if (tree.chosen[v]) {
			char label[16];

			snprintf(label, sizeof label, "n%u", v + 1);
			same = same && strcmp(c->machine->node_name[got[n++]], label) == 0;
		}
	return served == want && (!served || (same && n == need));
}

static void
test_restated(void)
{
	enum { TREES = CHECKED ? 150 : 600 };
	char path[] = "/tmp/hopline-slurm-XXXXXX", *spec;
	int bad[SLOW_RULES] = { 0 }, asked = 0;
	rng r;

	close(mkstemp(path));
	spec = xprintf("graph:topology=%s", path);
	rng_init(&r, 11, "test", "trees", "");
	for (int k = 0; k < TREES; k++) {
		slow_tree t;
		scene c;

		make_tree(&t, &r);
		write_tree(&t, path);
		scene_open(&c, spec);
		for (int j = 0; j < 5; j++) {
			uint32_t busy[SLOW_MOST], busies = 0, need, fill = draw(&r, 0, 90), most = rng_below(&r, 3) ? 0 : draw(&r, 1, 6);
			bool contiguous = rng_below(&r, 8) == 0;

			for (uint32_t v = 0; v < t.nodes; v++)
				t.idle[v] = rng_below(&r, 100) >= fill;
			for (uint32_t v = 0; v < t.nodes; v++) {
				char label[16];

				snprintf(label, sizeof label, "n%u", v + 1);
				if (!t.idle[v])
					busy[busies++] = node_called(c.machine, label);
			}
			occupancy_clear(&c.occupancy);
			occupancy_take(&c.occupancy, busy, busies);
			if (c.occupancy.idle == 0)
				continue;
			need = draw(&r, 1, rng_below(&r, 2) ? c.occupancy.idle : (c.occupancy.idle + 3) / 4);
			for (int i = 0; i < SLOW_RULES; i++)
				bad[i] += !alike(&c, &t, &slow_rules[i], need, most, contiguous);
			asked++;
		}
		scene_close(&c);
	}
	for (int i = 0; i < SLOW_RULES; i++)
		ok(bad[i] == 0, "%s: %d of %d choices on shuffled trees differ", slow_rules[i].policy, bad[i], asked);
	unlink(path);
	free(spec);
}

/* A job's wishes, as text for its row. */
typedef struct block_job {
	uint32_t need, segment;
	bool spread, consolidate, alone;
	char text[4][16];
} block_job;

static block_job
make_block_job(rng *r, uint32_t idle, uint32_t base)
{
	block_job j = { .need = draw(r, 1, idle), .alone = rng_below(r, 5) == 0 };

	if (rng_below(r, 2)) {
		j.segment = draw(r, 1, base + 3);
		j.need -= j.need > j.segment ? j.need % j.segment : 0;
		j.spread = rng_below(r, 3) == 0;
		j.consolidate = rng_below(r, 3) == 0;
		snprintf(j.text[0], sizeof j.text[0], "%u", j.segment);
	}
	snprintf(j.text[1], sizeof j.text[1], "%s", j.alone ? "topo" : "");
	snprintf(j.text[2], sizeof j.text[2], "%d", j.spread);
	snprintf(j.text[3], sizeof j.text[3], "%d", j.consolidate);
	return j;
}

/* Blocks of `width` nodes with sizes of a base of at most so many; their text for an argument. */
static char *
make_sizes(slow_blocks *s, rng *r, uint32_t width, bool new)
{
	char *text = xstrdup(new ? "" : "24.11+");
	uint32_t most = rng_below(r, 2) ? 2 : 2 * s->blocks;	/* small groups, none of which holds a job, are tried again most often */

	s->size[s->sizes++] = draw(r, 2, most == 2 ? 2 : width);
	for (uint32_t times = 2; times <= most && s->sizes < SLOW_SIZES; times *= 2)
		if (most == 2 || rng_below(r, 2))
			s->size[s->sizes++] = s->size[0] * times;
	for (uint32_t i = 0; i < s->sizes; i++)
		text = xappend(text, "%s%u", i ? "+" : "", s->size[i]);
	return text;
}

/* Does the policy give what the blocks say, the lowest idle nodes of each but those left out? */
static bool
gave(const slow_blocks *s, const occupancy *o, uint32_t width, const uint32_t *got, uint32_t need)
{
	uint32_t n = 0;

	for (uint32_t b = 0; b < s->blocks; b++) {
		uint32_t skip = s->without[b], take = s->take[b];

		for (uint32_t v = b * width; v < (b + 1) * width && take > 0; v++) {
			if (o->busy[v])
				continue;
			if (skip > 0) {
				skip--;
				continue;
			}
			if (n == need || got[n++] != v)
				return false;
			take--;
		}
	}
	return n == need;
}

/* Blocks of so many nodes, of which some are busy, with part of the blocks whole. */
static void
fill_blocks(occupancy *o, slow_blocks *s, rng *r, uint32_t width)
{
	uint64_t fill = draw(r, 0, 90), some = rng_below(r, 2) ? 3 : 0;

	for (uint32_t b = 0; b < s->blocks; b++) {
		bool whole = some && rng_below(r, some) == 0;

		for (uint32_t v = b * width; v < (b + 1) * width; v++)
			if (whole || rng_below(r, 100) < fill)
				occupancy_take(o, &v, 1);
			else
				s->idle[b]++;
	}
}

/* What the rules say of a job. */
static bool
slow_place(slow_blocks *s, const block_job *j, uint32_t width, bool new)
{
	for (uint32_t b = 0; b < s->blocks; b++)
		s->idle[b] = j->alone && s->idle[b] < width ? 0 : s->idle[b];
	if (j->need == 1 && new)
		return slow_lowest_block(s);
	if (j->segment > s->size[0] && !new)
		return false;
	if (j->segment && j->need > j->segment && new && j->consolidate)
		return slow_consolidated(s, j->need, j->segment, j->spread);
	if (j->segment && j->need > j->segment)
		return slow_each(s, j->need / j->segment, j->segment, new, new && j->spread);
	return slow_whole(s, j->need, new && !(j->segment && j->consolidate));
}

static void
test_blocks(void)
{
	enum { SCENES = CHECKED ? 1000 : 10000 };
	static char *name[] = { "segment", "exclusive", "spread_segments", "consolidate_segments" };
	const table columns = { .columns = 4, .name = name };
	const policy *p = find_policy("slurm-block");
	int bad = 0, asked = 0, refused = 0, again = 0;
	rng r;

	rng_init(&r, 12, "test", "blocks", "");
	for (int k = 0; k < SCENES; k++) {
		uint32_t width = draw(&r, 2, 9), got[SLOW_MOST];
		slow_blocks s = { .blocks = draw(&r, 2, 16) };
		bool new = rng_below(&r, 2), served, want;
		char *spec = xprintf("mesh:k=%u,p=%u", s.blocks, width), *argument = make_sizes(&s, &r, width, new);
		scene c;

		scene_open(&c, spec);
		fill_blocks(&c.occupancy, &s, &r, width);
		if (c.occupancy.idle > 0) {
			block_job j = make_block_job(&r, c.occupancy.idle, s.size[0]);
			char *cell[] = { j.text[0], j.text[1], j.text[2], j.text[3] };

			served = p->choose(&c.occupancy, &(request){ .job = "j", .nodes = j.need, .policy = p, .argument = argument, .table = &columns,
				.row = &(row){ .cell = cell } }, &(selection){ .node = got });
			want = slow_place(&s, &j, width, new);
			bad += served != want || (served && !gave(&s, &c.occupancy, width, got, j.need));
			asked++;
			refused += !want;
			again += want && memchr(s.without, 1, sizeof s.without) != NULL;
		}
		scene_close(&c);
		free(spec);
		free(argument);
	}
	ok(bad == 0, "slurm-block: %d of %d random choices differ", bad, asked);
	ok(refused > asked / 20 && refused < asked / 2 && (CHECKED || again > 5), "slurm-block refuses %d, serves %d in a second try", refused, again);
}

int
main(void)
{
	test_blocks();
	test_recorded();
	test_restated();
	return done_testing();
}
