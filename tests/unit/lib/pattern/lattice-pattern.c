/* lattice-pattern -- the pattern `lattice` against its sites one by one, on random small lattices; the column volumes; and what
 * is refused. */
#include "lib/pattern/sites/site-cut.h"
#include "unit/lib/pattern/read-row.h"

enum { TASKS = 12, WAYS = 2 * PATTERN_DIMS };

/* --- the sites, one by one */

typedef struct sites {
	int dims;
	uint32_t extent[PATTERN_DIMS], blocks[PATTERN_DIMS], tasks;
	unsigned periodic;
	uint32_t owner[81][4];	/* 3 x 3 x 3 x 3 blocks at most */
	int64_t sent[TASKS][TASKS][WAYS];
} sites;

/* The part of a row of `extent` sites, cut in `parts`, where site s is: by looking at each. */
static uint32_t
part_of(uint32_t s, uint32_t extent, uint32_t parts, uint32_t *first)
{
	uint32_t i = 0;

	while (s >= (i + 1) * extent / parts)
		i++;
	*first = i * extent / parts;
	return i;
}

static uint32_t
owner_of(const sites *s, const uint32_t *at)
{
	uint32_t block = 0, stride = 1, first, quarter = 0;

	for (int d = 0; d < s->dims; d++) {
		uint32_t i = part_of(at[d], s->extent[d], s->blocks[d], &first), ignore;

		if (d == 1)
			quarter = part_of(at[1] - first, (i + 1) * s->extent[1] / s->blocks[1] - first, 4, &ignore);
		block += i * stride;
		stride *= s->blocks[d];
	}
	return s->owner[block][quarter];
}

/* What every site sends each way. */
static void
send_all(sites *s, int64_t bytes)
{
	uint32_t total = 1;

	memset(s->sent, 0, sizeof s->sent);
	for (int d = 0; d < s->dims; d++)
		total *= s->extent[d];
	for (uint32_t i = 0; i < total; i++) {
		uint32_t at[PATTERN_DIMS] = { 0 }, rest = i, from;

		for (int d = 0; d < s->dims; d++) {
			at[d] = rest % s->extent[d];
			rest /= s->extent[d];
		}
		from = owner_of(s, at);
		for (int way = 0; way < 2 * s->dims; way++) {
			uint32_t next[PATTERN_DIMS], to, d = (uint32_t)way / 2, last = s->extent[d] - 1;
			bool edge = at[d] == (way % 2 ? last : 0);

			if (edge && !(s->periodic & 1U << d))
				continue;
			memcpy(next, at, sizeof next);
			next[d] = way % 2 ? (edge ? 0 : at[d] + 1) : (edge ? last : at[d] - 1);
			to = owner_of(s, next);
			if (to != from)
				s->sent[from][to][way] += bytes;
		}
	}
}

/* Does the traffic have just those messages, in the promised order? */
static bool
agrees(const sites *s, const traffic *t)
{
	uint32_t ways = t->rounds ? 2 : 2 * (uint32_t)s->dims;

	for (uint32_t f = 0; f < traffic_phases(t); f++)
		for (uint32_t i = 0; i < s->tasks; i++) {
			uint32_t k = 0, arrive = 0;

			for (uint32_t way = f * ways; way < (f + 1) * ways; way++)
				for (uint32_t j = 0; j < s->tasks; j++) {
					arrive += s->sent[j][i][way] > 0;
					if (s->sent[i][j][way] == 0)
						continue;
					if (k >= traffic_sends(t, f, i))
						return false;
					message m = traffic_send(t, f, i, k++);
					if (m.to != j || m.phase != f || m.bytes != s->sent[i][j][way])
						return false;
				}
			if (k != traffic_sends(t, f, i) || arrive != traffic_receives(t, f, i))
				return false;
		}
	return traffic_phases(t) == (t->rounds ? (uint32_t)s->dims : 1);
}

/* --- random lattices */

static char *
extents(const uint32_t *n, int dims)
{
	char *text = xprintf("%u", n[0]);

	for (int d = 1; d < dims; d++) {
		char *longer = xprintf("%sx%u", text, n[d]);

		free(text);
		text = longer;
	}
	return text;
}

/* Extents, and no more blocks than sites: at most `most` of them a dimension. */
static void
draw_extents(sites *s, rng *r, uint32_t most)
{
	s->dims = 1 + (int)rng_below(r, PATTERN_DIMS);
	s->periodic = (unsigned)rng_below(r, 1U << s->dims);
	for (int d = 0; d < s->dims; d++) {
		s->extent[d] = 1 + (uint32_t)rng_below(r, s->dims < 3 ? 20 : 6);
		s->blocks[d] = 1 + (uint32_t)rng_below(r, s->extent[d] < most ? s->extent[d] : most);
	}
}

static traffic
traffic_of(const sites *s, const char *column, const char *cell, bool rounds)
{
	char axes[PATTERN_DIMS + 1] = "", *lattice = extents(s->extent, s->dims), *header, *cells;
	traffic t;

	for (int d = 0; d < s->dims; d++)
		if (s->periodic & 1U << d)
			strncat(axes, &"xyzw"[d], 1);
	header = xprintf("pattern,lattice,site_bytes,periodic,%s", column);
	cells = xprintf("lattice,%s,7,%s,%s", lattice, axes, cell);
	t = read_row(header, cells, s->tasks, rounds);
	free(lattice);
	free(header);
	free(cells);
	return t;
}

static void
by_dims(void)
{
	uint32_t good = 0, runs = 0;
	rng r;

	for (rng_init(&r, 1, "dims", "", ""); runs < 400; runs++) {
		sites s = { 0 };
		char *dims;
		traffic t;

		do {
			draw_extents(&s, &r, 3);
			s.tasks = cut_blocks(s.dims, s.blocks);
		} while (s.tasks > TASKS);
		for (uint32_t i = 0; i < s.tasks; i++)
			for (int k = 0; k < 4; k++)
				s.owner[i][k] = i;
		dims = extents(s.blocks, s.dims);
		t = traffic_of(&s, "dims", dims, runs % 2);
		send_all(&s, 7);
		good += agrees(&s, &t);
		traffic_release(&t);
		free(dims);
	}
	ok(good == runs, "by dims: what crosses, site by site (%u of %u)", good, runs);
}

/* Each block some task's, or split. */
static char *
draw_owners(sites *s, rng *r)
{
	uint32_t n = cut_blocks(s->dims, s->blocks);
	char *text = extents(s->blocks, s->dims);

	for (uint32_t i = 0; i < n; i++) {
		bool split = s->dims > 1 && rng_below(r, 3) == 0;
		char *longer;

		for (int k = 0; k < 4; k++)
			s->owner[i][k] = k && !split ? s->owner[i][0] : (uint32_t)rng_below(r, s->tasks);
		longer = split ? xprintf("%s %u/%u/%u/%u", text, s->owner[i][0], s->owner[i][1], s->owner[i][2], s->owner[i][3]) :
			xprintf("%s %u", text, s->owner[i][0]);
		free(text);
		text = longer;
	}
	return text;
}

static void
by_volumes(void)
{
	uint32_t good = 0, same = 0, runs = 0;
	rng r;

	for (rng_init(&r, 1, "volumes", "", ""); runs < 600; runs++) {
		sites s = { .tasks = 1 + (uint32_t)rng_below(&r, TASKS) };
		site_cut cut = { .dims = 0 }, again;
		char *volumes, *text;
		const char *why;
		traffic t;

		draw_extents(&s, &r, 3);
		volumes = draw_owners(&s, &r);
		t = traffic_of(&s, "volumes", volumes, runs % 2);
		send_all(&s, 7);
		good += agrees(&s, &t);
		cut.dims = s.dims;
		memcpy(cut.sites, s.extent, sizeof cut.sites);
		again = cut;
		good += cut_read(&cut, volumes, s.tasks, &why);
		text = cut_write(&cut);
		same += cut_read(&again, text, s.tasks, &why) &&
			memcmp(again.owner, cut.owner, cut_blocks(s.dims, s.blocks) * sizeof *again.owner) == 0 && memcmp(again.owner, s.owner, cut_blocks(s.dims, s.blocks) * sizeof *again.owner) == 0;
		cut_free(&cut);
		cut_free(&again);
		traffic_release(&t);
		free(volumes);
		free(text);
	}
	ok(good == 2 * runs, "by volumes: what crosses, site by site (%u of %u)", good, runs);
	ok(same == runs, "volumes as written are read back (%u of %u)", same, runs);
}

/* --- by hand */

static void
by_hand(void)
{
	static const char volumes[] = "2x2 0 1 2 0/1/1/2";
	traffic t = read_row("pattern,lattice,site_bytes,periodic,volumes", "lattice,4x8,10,x,2x2 0 1 2 0/1/1/2", 3, false);
	site_cut cut = { .dims = 2, .sites = { 4, 8 } };
	const char *why;
	char *text;

	cut_read(&cut, volumes, 3, &why);
	text = cut_write(&cut);
	cut_free(&cut);
	is_str(text, "2x2 0-2 0/1/1/2", "runs of owners are written as in other lists");
	/* Row by row of y, two sites of x in each block: 0 | 1 for four rows, then 2 | 0, 1, 1 and 2 for a row each. */
	ok(traffic_sends(&t, 0, 1) == 7 && traffic_receives(&t, 0, 1) == 7, "one message a receiver and direction");
	ok(traffic_send(&t, 0, 1, 0).to == 0 && traffic_send(&t, 0, 1, 0).bytes == 40 && traffic_send(&t, 0, 1, 1).to == 2 &&
		traffic_send(&t, 0, 1, 1).bytes == 20 && traffic_send(&t, 0, 1, 2).to == 0 && traffic_send(&t, 0, 1, 2).bytes == 40 &&
		traffic_send(&t, 0, 1, 3).to == 2 && traffic_send(&t, 0, 1, 3).bytes == 20, "-x, then +x");
	ok(traffic_send(&t, 0, 1, 4).to == 0 && traffic_send(&t, 0, 1, 4).bytes == 20 && traffic_send(&t, 0, 1, 5).to == 0 &&
		traffic_send(&t, 0, 1, 5).bytes == 20 && traffic_send(&t, 0, 1, 6).to == 2 && traffic_send(&t, 0, 1, 6).bytes == 20, "-y, then +y");
	traffic_release(&t);
	free(text);
	t = read_row("pattern,lattice,site_bytes,allreduce_bytes", "lattice,84x84x84x144,24,8", 65856, false);
	ok(t.dims == 4 && t.dim[0] * t.dim[1] * t.dim[2] * t.dim[3] == 65856 && traffic_phases(&t) == 4,
		"without dims or volumes the most cubic grid; an allreduce follows");
	traffic_release(&t);
}

/* Adaptive Layout's rule for cutting, as the paper's machines have it. */
static void
shares(void)
{
	static const struct { uint32_t sites, parts; const char *want; } rows[] = {
		{ 84, 23, "3 4 3 4 4 3 4 4 3 4 4 3 4 4 3 4 4 3 4 4 3 4 4 " },
		{ 84, 4, "21 21 21 21 " },
		{ 84, 24, "3 4 3 4 3 4 3 4 3 4 3 4 3 4 3 4 3 4 3 4 3 4 3 4 " },
		{ 144, 32, "4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 4 5 " },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *got = xstrdup(""), *longer, *name = xprintf("%u sites in %u parts", rows[i].sites, rows[i].parts);

		for (uint32_t k = 0; k < rows[i].parts; k++) {
			longer = xprintf("%s%u ", got, cut_share(k, rows[i].sites, rows[i].parts));
			free(got);
			got = longer;
		}
		is_str(got, rows[i].want, name);
		free(got);
		free(name);
	}
}

/* --- what is refused */

typedef struct mistake {
	const char *header, *cells, *words;
} mistake;

static void
try_to_read(const void *arg)
{
	const mistake *m = arg;

	read_row(m->header, m->cells, 4, false);
}

static void
mistakes(void)
{
	static const char with_dims[] = "pattern,lattice,site_bytes,dims", with_volumes[] = "pattern,lattice,site_bytes,volumes";
	static const mistake bad[] = {
		{ "pattern", "lattice", "pattern: 'lattice': a column 'lattice' is needed" },
		{ "pattern,lattice", "lattice,4x4", "pattern: 'lattice': a column 'site_bytes' is needed" },
		{ "pattern,lattice,site_bytes", "lattice,4x4,", "site_bytes: '': must be given" },
		{ "pattern,lattice,site_bytes", "lattice,,8", "lattice: '': must be given" },
		{ "pattern,lattice,site_bytes", "lattice,4x0,8", "lattice: '4x0': must be 1 to 4 extents..." },
		{ "pattern,lattice,site_bytes", "lattice,40000x40000x40000x40000,8", "lattice: '40000x40000x40000x40000': has more than 1000000000000000 sites" },
		{ "pattern,lattice,site_bytes", "lattice,1000x1000x1000,1000001", "site_bytes: '1000001': must be at most 1000000 for a lattice of 1000000000 sites" },
		{ "pattern,lattice,site_bytes", "lattice,3,8", "pattern: 'lattice': has 4 tasks along dimension 1 of the process grid, and 3 sites" },
		{ "pattern,lattice,site_bytes,periodic", "lattice,4x4,8,xz", "periodic: 'xz': must name dimensions of the process grid, which has xy" },
		{ with_dims, "lattice,4x4,8,4", "dims: '4': must have 2 dimensions, as the lattice" },
		{ with_dims, "lattice,4x4,8,4x2", "dims: '4x2': must multiply to 4, the number of tasks" },
		{ with_dims, "lattice,4x1,8,2x2", "dims: '2x2': has 2 tasks along dimension 2 of the process grid, and 1 sites" },
		{ with_volumes, "lattice,4x4,8,2x2", "volumes: '2x2': must be a grid of blocks, as 4x4x2, and the tasks that hold them" },
		{ with_volumes, "lattice,4x4,8,2y2 0", "volumes: '2y2 0': must be a grid of blocks, as 4x4x2, and the tasks that hold them" },
		{ with_volumes, "lattice,4x4,8,4 0-3", "volumes: '4 0-3': must be a grid of 2 dimensions, as the lattice" },
		{ with_volumes, "lattice,4x4,8,2x5 0x10", "volumes: '2x5 0x10': cuts 4 sites into 5 blocks" },
		{ with_volumes, "lattice,4x4,8,2x2 0-2", "volumes: '2x2 0-2': names the tasks of 3 blocks, and the grid has 4" },
		{ with_volumes, "lattice,4x4,8,2x2 0-3 0", "volumes: '2x2 0-3 0': item '0': is one more than the grid has blocks" },
		{ with_volumes, "lattice,4x4,8,2x2 0-3 0/1/2/3", "volumes: '2x2 0-3 0/1/2/3': item '0/1/2/3': is one more than the grid has blocks" },
		{ with_volumes, "lattice,4x4,8,2x2 1-4", "volumes: '2x2 1-4': item '1-4': 4 is not below 4" },
		{ with_volumes, "lattice,4x4,8,2x2 0 1 2  3", "volumes: '2x2 0 1 2  3': item '': must have one blank between items, none before or behind" },
		{ with_volumes, "lattice,4x4,8,2x2 0-3 ", "volumes: '2x2 0-3 ': item '': must have one blank between items, none before or behind" },
		{ with_volumes, "lattice,4x4,8,2x2 0-2 0/1/2", "volumes: '2x2 0-2 0/1/2': item '0/1/2': must be four tasks a/b/c/d" },
		{ with_volumes, "lattice,4x4,8,2x2 0-2 0/1/2/3/3", "volumes: '2x2 0-2 0/1/2/3/3': item '0/1/2/3/3': must have at most 4 items" },
		{ with_volumes, "lattice,4x4,8,2x2 0-2 0-1/2/3", "volumes: '2x2 0-2 0-1/2/3': item '0-1/2/3': must be four tasks a/b/c/d" },
		{ with_volumes, "lattice,4x4,8,2x2 0-2 0/1/2/4", "volumes: '2x2 0-2 0/1/2/4': item '0/1/2/4': 4 is not below 4" },
		{ with_volumes, "lattice,4x4,8,2x2 0-2 q", "volumes: '2x2 0-2 q': item 'q': must be numbers" },
		{ with_volumes, "lattice,16,8,4 0-2 0/1/2/3", "volumes: '4 0-2 0/1/2/3': item '0/1/2/3': splits a block along y, and the lattice has x only" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *words = xprintf("hopline: w.csv:2: %s", bad[i].words);

		dies(try_to_read, &bad[i], FAIL_DATA, words);
		free(words);
	}
}

int
main(void)
{
	shares();
	by_dims();
	by_volumes();
	by_hand();
	mistakes();
	return done_testing();
}
