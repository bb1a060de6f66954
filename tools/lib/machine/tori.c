#include "lib/machine/tori.h"

#include <stdlib.h>

uint32_t
torus_anchors(const torus *t, const torus_box *b, int d)
{
	uint32_t a = t->size[d], rest = b->step[d] % a;

	while (rest) {	/* the greatest number that divides both */
		uint32_t next = a % rest;

		a = rest;
		rest = next;
	}
	return t->size[d] / a;
}

void
tori_free(machine *m)
{
	for (uint32_t i = 0; i < m->tori; i++) {
		free(m->torus[i].name);
		free(m->torus[i].box);
	}
	free(m->torus);
}
