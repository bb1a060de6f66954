/* driver -- see driver.h. */
#include "alloc/driver.h"

request
driver_request(const driver *d, const row *r)
{
	request q = read_request(d->in, r, &d->at);

	q.argument = d->opt->argument;
	return q;
}

rng
driver_random(const driver *d, const char *id, const request *q)
{
	const char *stream = cell_text(q->row, d->at.random_stream);
	rng r;

	rng_init(&r, d->opt->cli.seed, "alloc", *stream ? stream : id, q->job);
	return r;
}

void
refuse(const driver *d, const row *r, const char *why)
{
	if (!d->opt->skip)
		table_bad(d->in, r, d->at.nodes, "%s", why);
	table_warn(d->in, r, d->at.nodes, "%s; skipped", why);
}
