#include "map/torus/measure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

void
measure_init(measure *s, const machine *m)
{
	*s = (measure){ .machine = m, .idle = xcalloc(m->routers, sizeof *s->idle), .router = xalloc(m->routers, sizeof *s->router) };
	for (uint32_t v = 0; v < m->nodes; v++)
		s->idle[m->node_router[v]] += machine_has(m, v);
	placed_ways(&s->loads, m, NULL, 0);
}

void
measure_free(measure *s)
{
	loads_free(&s->loads);
	free_all(s->idle, s->router);
}

/* The prism of these pairs into router[]: the last one still is there. */
static bool
find_prism(measure *s, const uint32_t *pairs)
{
	prism p = { 0 };
	prism_found f;

	if (memcmp(pairs, s->pairs, sizeof s->pairs) != 0) {
		memcpy(p.pairs, pairs, sizeof p.pairs);
		memcpy(s->pairs, pairs, sizeof s->pairs);
		s->found = prism_find(s->machine, s->idle, &p, s->router, &f);
	}
	return s->found;
}

/* What the tasks send, as the row of a table says it. */
static void
read_traffic(const prism_grid *g, const uint32_t *block, int64_t site_bytes, const char *periodic, traffic *t)
{
	uint32_t site[PRISM_GRID];
	traffic_columns at;
	char *dims, *sites, *text;
	table *in;
	row r;

	for (int d = 0; d < g->dims; d++)
		site[d] = g->dim[d] * block[d];
	dims = write_dims(g->dims, g->dim);
	sites = write_dims(g->dims, site);
	text = xprintf("pattern,dims,lattice,site_bytes,periodic\nlattice,%s,%s,%" PRId64 ",%s\n", dims, sites, site_bytes, periodic);
	in = table_open_text("--site-bytes", text, strlen(text));
	table_next(in, &r);
	traffic_find(&at, in);
	traffic_read(t, in, &r, &at, (uint32_t)dims_product(g->dims, g->dim), false, 1, "1", "advise");
	table_close(in);
	free_all(dims, sites, text);
}

bool
measure_part(measure *s, const prism_grid *g, const uint32_t *block, int64_t site_bytes, const char *periodic, placed *out)
{
	uint32_t *node;
	traffic t;

	if (!find_prism(s, g->pairs))
		return false;
	read_traffic(g, block, site_bytes, periodic, &t);
	node = xalloc(t.tasks, sizeof *node);
	prism_place(s->machine, g, s->router, node);
	*out = placed_count(&t, s->machine, node, &s->loads, NULL);
	free(node);
	traffic_release(&t);
	return true;
}
