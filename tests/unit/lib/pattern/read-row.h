/* read-row -- what the one row of a table says that a job sends. */
#pragma once

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/pattern/pattern.h"
#include "unit/dies.h"

/* Of the job called `job`, by the text of the table's two lines.  The caller releases it. */
static inline traffic
read_job(const char *header, const char *cells, uint32_t tasks, bool rounds, const char *job)
{
	char *text = xprintf("%s\n%s\n", header, cells), *name = file_of(text);
	table *from = table_open(name);
	traffic_columns c;
	traffic t;
	row r;

	remove(name);
	from->file = "w.csv";
	traffic_find(&c, from);
	if (!table_next(from, &r))
		abort();
	traffic_read(&t, from, &r, &c, tasks, rounds, 1, "1", job);
	table_close(from);
	free(name);
	free(text);
	return t;
}

static inline traffic
read_row(const char *header, const char *cells, uint32_t tasks, bool rounds)
{
	return read_job(header, cells, tasks, rounds, "1");
}
