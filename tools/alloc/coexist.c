/* coexist -- a case without time: its jobs are served row by row, and all stay. */
#include <stdlib.h>

#include "alloc/driver.h"
#include "lib/stream/lists.h"

/* Choose nodes for a job and write them down. */
static void
serve(driver *d, const char *id, const request *q)
{
	char *why;

	sink_put(d->out, d->alloc, d->opt->choice);
	if (!tenancy_choose(&d->tenancy, q, driver_random(d, id, q), &d->choice, &why)) {
		refuse(d, q->row, why);
		free(why);
		sink_put(d->out, d->start, "");
		sink_put(d->out, d->node_list, "");
		return;
	}
	tenancy_enter(&d->tenancy, q, d->choice.node);
	d->served++;
	sink_put_int(d->out, d->start, 0);
	sink_put(d->out, d->node_list, list_write(d->choice.node, q->nodes, false));
	driver_values(d, d->choice.value);
}

void
coexist(driver *d, const batch *b)
{
	residents came;

	tenancy_clear(&d->tenancy);
	residents_claim(&came, &d->rows, b, d->opt->argument, &d->tenancy);
	for (int i = 0; i < b->rows; i++) {
		if (!is_resident(&d->rows, &b->row[i])) {
			request q = driver_request(d, &b->row[i]);

			serve(d, b->id, &q);
		}
		sink_row(d->out, &b->row[i]);
	}
	residents_free(&came);
}
