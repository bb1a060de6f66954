/* link: netsim */
/* reference-programs -- the slow simulator (programs.h) against the reference times of programs on one router.
 *
 * tests/vectors/goal says where those are from.  Every rank must end at its picosecond, both where a send finishes when it is posted
 * and where it has to leave its node; programs that cannot end must not.  With names as its arguments it plays these alone. */
#include <math.h>
#include <unistd.h>
#include <zlib.h>

#include "lib/program/goal.h"
#include "unit/slow/setup.h"
#include "unit/tap.h"

static const char vectors[] = "tests/vectors/goal";
enum { PIECE = 2048, LONGEST = CHECKED ? 300 : 3000 };	/* bytes of a packet; packets of a program that is not too long */

/* The slow simulator's state for a program alone on its router, a rank a node. */
static void
set_up(slow *s, const machine *m, program *p, bool left)
{
	static case_plan c;
	static case_job known;
	job_plan *j = &c.job[0];
	const routing *r = routings;

	while (r->name && !(routing_serves(r, m) && strcmp(r->name, "minimal") == 0))
		r++;
	*j = (job_plan){ .pattern = "program", .nodes = p->ranks, .tasks = p->ranks, .iterations = 1, .program = p, .left = left };
	for (uint32_t i = 0; i < p->ranks; i++)
		j->node[i] = j->task_node[i] = i;
	c.jobs = 1;
	slow_init(s, m, r, 0, &(router_plan){ .speedup = 1000 }, PIECE, &c, &known, 1, "1");
}

/* Play the program; end[rank] in ps, -1 of those that do not end. */
static void
play(program *p, bool left, int64_t *end)
{
	char *spec = xprintf("dragonfly:g=1,a=1,p=%u,cores=1,node-latency=450ns,router-latency=100ns,node-bw=8Gb/s,vc-buffer=1GB", (unsigned)p->ranks);
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	slow s;

	set_up(&s, m, p, left);
	slow_play(&s, -1);
	for (uint32_t i = 0; i < p->ranks; i++)
		end[i] = s.worker[i].state == ENDED ? s.worker[i].end : -1;
	slow_free(&s);
	machine_free(m);
	free(spec);
}

/* The file of a program: those made by hand, others unpacked in `folder`. */
static char *
path_of(const char *folder, const char *name)
{
	char *path = xprintf("%s/hand/%s.goal", vectors, name);

	if (access(path, R_OK) == 0)
		return path;
	free(path);
	return xprintf("%s/schedules/%s.goal", folder, name);
}

/* Does every rank end when it should?  The table is at the program's first row, and is read as far as its last. */
static bool
ends_right(gzFile ranks, const char *name, const program *p, int64_t *const end[2])
{
	bool right = true;

	for (uint32_t i = 0; i < p->ranks; i++) {
		char line[256], found[128];
		unsigned rank;
		double ns[2];

		if (!gzgets(ranks, line, sizeof line) || sscanf(line, "%127[^,],%u,%lf,%lf", found, &rank, &ns[0], &ns[1]) != 4
			|| strcmp(found, name) != 0 || rank != i)
			die(FAIL_DATA, "%s/crossbar-ranks.csv.gz: no row of rank %u of %s", vectors, (unsigned)i, name);
		for (int left = 0; left < 2; left++) {
			int64_t want = llrint(ns[left] * 1000);

			if (end[left] && end[left][i] != want) {
				fprintf(stderr, "# %s, rank %u, %s: %" PRId64 " ps, not %" PRId64 "\n", name, (unsigned)i, left ? "left" : "posted",
					end[left][i], want);
				right = false;
			}
		}
	}
	return right;
}

static bool
is_stuck(const program *p, const int64_t *end)
{
	for (uint32_t i = 0; i < p->ranks; i++)
		if (end[i] < 0)
			return true;
	return false;
}

static int64_t
packets_of(const program *p)
{
	int64_t packets = 0;

	for (uint32_t i = 0; i < program_ops(p); i++)
		if (p->op[i].kind == OP_SEND)
			packets += 1 + p->op[i].size / PIECE;
	return packets;
}

/* Is the program one of those to play? */
static bool
is_asked(const program *p, const char *name, char **names)
{
	if (!*names)
		return packets_of(p) <= LONGEST;
	while (*names && strcmp(*names, name) != 0)
		names++;
	return *names;
}

/* Play each program of the table; how many there were. */
static int
play_all(const char *folder, char **names, int *wrong)
{
	FILE *max = fopen(xprintf("%s/crossbar-max.csv", vectors), "r");
	gzFile ranks = gzopen(xprintf("%s/crossbar-ranks.csv.gz", vectors), "r");
	char line[256], name[128], status[32];
	int played = 0;

	if (!max || !ranks || !fgets(line, sizeof line, max) || !gzgets(ranks, line, sizeof line))
		die(FAIL_DATA, "cannot read '%s'", vectors);
	while (fgets(line, sizeof line, max) && sscanf(line, "%127[^,],%*u,%31[^,]", name, status) == 2) {
		program *p = goal_read(path_of(folder, name));
		int64_t *end[2] = { xcalloc(p->ranks, sizeof **end), xcalloc(p->ranks, sizeof **end) };
		bool asked = is_asked(p, name, names), right;

		for (int left = 0; asked && left < 2; left++)
			play(p, left, end[left]);
		if (strcmp(status, "ok") == 0)
			right = ends_right(ranks, name, p, asked ? end : (int64_t *[2]){ 0 });
		else
			right = !asked || (is_stuck(p, end[0]) && is_stuck(p, end[1]));
		if (!right)
			fprintf(stderr, "# %s (%s): wrong\n", name, status);
		played += asked;
		*wrong += !right;
		free(end[0]);
		free(end[1]);
		program_free(p);
	}
	fclose(max);
	gzclose(ranks);
	return played;
}

int
main(int argc, char **argv)
{
	char folder[] = "/tmp/hopline-unit-XXXXXX";
	int wrong = 0, played;

	if (!mkdtemp(folder) || system(xprintf("tar xzf %s/schedules.tar.gz -C %s", vectors, folder)))
		die(FAIL_DATA, "cannot unpack '%s/schedules.tar.gz'", vectors);
	played = play_all(folder, argv + 1, &wrong);
	if (system(xprintf("rm -r %s", folder)))
		die(FAIL_DATA, "cannot remove '%s'", folder);
	ok(argc > 1 || played > 100, "programs played: %d", played);
	is_int(wrong, 0, "programs whose ranks end at other times than the reference says");
	return done_testing();
}
