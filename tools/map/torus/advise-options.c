/* advise-options -- the command line of map advise. */
#include <inttypes.h>
#include <string.h>

#include "lib/cli/command.h"
#include "lib/machine/lattice/prism.h"
#include "lib/machine/machine.h"
#include "lib/machine/spec/key.h"
#include "map/torus/advise.h"

static const char axis_name[AXES][2] = { "x", "y", "z" };

static void
read_lattice(const char *option, const char *text, void *lattice)
{
	uint64_t sites = 1;
	extents *e = lattice;

	*e = option_extents(option, text, AXES, PATTERN_DIMS, "12x12x16");
	for (int d = 0; d < e->dims; d++) {
		if (sites > (uint64_t)MOST_BYTES / e->n[d])
			die(FAIL_USAGE, "%s: '%s': more than %" PRId64 " sites", option, text, MOST_BYTES);
		sites *= e->n[d];
	}
}

static void
read_block(const char *option, const char *text, void *block)
{
	*(extents *)block = option_extents(option, text, AXES, AXES, "48x48x48");
}

static void
read_prism(const char *option, const char *text, void *of)
{
	extents *e = of;

	*e = option_extents(option, text, AXES, AXES, "12x12x16");
	if (dims_product(e->dims, e->n) > INT32_MAX)
		die(FAIL_USAGE, "%s: more than %d pairs", option, INT32_MAX);
}

static void
read_bandwidths(const char *option, const char *text, void *bandwidth)
{
	static const spec_key bw = { .name = "bw", .type = KEY_BANDWIDTHS };
	spec_value v;

	if (!value_read(&bw, text, &v) || v.count != AXES)
		die(FAIL_USAGE, "%s: '%s': must be three bandwidths, as 2GB/s/1GB/s/2GB/s", option, text);
	for (int a = 0; a < AXES; a++)
		((double *)bandwidth)[a] = (double)v.number[a] / 8;
}

static void
refuse_operand(void *of, const char *operand)
{
	(void)of;
	die(FAIL_USAGE, "'%s': advise reads no table", operand);
}

#define AT(field) offsetof(advise_options, field)

static const cli_option known[] = {
	{ "lattice", "XxYxZ", "Sites of the lattice; a fourth dimension stays on the pair", read_lattice, AT(lattice) },
	{ "block", "XxYxZ", "Instead: sites of a task, so that the lattice grows with the tasks", read_block, AT(lattice) },
	{ "pairs", "N", "Try all prisms of N pairs of nodes", option_count, AT(pairs) },
	{ "prism", "XxYxZ", "This prism of pairs only", read_prism, AT(prism) },
	{ "tasks-per-pair", "N", "Tasks of a pair of nodes [1]", option_count, AT(tasks) },
	{ "site-bytes", "SIZE", "What a site sends over a face [8]", option_size, AT(site_bytes) },
	{ "bw", "X/Y/Z", "Bandwidths along x, y and z, as 2GB/s/1GB/s/2GB/s [the machine's slowest links along each]", read_bandwidths,
		AT(bandwidth) },
	{ "axes", "xzy", "The axes along which the lattice's dimensions go [all orders]", option_axes, AT(axes) },
	{ "by", "all|one|link", "Sort by the time with all dimensions at once, one at a time, or by the fullest link around the machine's service "
		"nodes [all]", NULL, AT(by) },
	{ "periodic", "DIMS", "By link: the lattice's dimensions that wrap around, as xyz", option_text, AT(periodic) },
	{ "continuous", NULL, "Write the best grid of real numbers and the cube, too", option_flag, AT(continuous) },
	{ 0 }
};

static const cli_rule rules[] = {
	{ NULL, "lattice block", NULL, "--lattice is required" },
	{ "lattice", NULL, "block", "give --lattice or --block" },
	{ "continuous", NULL, "block", "--continuous: needs --lattice" },
	{ "by=link", "machine", NULL, "--by: 'link': needs --machine" },
	{ "periodic", "by=link", NULL, "--periodic: is for --by link" },
	{ NULL, "machine bw", NULL, "how fast are the links? --machine SPEC or --bw X/Y/Z" },
	{ NULL, "pairs prism", NULL, "give --pairs N or --prism XxYxZ" },
	{ "pairs", NULL, "prism", "give --pairs N or --prism XxYxZ" },
	{ 0 }
};

static const subcommand line = { .operands = "", .help = "Which part of a lattice each pair of nodes should hold, by the speed of links.",
	.options = known, .rules = rules, .read_operand = refuse_operand };

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

/* What is measured on the machine: as it is wanted there. */
static void
check_link(const advise_options *o)
{
	const machine *m = o->machine;
	uint32_t pair = m->nodes / m->routers;
	const char *why;
	unsigned periodic;

	if (!kind_among(m, PRISM_KINDS))
		die(FAIL_USAGE, "--by: 'link': is for machines of kind %s", PRISM_KINDS);
	if (o->tasks % pair != 0)
		die(FAIL_USAGE, "--tasks-per-pair: '%" PRId64 "': do not divide between the %" PRIu32 " nodes of a router", o->tasks, pair);
	if (o->tasks > (int64_t)pair * m->cores)
		die(FAIL_USAGE, "--tasks-per-pair: '%" PRId64 "': the %" PRIu32 " nodes of a router have %" PRIu64 " processors", o->tasks, pair,
			(uint64_t)pair * m->cores);
	if (!read_periodic(o->periodic, o->lattice.dims, &periodic, &why))
		die(FAIL_USAGE, "--periodic: '%s': %s", o->periodic, why);
}

void
advise_options_read(advise_options *o, int argc, char **argv)
{
	*o = (advise_options){ .tasks = 1, .site_bytes = 8, .periodic = "", .extent = { UINT32_MAX, UINT32_MAX, UINT32_MAX } };
	command_read(&line, "map advise", argc, argv, &o->cli, o);
	/* What the machine says: extents, and bandwidths unless --bw does. */
	if (o->cli.machine) {
		machine *m = machine_of(&o->cli, NULL);

		if (!m->kind->grid || m->dims != AXES)
			die(FAIL_USAGE, "--machine: '%s': must be a torus or mesh of three dimensions", m->spec);
		for (int a = 0; a < AXES; a++) {
			o->extent[a] = m->extent[a];
			if (!option_given("bw"))
				o->bandwidth[a] = slowest(m, a);
		}
		if (o->by == BY_LINK)
			o->machine = m;
		else
			machine_free(m);
	}
	for (int a = 0; a < o->prism.dims; a++)
		if (o->prism.n[a] > o->extent[a])
			die(FAIL_USAGE, "--prism: %" PRIu32 " along %s: the machine has %" PRIu32, o->prism.n[a], axis_name[a], o->extent[a]);
	if (o->prism.dims)
		o->pairs = (int64_t)dims_product(o->prism.dims, o->prism.n);
	o->block_given = option_given("block");
	if (o->block_given && dims_product(o->lattice.dims, o->lattice.n) > (uint64_t)MOST_BYTES / (uint64_t)o->tasks / (uint64_t)o->pairs)
		die(FAIL_USAGE, "--block: '%s': more than %" PRId64 " sites in all", option_given("block"), MOST_BYTES);
	if (o->by == BY_LINK)
		check_link(o);
}
