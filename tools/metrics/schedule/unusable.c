#include "metrics/schedule/unusable.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#include "lib/cli/cli.h"
#include "lib/stream/table.h"

/* What a row says holds until the next one of its case. */
typedef struct unusable_moment {
	uint32_t of;		/* its case; UINT32_MAX: none */
	double time, nodes[UNUSABLE_KINDS];
} unusable_moment;

static double
read_number(const table *t, const row *r, int column, double min)
{
	double value = cell_real(t, r, column, min, DBL_MAX, NAN);

	if (isnan(value))
		table_bad(t, r, column, "must be a number");
	return value;
}

void
unusable_read(unusable_cases *f, const char *path)
{
	table *t = table_open(path);
	int id = table_need(t, "case"), time = table_need(t, "time_s"), closed = table_need(t, "closed"), refused = table_need(t, "refused"),
		nodes = table_need(t, "fragmented");
	unusable_moment m = { .of = UINT32_MAX };
	size_t room = 0;
	bool added;
	row r;

	*f = (unusable_cases){ 0 };
	while (table_next(t, &r)) {
		double of_use_to_none = read_number(t, &r, nodes, 0), beside = read_number(t, &r, closed, 0), waits = read_number(t, &r, refused, 0);
		unusable_moment next = { .of = names_find(&f->name, cell_text(&r, id)), .time = read_number(t, &r, time, -DBL_MAX),
			.nodes = { of_use_to_none, waits > 0 ? of_use_to_none : 0, beside } };

		if (m.of != UINT32_MAX && next.of == m.of) {
			if (next.time <= m.time)
				table_bad(t, &r, time, "is not after the row before");
			for (int i = 0; i < UNUSABLE_KINDS; i++)	/* the moment before is over */
				if (m.nodes[i] > 0)
					timeline_add(&f->of[m.of].of[i], NAN, m.time, next.time, m.nodes[i]);
		} else {
			next.of = names_add(&f->name, cell_text(&r, id), &added);
			if (!added)
				table_bad(t, &r, id, "has rows further up");
			f->of = xgrow(f->of, &room, f->name.count, sizeof *f->of);
		}
		m = next;
	}
	table_close(t);
}

unusable_nodes *
unusable_find(const unusable_cases *f, const char *name)
{
	uint32_t number = names_find(&f->name, name);

	return number == UINT32_MAX ? NULL : &f->of[number];
}
