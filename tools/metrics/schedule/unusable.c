#include "metrics/schedule/unusable.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/stream/table.h"

/* What a row says holds until the next one of its case. */
typedef struct unusable_moment {
	uint32_t of;		/* its case; UINT32_MAX: none */
	double time, nodes, closed;
	bool fits;
} unusable_moment;

static double
read_number(const table *t, const row *r, int column, double min)
{
	double value = cell_real(t, r, column, min, DBL_MAX, NAN);

	if (isnan(value))
		table_bad(t, r, column, "must be a number");
	return value;
}

/* The moment before is over. */
static void
end_moment(unusable_cases *f, const unusable_moment *m, double time)
{
	unusable_nodes *of = &f->of[m->of];

	if (m->nodes > 0)
		timeline_add(&of->all, NAN, m->time, time, m->nodes);
	if (m->nodes > 0 && m->fits)
		timeline_add(&of->fitting, NAN, m->time, time, m->nodes);
	if (m->closed > 0)
		timeline_add(&of->closed, NAN, m->time, time, m->closed);
}

static uint32_t
add_case(unusable_cases *f, const table *t, const row *r, int column)
{
	bool added;
	uint32_t number = names_add(&f->name, cell_text(r, column), &added);

	if (!added)
		table_bad(t, r, column, "has rows further up");
	f->of = xrealloc(f->of, f->name.count, sizeof *f->of);
	f->of[number] = (unusable_nodes){ 0 };
	return number;
}

void
unusable_read(unusable_cases *f, const char *path)
{
	table *t = table_open(path);
	int id = table_need(t, "case"), time = table_need(t, "time_s"), closed = table_need(t, "closed"), refused = table_need(t, "refused"),
		nodes = table_need(t, "fragmented");
	unusable_moment m = { .of = UINT32_MAX };
	row r;

	*f = (unusable_cases){ 0 };
	while (table_next(t, &r)) {
		unusable_moment next = { .of = names_find(&f->name, cell_text(&r, id)), .nodes = read_number(t, &r, nodes, 0),
			.closed = read_number(t, &r, closed, 0), .fits = read_number(t, &r, refused, 0) > 0,
			.time = read_number(t, &r, time, -DBL_MAX) };

		if (m.of != UINT32_MAX && next.of == m.of) {
			if (next.time <= m.time)
				table_bad(t, &r, time, "is not after the row before");
			end_moment(f, &m, next.time);
		} else {
			next.of = add_case(f, t, &r, id);
		}
		m = next;
	}
	table_close(t);
}

void
unusable_free(unusable_cases *f)
{
	for (uint32_t i = 0; i < f->name.count; i++) {
		timeline_free(&f->of[i].all);
		timeline_free(&f->of[i].fitting);
		timeline_free(&f->of[i].closed);
	}
	free(f->of);
	names_free(&f->name);
}

unusable_nodes *
unusable_find(const unusable_cases *f, const char *name)
{
	uint32_t number = names_find(&f->name, name);

	return number == UINT32_MAX ? NULL : &f->of[number];
}
