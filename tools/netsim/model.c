#include "netsim/model.h"

#include <argp.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/machine/buffers.h"
#include "netsim/engine/crossbar.h"

enum { KEY_ROUTING = 256, KEY_ROUTER, KEY_SPEEDUP, KEY_CROSSBAR_BW, KEY_OUTPUT_BUFFER, KEY_ALLOCATION, KEY_BIAS, KEY_THRESHOLD, KEY_VCS,
	KEY_PACKET };

static const struct argp_option known[] = {
	{ "routing", KEY_ROUTING, "NAME", 0, "routing algorithm [minimal]; --list names them", 0 },
	{ "router", KEY_ROUTER, "WHERE", 0, "where packets queue: output, or input, where the first blocks those behind it [output]", 0 },
	{ "speedup", KEY_SPEEDUP, "S", 0, "with --router input: a crossbar S times as fast as the links [1]", 0 },
	{ "crossbar-bw", KEY_CROSSBAR_BW, "BW", 0, "with --router input: a crossbar of this bandwidth, whatever the links have", 0 },
	{ "output-buffer", KEY_OUTPUT_BUFFER, "SIZE", 0, "with --router input: buffers of this size behind the crossbar, one a channel [none]", 0 },
	{ "vc-allocation", KEY_ALLOCATION, "TIME", 0, "with --router input: how long it takes to give a channel to the next packet [0s]", 0 },
	{ "bias", KEY_BIAS, "SIZE", 0, "routings that weigh detours ignore this many bytes of what waits for the minimal path [0B]", 0 },
	{ "threshold", KEY_THRESHOLD, "SIZE", 0, "routings that weigh detours take none while no more waits for the minimal path [0B]", 0 },
	{ "vcs", KEY_VCS, "N", 0, "virtual channels of a link between routers [as many as the routing needs]", 0 },
	{ "packet", KEY_PACKET, "SIZE", 0, "largest packet [2048B]", 0 },
	{ 0 }
};

static bool
queues_at_inputs(const model *o)
{
	return o->router && strcmp(o->router, "input") == 0;
}

/* A crossbar is what routers have that queue at their inputs. */
static void
check_router(const model *o)
{
	const char *option;

	if (o->speedup > 0 && o->crossbar_bw)
		die(FAIL_USAGE, "--crossbar-bw: the crossbar has a bandwidth of its own or a --speedup, not both");
	option = o->speedup > 0 ? "--speedup" : o->crossbar_bw ? "--crossbar-bw" : o->output_buffer ? "--output-buffer" :
		o->allocation >= 0 ? "--vc-allocation" : NULL;
	if (option && !queues_at_inputs(o))
		die(FAIL_USAGE, "%s: is for --router input", option);
}

static error_t
parse(int key, char *value, struct argp_state *state)
{
	model *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		*o = (model){ .routing = "minimal", .allocation = -1, .bias = -1, .threshold = -1, .packet = USUAL_PACKET };
		break;
	case KEY_ROUTING:
		o->routing = value;
		break;
	case KEY_ROUTER:
		if (strcmp(value, "output") != 0 && strcmp(value, "input") != 0)
			die(FAIL_USAGE, "--router: '%s': must be output or input", value);
		o->router = value;
		break;
	case KEY_SPEEDUP:
		if (!read_real(value, 1, 1000, &o->speedup))
			die(FAIL_USAGE, "--speedup: '%s': must be a number, 1 to 1000", value);
		break;
	case KEY_CROSSBAR_BW:
		if (!read_bandwidth(value, &o->crossbar_bw))
			die(FAIL_USAGE, "--crossbar-bw: '%s': must be a bandwidth, as 8Gb/s or 1GB/s", value);
		break;
	case KEY_OUTPUT_BUFFER:
		if (!read_bytes(value, &o->output_buffer) || o->output_buffer < 1 || o->output_buffer > INT32_MAX)
			die(FAIL_USAGE, "--output-buffer: '%s': must be a size of at least 1 byte, as 14KB", value);
		break;
	case KEY_ALLOCATION:
		if (!read_time(value, &o->allocation))
			die(FAIL_USAGE, "--vc-allocation: '%s': must be a time, as 20ns", value);
		break;
	case KEY_BIAS:
		if (!read_bytes(value, &o->bias))
			die(FAIL_USAGE, "--bias: '%s': must be a size, as 1KiB", value);
		break;
	case KEY_THRESHOLD:
		if (!read_bytes(value, &o->threshold))
			die(FAIL_USAGE, "--threshold: '%s': must be a size, as 16KiB", value);
		break;
	case KEY_VCS:
		if (!read_int(value, 1, MAX_CHANNELS, &o->vcs))
			die(FAIL_USAGE, "--vcs: '%s': must be a number, 1 to %d", value, MAX_CHANNELS);
		break;
	case KEY_PACKET:
		if (!read_bytes(value, &o->packet) || o->packet < 1 || o->packet > INT32_MAX)
			die(FAIL_USAGE, "--packet: '%s': must be a size of at least 1 byte, as 256B or 2KiB", value);
		break;
	case ARGP_KEY_END:
		check_router(o);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp model_argp = { known, parse, NULL, NULL, NULL, NULL, NULL };

const char *
model_kind(const machine *m)
{
	return xprintf("%s %s%s", strchr("aeiou", *m->kind->name) ? "an" : "a", m->kind->name, m->planes > 1 ? " of several planes" : m->broken ? " with broken parts" : "");
}

static const routing *
find_routing(const machine *m, const char *name)
{
	const routing *r = routing_find(m, name);
	choice_list c = choices_begin(name, ", ");
	char *more;

	if (r)
		return r;
	for (const routing *k = routings; k->name; k++)
		if (strcmp(k->name, name) == 0 && *routes_unfit(k->routes, m))
			die(FAIL_USAGE, "--routing: '%s': not for this machine: %s", name, routes_unfit(k->routes, m));
	more = xstrdup("");
	for (const routing *k = routings; k->name; k++) {
		if (!routing_serves(k, m))
			continue;
		choices_add(&c, k->name);
		if (k->alias) {
			choices_alias(&c, k->alias);
			more = xprintf("%s, and %s for %s", more, k->alias, k->name);
		}
	}
	if (!*c.names)
		die(FAIL_USAGE, "--routing: '%s': netsim has no routing for %s", name, model_kind(m));
	die(FAIL_USAGE, "--routing: '%s': %s%s has: %s%s", name, choices_hint(&c), model_kind(m), c.names, more);
}

/* Die: the routing needs more channels than --vcs says. */
static _Noreturn void
too_few_channels(const routing *r, const machine *m, int64_t vcs)
{
	int most = 1;

	for (int k = 2; k < m->classes; k++)
		if (routing_channels(r, m, k) > routing_channels(r, m, most))
			most = k;
	die(FAIL_USAGE, "--vcs: '%d': %s on %s needs at least %d (%s links)", (int)vcs, r->name, model_kind(m),
		routing_channels(r, m, most), m->class_name[most]);
}

static void
warn_of_rest(const network *n, int64_t vcs)
{
	const machine *m = n->machine;
	const char *used = "";

	for (int k = 1; k < m->classes; k++)
		if (n->paths.channels[k] < vcs)
			used = xprintf("%s%s%d on %s links", used, *used ? ", " : "", n->paths.channels[k], m->class_name[k]);
	if (*used)
		warn("--vcs: '%d': %s on %s uses only %s", (int)vcs, n->routing->name, model_kind(m), used);
}

/* What one stream of packets reaches on links whose buffers throttle it by a hundredth or more: "7.1 of 25 GB/s on node links"; "", and *needed
 * stays, where there are none.  *needed: the least buffers that do not. */
static const char *
throttled(const machine *m, int64_t largest, int64_t *needed)
{
	bool seen[UINT8_MAX + 1] = { false };
	const char *text = "";

	for (uint32_t i = 0; i < m->links; i++) {
		const speed *s = &m->speeds[m->speed_of[i]];
		double reached = buffer_rate(m, s, largest, buffer_bytes(m, s, largest)) / 8e9, nominal = (double)s->bits_per_s / 8e9;

		if (m->to[i] != NONE && !seen[m->speed_of[i]] && reached < 0.99 * nominal) {
			text = xprintf("%s%s%.4g of %.4g GB/s on %s links", text, *text ? ", " : "", reached, nominal, m->class_name[m->class[i]]);
			*needed = buffer_needed(m, s, largest) > *needed ? buffer_needed(m, s, largest) : *needed;
		}
		seen[m->speed_of[i]] |= m->to[i] != NONE;
	}
	return text;
}

/* Buffers that the machine leaves to us hold every packet. */
static void
check_buffers(const machine *m, int64_t largest)
{
	long long buffer = m->vc_buffer ? m->vc_buffer : INT32_MAX;
	int64_t needed = 0;
	const char *rates = throttled(m, largest, &needed);

	if (buffer > INT32_MAX)
		die(FAIL_DATA, "vc-buffer: '%lld': must be at most %d bytes", buffer, INT32_MAX);
	if (largest > buffer)
		die(FAIL_USAGE, "--packet: '%lldB': must be at most the machine's vc-buffer of %lld bytes", (long long)largest, buffer);
	if (*rates)
		warn("vc-buffer: '%lldB': one stream of packets of %lld bytes reaches %s; %lldB would do", buffer, (long long)largest, rates,
			(long long)needed);
}

/* A size that was given, as those are not that are negative, is for routings that weigh detours. */
static void
check_weighs(const char *option, int64_t size, const routing *r)
{
	if (size >= 0 && !r->decision->weighs)
		die(FAIL_USAGE, "--%s: '%lldB': is for routings that weigh detours; %s does not", option, (long long)size, r->name);
}

void
model_build(const model *o, const machine *m, network *n)
{
	const routing *r = find_routing(m, o->routing);
	double speedup = o->speedup > 0 ? o->speedup : 1;

	check_buffers(m, o->packet);
	if (o->output_buffer && o->output_buffer < o->packet)
		die(FAIL_USAGE, "--output-buffer: '%lldB': must hold a packet of %lld bytes (--packet)", (long long)o->output_buffer,
			(long long)o->packet);
	check_weighs("bias", o->bias, r);
	check_weighs("threshold", o->threshold, r);
	if (!network_init(n, m, r, (int)o->vcs, (uint32_t)o->packet))
		too_few_channels(r, m, o->vcs);
	warn_of_rest(n, o->vcs);
	if (queues_at_inputs(o))
		crossbar_init(n, &(crossbar_plan){ .speedup = o->crossbar_bw ? 0 : (uint32_t)(speedup * CROSSBAR_ONE + 0.5),
			.bits_per_s = o->crossbar_bw, .allocation = o->allocation < 0 ? 0 : o->allocation,
			.output_buffer = (uint32_t)o->output_buffer });
	n->bias = o->bias < 0 ? 0 : (uint64_t)o->bias;
	n->threshold = o->threshold < 0 ? 0 : (uint64_t)o->threshold;
}
