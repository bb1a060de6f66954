/* advise-options -- the command line of map advise. */
#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/machine/machine.h"
#include "lib/machine/spec/key.h"
#include "map/torus/advise.h"

enum { OPT_LATTICE = 256, OPT_PAIRS, OPT_PRISM, OPT_TASKS, OPT_SITE_BYTES, OPT_BW, OPT_AXES, OPT_ALONG, OPT_BY, OPT_CONTINUOUS };

static const char axis_name[AXES][2] = { "x", "y", "z" };

static const struct argp_option flags[] = {
	{ "lattice", OPT_LATTICE, "XxYxZ", 0, "Sites of the lattice; a fourth dimension stays on the pair", 0 },
	{ "pairs", OPT_PAIRS, "N", 0, "Try all prisms of N pairs of nodes", 0 },
	{ "prism", OPT_PRISM, "XxYxZ", 0, "This prism of pairs only", 0 },
	{ "tasks-per-pair", OPT_TASKS, "N", 0, "Tasks of a pair of nodes [1]", 0 },
	{ "site-bytes", OPT_SITE_BYTES, "SIZE", 0, "What a site sends over a face [8]", 0 },
	{ "bw", OPT_BW, "X/Y/Z", 0, "Bandwidths along x, y and z, as 2GB/s/1GB/s/2GB/s [the machine's slowest links along each]", 0 },
	{ "axes", OPT_AXES, "xzy", 0, "The axes along which the lattice's dimensions go [all orders]", 0 },
	{ "along", OPT_ALONG, "xzy", OPTION_HIDDEN, NULL, 0 },
	{ "by", OPT_BY, "all|one", 0, "Sort by the time with all dimensions at once, or one at a time [all]", 0 },
	{ "continuous", OPT_CONTINUOUS, NULL, 0, "Write the best grid of real numbers and the cube, too", 0 },
	{ 0 }
};

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	advise_options *o = state->input;
	int64_t bytes;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case ARGP_KEY_ARG:
		die(FAIL_USAGE, "'%s': advise reads no table", arg);
	case OPT_LATTICE:
		o->lattice = option_extents("--lattice", o->lattice_text = arg, AXES, PATTERN_DIMS, "12x12x16");
		return 0;
	case OPT_PAIRS:
		o->pairs = option_int("--pairs", arg, 1, INT32_MAX);
		return 0;
	case OPT_PRISM:
		o->prism = option_extents("--prism", arg, AXES, AXES, "12x12x16");
		return 0;
	case OPT_TASKS:
		o->tasks = (uint32_t)option_int("--tasks-per-pair", arg, 1, INT32_MAX);
		return 0;
	case OPT_SITE_BYTES:
		option_size("--site-bytes", arg, &bytes);
		o->site_bytes = (double)bytes;
		return 0;
	case OPT_BW:
		o->bandwidth_text = arg;
		return 0;
	case OPT_AXES:
		option_axes("--axes", arg, o->axes);
		o->axes_given = true;
		return 0;
	case OPT_ALONG:
		die(FAIL_USAGE, "--along: is called --axes now");
	case OPT_BY:
		o->in_turn = option_word("--by", arg, "all|one");
		return 0;
	case OPT_CONTINUOUS:
		o->continuous = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Bytes a second of the slowest links along an axis: a prism of some size has them between any two of its halves. */
static double
slowest(const machine *m, int axis)
{
	uint64_t least = UINT64_MAX;

	for (uint32_t l = 0; l < m->router_links; l++)
		if (strcmp(m->class_name[m->class[l]], axis_name[axis]) == 0 && m->to[l] != NONE && m->speeds[m->speed_of[l]].bits_per_s < least)
			least = m->speeds[m->speed_of[l]].bits_per_s;
	if (least == UINT64_MAX)
		die(FAIL_USAGE, "--machine: '%s': has no links along %s; --bw says how fast they would be", m->spec, axis_name[axis]);
	return (double)least / 8;
}

/* What the machine says: extents, and bandwidths unless --bw does. */
static void
ask_machine(advise_options *o)
{
	machine *m = machine_of(&o->cli, NULL);

	if (!m->kind->grid || m->dims != AXES)
		die(FAIL_USAGE, "--machine: '%s': must be a torus or mesh of three dimensions", m->spec);
	for (int a = 0; a < AXES; a++) {
		o->extent[a] = m->extent[a];
		if (!o->bandwidth_text)
			o->bandwidth[a] = slowest(m, a);
	}
	machine_free(m);
}

static void
check(advise_options *o)
{
	uint64_t pairs, sites = 1;

	if (!o->lattice_text)
		die(FAIL_USAGE, "--lattice is required");
	for (int d = 0; d < o->lattice.dims; d++) {
		if (sites > (uint64_t)MOST_BYTES / o->lattice.n[d])
			die(FAIL_USAGE, "--lattice: '%s': more than %" PRId64 " sites", o->lattice_text, MOST_BYTES);
		sites *= o->lattice.n[d];
	}
	if ((o->pairs > 0) == (o->prism.dims > 0))
		die(FAIL_USAGE, "give --pairs N or --prism XxYxZ");
	for (int a = 0; a < o->prism.dims; a++)
		if (o->prism.n[a] > o->extent[a])
			die(FAIL_USAGE, "--prism: %" PRIu32 " along %s: the machine has %" PRIu32, o->prism.n[a], axis_name[a], o->extent[a]);
	pairs = dims_product(o->prism.dims, o->prism.n);
	if (pairs > INT32_MAX)
		die(FAIL_USAGE, "--prism: more than %d pairs", INT32_MAX);
	if (o->prism.dims)
		o->pairs = (int64_t)pairs;
}

void
advise_options_read(advise_options *o, int argc, char **argv)
{
	static const struct argp_child children[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	static const struct argp parser = { flags, parse, "",
		"Which part of a lattice each pair of nodes should hold, by the speed of links.", children, NULL, NULL };
	static const spec_key bw = { .name = "bw", .type = KEY_BANDWIDTHS };
	spec_value v;

	*o = (advise_options){ .tasks = 1, .site_bytes = 8, .extent = { UINT32_MAX, UINT32_MAX, UINT32_MAX } };
	cli_parse("map advise", &parser, argc, argv, &o->cli, o);
	if (!o->bandwidth_text && !o->cli.machine)
		die(FAIL_USAGE, "how fast are the links? --machine SPEC or --bw X/Y/Z");
	if (o->bandwidth_text && (!value_read(&bw, o->bandwidth_text, &v) || v.count != AXES))
		die(FAIL_USAGE, "--bw: '%s': must be three bandwidths, as 2GB/s/1GB/s/2GB/s", o->bandwidth_text);
	for (int a = 0; a < AXES && o->bandwidth_text; a++)
		o->bandwidth[a] = (double)v.number[a] / 8;
	if (o->cli.machine)
		ask_machine(o);
	check(o);
}
