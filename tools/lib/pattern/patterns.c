/* patterns -- the table of communication patterns, in display order. */
#include <string.h>

#include "lib/pattern/pattern.h"

/* closed loop */
extern const pattern pattern_alltoall, pattern_broadcast, pattern_fft3d;
extern const pattern pattern_allreduce, pattern_reduce_scatter, pattern_allgather, pattern_reduce, pattern_barrier;
extern const pattern pattern_halo2d, pattern_halo3d, pattern_halo3d26;
extern const pattern pattern_unstructured, pattern_stencil, pattern_pairs;
extern const pattern pattern_spread, pattern_sub_alltoall;
extern const pattern pattern_cartesian, pattern_neighboring, pattern_matrix, pattern_lattice, pattern_program;
/* open loop */
extern const pattern pattern_uniform, pattern_group_uniform, pattern_adversarial, pattern_transpose;
extern const pattern pattern_bitcomplement, pattern_tornado, pattern_permutation;

const pattern *const patterns[] = {
	&pattern_alltoall, &pattern_broadcast, &pattern_fft3d, &pattern_halo2d, &pattern_halo3d, &pattern_halo3d26,
	&pattern_unstructured, &pattern_stencil, &pattern_pairs,
	&pattern_spread, &pattern_sub_alltoall, &pattern_cartesian, &pattern_neighboring, &pattern_matrix,
	&pattern_lattice, &pattern_program,
	&pattern_allreduce, &pattern_reduce_scatter, &pattern_allgather, &pattern_reduce, &pattern_barrier,
	&pattern_uniform, &pattern_group_uniform, &pattern_adversarial, &pattern_transpose, &pattern_bitcomplement,
	&pattern_tornado, &pattern_permutation,
	NULL
};

const pattern *
pattern_find(const char *name)
{
	for (int i = 0; patterns[i]; i++)
		if (strcmp(patterns[i]->name, name) == 0)
			return patterns[i];
	return NULL;
}

bool
pattern_closed(const char *cell)
{
	const pattern *p = pattern_find(cell);

	return *cell && !(p && pattern_open(p));
}

choice_list
pattern_choices(const char *typed, const char *between, bool open)
{
	choice_list c = choices_begin(typed, between);

	for (int i = 0; patterns[i]; i++)
		if (pattern_open(patterns[i]) == open)
			choices_add(&c, patterns[i]->name);
	return c;
}
