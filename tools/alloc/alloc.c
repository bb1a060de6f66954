/* alloc -- which nodes each job gets.
 *
 * Reads a job table, adds the columns alloc, start_s and node_list, with a schedule end_s, and those of the policy.  The driver
 * checks and does the bookkeeping; a policy (policies/) is only its idea, and so is a schedule (schedules/).  Cases are
 * read, served and forgotten one by one. */
#include <stdlib.h>

#include "alloc/advise/advise.h"
#include "alloc/driver.h"
#include "alloc/time/timeline.h"
#include "lib/cli/progress.h"
#include "lib/stream/lists.h"

/* Choose nodes for a job that stays, and write them down. */
static void
serve(driver *d, job_row *j)
{
	request q = read_request(j, d->opt);

	if (!driver_choose(d, &d->machine, j->case_, &q, &d->selection, "")) {
		driver_write(d, NEVER, NEVER, "", NULL);
		return;
	}
	state_place(&d->machine, &q, d->selection.node);
	d->served++;
	driver_write(d, 0, NEVER, list_write(d->selection.node, q.nodes, false), d->selection.value);
}

/* A case without time: its jobs are served row by row, and all stay. */
static void
coexist(driver *d, const batch *b)
{
	preplaced came;

	state_clear(&d->machine);
	preplaced_read(&came, &d->rows, b, d->opt, &d->machine);
	for (int i = 0; i < b->rows; i++) {
		job_row j = job_of(&d->rows, b->id, &b->row[i]);

		if (!j.listed)
			serve(d, &j);
		sink_row(d->out, &b->row[i]);
	}
	preplaced_free(&came);
}

static void
place_jobs(const alloc_options *opt, table *in, machine *m)
{
	driver d;
	int64_t jobs = 0;		/* that have come in */
	const progress_part part = { &d.served, opt->schedule ? "jobs played" : "jobs placed", false, &jobs };
	timeline *t;
	batch b;

	driver_open(&d, opt, in, m);
	d.out = sink_open(in, &opt->cli);
	driver_columns(&d);
	t = opt->schedule ? timeline_open(&d) : NULL;
	if (opt->skip || opt->schedule)		/* jobs may be left out, and the preamble says how many */
		sink_hold(d.out);
	sink_header(d.out, m->spec);
	progress_begin(&part, 1);
	while (table_next_case(in, &b)) {
		__atomic_store_n(&jobs, d.served + b.rows, __ATOMIC_RELAXED);
		if (t)
			timeline_case(t, &b);
		else
			coexist(&d, &b);
		sink_flush(d.out);
	}
	progress_end();
	if (t)
		timeline_close(t);	/* first: who reads the table to its end finds the file of --fragments whole */
	sink_close(d.out);
}

int
main(int argc, char *argv[])
{
	alloc_options opt;
	table *in;
	machine *m;
	bool wait = false;

	options_read(&opt, argc, argv);
	in = table_open(opt.cli.file);
	m = machine_of(&opt.cli, in);
	check_machine(&opt, m);
	if (opt.advise.job || opt.advise.checked)
		wait = advise(&opt, in, m);
	else
		place_jobs(&opt, in, m);
	close_stdout();
	return wait ? BETTER_TO_WAIT : EXIT_SUCCESS;
}
