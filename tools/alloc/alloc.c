/* alloc -- which nodes each job gets.
 *
 * Reads a job table, adds the columns alloc, start_s and node_list, with a schedule end_s, and those of the policy.  The driver
 * checks and does the bookkeeping; a policy (policies/) is only its idea, and so is a schedule (schedules/).  Cases are
 * read, served and forgotten one by one. */
#include <stdio.h>
#include <stdlib.h>

#include "alloc/driver.h"
#include "alloc/time/timeline.h"
#include "lib/cli/progress.h"

static void
run_alloc(const options *opt)
{
	table *in = table_open(opt->cli.file);
	machine *m = machine_of(&opt->cli, in);
	driver d = { .opt = opt, .in = in };
	const progress_part part = { &d.served, opt->schedule ? "jobs played" : "jobs placed", false };
	play *p;
	batch b;

	check_machine(opt, m);
	job_reader_init(&d.rows, in, m, JOBS_WANT);
	d.out = sink_open(in, &opt->cli);
	driver_columns(&d);
	tenancy_init(&d.tenancy, opt->policy, m);
	grant_init(&d.choice, opt->policy, m, true);
	p = opt->schedule ? play_open(&d) : NULL;
	sink_header(d.out, m->spec);
	progress_begin(&part, 1);
	while (table_next_case(in, &b)) {
		if (p)
			play_case(p, &b);
		else
			coexist(&d, &b);
		sink_flush(d.out);
	}
	progress_end();
	if (p)
		play_close(p);	/* first: who reads the table to its end finds the fragments whole */
	sink_close(d.out);
	grant_free(&d.choice, opt->policy);
	free(d.own);
	job_reader_free(&d.rows);
	tenancy_free(&d.tenancy);
	machine_free(m);
	table_close(in);
}

/* What it does, and from its own facts what it takes and asks for, in words by which scripts choose (alloc.1, --list). */
static void
list_policy(const policy *p)
{
	char *about = NULL;
	size_t length;
	FILE *out = open_memstream(&about, &length);

	if (!out)
		die(FAIL_DATA, "out of memory");
	fputs(p->about, out);
	if (p->alias)
		fprintf(out, "; also called %s", p->alias);
	if (p->argument)
		fprintf(out, "; %s an argument, as %s:%s", p->optional ? "takes" : "wants", p->name, p->argument);
	if (p->kind)
		fprintf(out, "; only on %s", p->kind);
	else if (p->level)
		fprintf(out, "; needs %ss", p->level);
	if (p->given)
		fprintf(out, "; wants a column %s", p->given);
	if (p->refuses)
		fputs("; may refuse", out);
	if (fclose(out) != 0)
		die(FAIL_DATA, "out of memory");
	cli_list(p->name, about);
	free(about);
}

int
main(int argc, char *argv[])
{
	options opt;

	options_read(&opt, argc, argv);
	if (opt.list)
		for (const policy *const *p = policies; *p; p++)
			list_policy(*p);
	else
		run_alloc(&opt);
	close_stdout();
	return 0;
}
