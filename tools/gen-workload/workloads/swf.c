/* swf -- the jobs of a real log in the Standard Workload Format, as one case. */
#include "gen-workload/log/logged.h"
#include "gen-workload/log/swf.h"
#include "gen-workload/workload.h"

typedef struct swf_options {
	logged common;
	swf_layout layout;
} swf_options;

enum { OPT_FIELD = 0x100 };

static const struct argp_option flags[] = {
	{ "field", OPT_FIELD, "NAME=N", 0, "field NAME of the format is the N-th in this log; may be given several times", 0 },
	{ 0 }
};

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	swf_options *x = state->input;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &x->common.common.cli;
		state->child_inputs[1] = &x->common;
		return 0;
	case OPT_FIELD:
		swf_place(&x->layout, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int
run(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &cli_argp, 0, NULL, 0 }, { &logged_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp parser = { flags, parse, "[FILE]",
		"The jobs of a Standard Workload Format log, plain or gzipped: all of them, or those of one moment.",
		children, NULL, NULL };
	swf_options x = { .common.common.drawn = true, .layout = swf_standard };
	cli *c = &x.common.common.cli;
	machine *m;
	joblog *log;

	cli_parse("gen-workload swf", &parser, argc, argv, c, &x);
	logged_check(&x.common);
	m = machine_of(c, NULL);
	log = swf_read(c->file, &x.layout, &x.common.wanted);
	logged_write(&x.common, m, log);
	match_free(&x.common.wanted);
	joblog_free(log);
	machine_free(m);
	return 0;
}

const workload workload_swf = { "swf", "the jobs of a Standard Workload Format log, or of one of its moments", run };
