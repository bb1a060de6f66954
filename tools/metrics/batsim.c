/* batsim -- a row of a schedule as Batsim's jobs.csv has it (Dutot et al., JSSPP 2016; its manual, "Jobs output"): times in seconds, an
 * absent time asked for -1.  What has not run is rejected. */
#include "metrics/batsim.h"

static const struct { const char *name, *absent; } column[] = {
	{ "job", NULL }, { "workload", "w0" }, { "profile", "" }, { "submit_s", "" }, { "nodes", NULL }, { "walltime_s", "" }, { "start_s", NULL },
	{ "end_s", NULL }, { "node_list", "" },
};

int
batsim_want(input *in)
{
	int first = in->wants;

	for (size_t i = 0; i < sizeof column / sizeof *column; i++)
		column[i].absent ? input_wish(in, column[i].name, column[i].absent) : input_want(in, column[i].name);
	return first;
}

void
batsim_put(result *r, const input *in, int first)
{
	enum { JOB, WORKLOAD, PROFILE, SUBMIT, NODES, WALLTIME, START, END, LIST };
	const char *walltime = input_text(in, first + WALLTIME);
	double submit = input_real(in, first + SUBMIT, -1e18, 0), start, end;
	bool ran = input_number(in, first + START, -1e18, &start) && input_number(in, first + END, -1e18, &end);
	int at = 0;

	for (int i = JOB; i <= PROFILE; i++)
		sink_put(r->sink, at++, input_text(in, first + i));
	result_real(r, at++, submit);
	sink_put(r->sink, at++, input_text(in, first + NODES));
	sink_put(r->sink, at++, *walltime ? walltime : "-1");
	sink_put_int(r->sink, at++, ran);
	sink_put(r->sink, at++, ran ? "COMPLETED_SUCCESSFULLY" : "REJECTED");
	if (ran) {
		result_reals(r, at, 6, (double[]){ start, end - start, end, start - submit, end - submit, (end - submit) / (end - start) });
		sink_put(r->sink, at + 6, input_text(in, first + LIST));
	}
}
