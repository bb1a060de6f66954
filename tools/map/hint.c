/* hint -- see hint.h: the job is mapped once more, by auto. */
#include "map/hint.h"

#include "map/place.h"

enum { MOST_MESSAGES = 8192 };	/* some tenths of a second */

/* Is it a job that auto can be asked about, and soon done with? */
static bool
suits(const options *o, const table *in, const char *id, const row *r, uint32_t tasks)
{
	traffic_columns at;
	const pattern *talk;
	traffic t;
	uint64_t messages = 0;

	traffic_find(&at, in);
	talk = pattern_find(cell_text(r, at.pattern));
	if (!talk || talk->target || tasks < 3 || tasks > MOST_MESSAGES || *cell_text(r, table_column(in, "load")))
		return false;
	traffic_read(&t, in, r, &at, tasks, false, o->cli.seed, id, cell_text(r, table_need(in, "job")));
	for (uint32_t f = 0; f < traffic_phases(&t) && messages <= MOST_MESSAGES; f++)
		for (uint32_t i = 0; i < tasks && messages <= MOST_MESSAGES; i++)
			messages += traffic_sends(&t, f, i);
	traffic_release(&t);
	return messages <= MOST_MESSAGES;
}

bool
hint_say(const options *o, const table *in, const machine *m, const char *id, const row *r, uint32_t tasks)
{
	options with = *o;
	placer p;
	gain g;

	if (!suits(o, in, id, r, tasks))
		return false;
	options_choose(&with, mapping_find("auto"));
	with.gain = (gain_options){ .says = true, .offer = "with --algorithm auto, " };
	gain_open(&g, &with.gain, with.choice, in, m, &with.cli);
	placer_init(&p, &with, in, m, &g);
	placer_place(&p, id, r);
	placer_free(&p);
	gain_close(&g);
	return true;
}
