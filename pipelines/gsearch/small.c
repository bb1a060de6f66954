/* small -- see small.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "small.h"

/* Part of the job, with its nodes: small_map's o->node[member[0 … tasks - 1]]. */
typedef struct part {
	uint32_t low[SMALL_AXES], size[SMALL_AXES];
	uint32_t tasks;
	uint8_t *member;
} part;

/* The allocation under way. */
typedef struct cutting {
	const small *s;
	const uint8_t (*order)[SMALL_NODES];
	int along[SMALL_AXES];	/* the job's dimension d lies along this axis */
	outcome *o;
} cutting;

static void
read_nodes(small *s)
{
	const machine *m = s->machine;

	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t at[MACHINE_DIMS] = { 0 };

		m->kind->coordinates(m, m->node_router[v], at);
		for (int a = 0; a < s->axes; a++) {
			s->at[v][a] = (uint8_t)at[a];
			s->box[v] |= UINT64_C(1) << (a * SMALL_EXTENT + (int)at[a]);
		}
		for (uint32_t u = 0; u < m->nodes; u++)
			s->distance[v][u] = (uint8_t)node_distance(m, v, u);
	}
}

static void
read_job(small *s)
{
	uint32_t stride = 1;

	for (int k = 0; k < s->axes; k++) {
		int d = s->reading.last_fastest ? s->axes - 1 - k : k, place = k;

		s->stride[d] = stride;
		stride *= s->dim[d];
		for (; place > 0 && s->dim[s->by_size[place - 1]] < s->dim[k]; place--)
			s->by_size[place] = s->by_size[place - 1];
		s->by_size[place] = k;
	}
	for (uint32_t i = 0; i < s->tasks; i++)
		for (int d = 0; d < s->axes; d++) {
			uint32_t at = i / s->stride[d] % s->dim[d];

			if (at > 0)
				s->neighbour[i][s->neighbours[i]++] = i - s->stride[d];
			if (at + 1 < s->dim[d])
				s->neighbour[i][s->neighbours[i]++] = i + s->stride[d];
		}
	for (uint32_t i = 0; i < s->tasks; i++)
		for (uint32_t k = 0; k < s->neighbours[i]; k++)
			s->adjacent[i][s->neighbour[i][k]] = 1;
}

small *
small_new(const machine *m, int dims, const uint32_t *dim, const reading *r, const char **why)
{
	small *s;
	uint64_t tasks = 1;
	bool fits = m->dims > 0 && m->dims <= SMALL_AXES && m->nodes <= SMALL_NODES && m->cores == 1;

	for (int d = 0; d < m->dims; d++)
		fits = fits && m->extent[d] <= SMALL_EXTENT;
	for (int d = 0; d < dims; d++)
		tasks *= tasks > SMALL_TASKS ? 1 : dim[d];
	*why = m->unavailable ? "all nodes must be available" : !fits ?
		"must be a lattice of at most 63 nodes of one processor, 4 dimensions and 16 routers in each" :
		tasks > SMALL_TASKS || tasks > m->nodes ? "must be a job of at most 16 tasks, and no more than the machine has nodes" : NULL;
	if (*why)
		return NULL;
	s = xcalloc(1, sizeof *s);
	s->machine = m;
	s->reading = *r;
	s->axes = m->dims > dims ? m->dims : dims;
	s->tasks = (uint32_t)tasks;
	for (int d = 0; d < s->axes; d++)
		s->dim[d] = d < dims ? dim[d] : 1;
	read_nodes(s);
	read_job(s);
	return s;
}

void
small_free(small *s)
{
	for (size_t i = 0; i < sizeof s->order / sizeof *s->order; i++)
		free(s->order[i]);
	free(s);
}

/* Does node u come before v along dimension d, when the job lies along those axes?  The other axes, asked in the order of the
 * job's dimensions or, with TIE_MACHINE, in the machine's own, order nodes of one coordinate. */
static bool
before(const small *s, const int *along, int d, uint32_t u, uint32_t v)
{
	const uint8_t *a = s->at[u], *b = s->at[v];

	if (a[along[d]] != b[along[d]])
		return a[along[d]] < b[along[d]];
	for (int k = 0; k < s->axes; k++) {
		int e = s->reading.tie_from_last ? s->axes - 1 - k : k, axis = s->reading.tie == TIE_MACHINE ? e : along[e];

		if (a[axis] != b[axis])
			return s->reading.tie_descends ? a[axis] > b[axis] : a[axis] < b[axis];
	}
	return u < v;
}

static const uint8_t (*
find_order(small *s, const int *along))[SMALL_NODES]
{
	uint32_t rotation = 0;

	for (int d = 0; d < s->axes; d++)
		rotation = rotation * SMALL_AXES + (uint32_t)along[d];
	if (!s->order[rotation]) {
		s->order[rotation] = xcalloc(SMALL_AXES, sizeof *s->order[rotation]);
		for (int d = 0; d < s->axes; d++)
			for (uint32_t v = 0; v < s->machine->nodes; v++)
				for (uint32_t u = 0; u < s->machine->nodes; u++)
					s->order[rotation][d][v] += before(s, along, d, u, v);
	}
	return (const uint8_t (*)[SMALL_NODES])s->order[rotation];
}

/* The longest dimension of the job along the axis where the nodes extend most, and so on; of equals the lower first. */
static void
rotate(cutting *c)
{
	const small *s = c->s;
	uint64_t box = 0;
	int extent[SMALL_AXES], axis[SMALL_AXES];

	for (uint32_t k = 0; k < s->tasks; k++)
		box |= s->box[c->o->node[k]];
	for (int a = 0; a < s->axes; a++) {
		unsigned bits = (unsigned)(box >> a * SMALL_EXTENT & ((1U << SMALL_EXTENT) - 1));
		int place = a;

		extent[a] = bits ? 31 - __builtin_clz(bits) - __builtin_ctz(bits) : 0;
		for (; place > 0 && extent[axis[place - 1]] < extent[a]; place--)
			axis[place] = axis[place - 1];
		axis[place] = a;
	}
	for (int k = 0; k < s->axes; k++)
		c->along[s->by_size[k]] = axis[k];
}

/* How far the nodes of a part extend along dimension d. */
static int
spread(const cutting *c, const part *q, int d)
{
	int low = SMALL_EXTENT, high = 0;

	for (uint32_t i = 0; i < q->tasks; i++) {
		int at = c->s->at[c->o->node[q->member[i]]][c->along[d]];

		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	return high - low;
}

/* Is dimension d, as long as `best`, to be cut in place of it? */
static bool
wins_tie(const cutting *c, const part *q, int d, int best)
{
	switch (c->s->reading.tie) {
	case TIE_EXTENT:
		return q->size[d] > 1 && spread(c, q, d) > spread(c, q, best);
	case TIE_MACHINE:
		return c->along[d] < c->along[best];
	default:
		return false;
	}
}

/* --cut ratio, as map's geom has it: the dimension where the nodes extend most, or -1. */
static int
ratio_dimension(const cutting *c, const part *q)
{
	int best = 0, most = -1, least = SMALL_EXTENT, longest = 0, shortest = SMALL_TASKS;

	for (int d = 0; d < c->s->axes; d++) {
		int wide = spread(c, q, d), length = (int)q->size[d] - 1;

		if (wide > most || (wide == most && c->s->reading.tie == TIE_MACHINE && c->along[d] < c->along[best]))
			best = d;
		most = wide > most ? wide : most;
		least = wide < least ? wide : least;
		longest = length > longest ? length : longest;
		shortest = length < shortest ? length : shortest;
	}
	return longest * least < most * shortest && q->size[best] > 1 ? best : -1;
}

static int
cut_dimension(const cutting *c, const part *q)
{
	int best = c->s->reading.ratio ? ratio_dimension(c, q) : -1;

	if (best >= 0)
		return best;
	best = 0;

	for (int d = 1; d < c->s->axes; d++)
		if (q->size[d] > q->size[best] || (q->size[d] == q->size[best] && wins_tie(c, q, d, best)))
			best = d;
	return best;
}

/* Bring the `count` members that come first along d to the front. */
static void
divide(const cutting *c, const part *q, int d, uint32_t count)
{
	const uint8_t *order = c->order[d];
	uint8_t place[SMALL_TASKS], aside[SMALL_TASKS];
	uint32_t front = 0, back = 0;

	for (uint32_t i = 0; i < q->tasks; i++)
		place[i] = order[c->o->node[q->member[i]]];
	for (uint32_t i = 0; i < q->tasks; i++) {
		uint32_t lower = 0;

		for (uint32_t j = 0; j < q->tasks; j++)
			lower += place[j] < place[i];
		if (lower < count)
			q->member[front++] = q->member[i];
		else
			aside[back++] = q->member[i];
	}
	memcpy(q->member + front, aside, back);
}

static void
bisect(const cutting *c, const part *q)
{
	part one = *q, other = *q;
	int d;

	if (q->tasks == 1) {
		uint32_t task = 0;

		for (d = 0; d < c->s->axes; d++)
			task += q->low[d] * c->s->stride[d];
		c->o->geom[task] = q->member[0];
		return;
	}
	d = cut_dimension(c, q);
	one.size[d] = (q->size[d] + 1) / 2;
	assert(q->size[d] > 0);
	one.tasks = q->tasks / q->size[d] * one.size[d];
	other.size[d] = q->size[d] - one.size[d];
	other.low[d] += one.size[d];
	other.tasks -= one.tasks;
	other.member += one.tasks;
	divide(c, q, d, one.tasks);
	bisect(c, &one);
	bisect(c, &other);
}

static void
geom(small *s, outcome *o)
{
	cutting c = { .s = s, .o = o };
	uint8_t member[SMALL_TASKS];
	part all = { .tasks = s->tasks, .member = member };

	for (uint32_t k = 0; k < s->tasks; k++)
		member[k] = (uint8_t)k;
	memcpy(all.size, s->dim, sizeof all.size);
	rotate(&c);
	c.order = find_order(s, c.along);
	bisect(&c, &all);
}

/* A small number for each node of the allocation; all are added at once, as words.  No sum leaves its byte: ways have at
 * most 17 links where 63 nodes lie in rows of 16, and 16 tasks at most 4 neighbours each. */
typedef union bytes {
	uint8_t of[SMALL_TASKS];
	uint64_t word[SMALL_TASKS / 8];
} bytes;

/* What GSEARCH knows. */
typedef struct paying {
	bytes distance[SMALL_TASKS];	/* of the k-th node to the others */
	bytes pay[SMALL_TASKS];	/* what task i would pay on each node */
} paying;

static inline void
add(bytes *to, const bytes *r)
{
	for (int w = 0; w < SMALL_TASKS / 8; w++)
		to->word[w] += r->word[w];
}

static inline void
subtract(bytes *from, const bytes *r)
{
	for (int w = 0; w < SMALL_TASKS / 8; w++)
		from->word[w] -= r->word[w];
}

static void
work_out(const small *s, const outcome *o, paying *p)
{
	for (uint32_t k = 0; k < s->tasks; k++) {
		p->distance[k] = (bytes){ .word = { 0 } };
		for (uint32_t l = 0; l < s->tasks; l++)
			p->distance[k].of[l] = s->distance[o->node[k]][o->node[l]];
	}
	for (uint32_t i = 0; i < s->tasks; i++) {
		p->pay[i] = (bytes){ .word = { 0 } };
		for (uint32_t n = 0; n < s->neighbours[i]; n++)
			add(&p->pay[i], &p->distance[o->final[s->neighbour[i][n]]]);
	}
}

/* A task goes from one node to another: what its neighbours would pay. */
static void
move(const small *s, paying *p, uint32_t task, uint32_t from, uint32_t to)
{
	for (uint32_t n = 0; n < s->neighbours[task]; n++) {
		bytes *pay = &p->pay[s->neighbour[task][n]];

		add(pay, &p->distance[to]);
		subtract(pay, &p->distance[from]);
	}
}

/* Swap tasks i and j when that gains. */
static bool
try_swap(const small *s, paying *p, outcome *o, uint32_t i, uint32_t j)
{
	uint32_t k = o->final[i], l = o->final[j];
	int now = p->pay[i].of[k] + p->pay[j].of[l], then = p->pay[i].of[l] + p->pay[j].of[k];

	/* the pair itself stays as far apart as it is */
	if (now - then <= 2 * s->adjacent[i][j] * p->distance[k].of[l])
		return false;
	move(s, p, i, k, l);
	move(s, p, j, l, k);
	o->final[i] = l;
	o->final[j] = k;
	o->swaps++;
	return true;
}

/* A pass over all pairs, or, when a swap begins it again, up to the first swap; false when it made none. */
static bool
pass(const small *s, paying *p, outcome *o)
{
	uint32_t before_pass = o->swaps;

	for (uint32_t i = 0; i + 1 < s->tasks; i++)
		for (uint32_t j = i + 1; j < s->tasks; j++)
			if (try_swap(s, p, o, i, j) && s->reading.restart)
				return true;
	return o->swaps > before_pass;
}

void
small_map(small *s, uint64_t allocation, outcome *o)
{
	paying p;

	for (uint32_t k = 0; allocation; k++, allocation &= allocation - 1)
		o->node[k] = (uint32_t)__builtin_ctzll(allocation);
	geom(s, o);
	memcpy(o->final, o->geom, sizeof o->final);
	o->swaps = 0;
	work_out(s, o, &p);
	while (pass(s, &p, o))
		;
}
