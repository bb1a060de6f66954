/* figures -- see figures.h.  Sums are long double: whole numbers below 2^64 are exact. */
#include "metrics/program/figures.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "metrics/program/repeat.h"

static void
count_message(program_figures *f, uint32_t rank, const operation *o, int64_t iterations)
{
	uint32_t apart = rank < o->peer ? o->peer - rank : rank - o->peer;
	long double bytes = (long double)o->size * (long double)iterations;

	f->messages += (long double)iterations;
	f->bytes += bytes;
	f->distance += bytes * apart;
	f->at[apart].messages += (long double)iterations;
	f->at[apart].bytes += bytes;
}

char *
figures_of(program_figures *f, const program *p, int64_t iterations, int64_t compute)
{
	int64_t joins = iterations - !program_joined(0, compute);

	*f = (program_figures){ .at = xcalloc(p->ranks, sizeof *f->at) };
	f->operations = (long double)program_ops(p) * (long double)iterations + (long double)joins * p->ranks;
	for (uint32_t r = 0; r < p->ranks; r++) {
		long double computing = compute;

		for (const operation *o = &p->op[p->first[r]]; o < &p->op[p->first[r + 1]]; o++)
			if (o->kind == OP_CALC)
				computing += o->size;
			else if (o->kind == OP_SEND)
				count_message(f, r, o, iterations);
		if (computing * (long double)iterations > f->computing)
			f->computing = computing * (long double)iterations;
	}
	return ideal_run(p, iterations, compute, &f->ideal);
}

void
figures_free(program_figures *f)
{
	free(f->at);
}
