#include "netsim/model.h"

#include <string.h>

#include "lib/cli/choices.h"
#include "lib/machine/buffers.h"
#include "netsim/engine/crossbar.h"

#define AT(field) offsetof(model, field)

const cli_option model_options[] = {
	{ "routing", "NAME", "routing algorithm [minimal]; --list names them", option_text, AT(routing) },
	{ "router", "output|input", "where packets queue: output, or input, where the first blocks those behind it [output]", NULL, AT(router) },
	{ "speedup", "S", "with --router input: a crossbar S times as fast as the links [1]", NULL,
		AT(speedup), .quantity = { VALUE_REAL, 1, 1000, "a number, 1 to 1000" } },
	{ "crossbar-bw", "BW", "with --router input: a crossbar of this bandwidth, whatever the links have", NULL,
		AT(crossbar_bw), .quantity = { VALUE_BANDWIDTH, .must = "a bandwidth, as 8Gb/s or 1GB/s" } },
	{ "output-buffer", "SIZE", "with --router input: buffers of this size behind the crossbar, one a channel [none]", NULL,
		AT(output_buffer), .quantity = { VALUE_BYTES, 1, INT32_MAX, "a size of at least 1 byte, as 14KB" } },
	{ "vc-allocation", "TIME", "with --router input: how long it takes to give a channel to the next packet [0s]", NULL,
		AT(allocation), .quantity = { VALUE_TIME, .must = "a time, as 20ns" } },
	{ "bias", "SIZE", "routings that weigh detours ignore this many bytes of what waits for the minimal path [0B]", NULL,
		AT(bias), .quantity = { VALUE_BYTES, .must = "a size, as 1KiB" } },
	{ "threshold", "SIZE", "routings that weigh detours take none while no more waits for the minimal path [0B]", NULL,
		AT(threshold), .quantity = { VALUE_BYTES, .must = "a size, as 1KiB" } },
	{ "vcs", "N", "virtual channels of a link between routers [as many as the routing needs]", NULL, AT(vcs), .most = MAX_CHANNELS },
	{ "packet", "SIZE", "largest packet [2048B]", NULL,
		AT(packet), .quantity = { VALUE_BYTES, 1, INT32_MAX, "a size of at least 1 byte, as 14KB" } },
	{ 0 }
};

const char *
model_kind(const machine *m)
{
	return xprintf("%s %s%s", strchr("aeiou", *m->kind->name) ? "an" : "a", m->kind->name,
		m->planes > 1 ? " of several planes" : m->broken ? " with broken parts" : "");
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

/* What one stream of packets reaches on links whose buffers throttle it by a hundredth or more: "7.1 of 25 GB/s on node links"; "", and
 * *needed stays, where there are none.  *needed: the least buffers that do not. */
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

static void
check_weighs(const char *option, int64_t size, const routing *r)
{
	if (option_given(option) && !r->decision->weighs)
		die(FAIL_USAGE, "--%s: '%lldB': is for routings that weigh detours; %s does not", option, (long long)size, r->name);
}

void
model_build(const model *o, const machine *m, network *n)
{
	const routing *r = find_routing(m, o->routing);

	check_buffers(m, o->packet);
	if (o->output_buffer && o->output_buffer < o->packet)
		die(FAIL_USAGE, "--output-buffer: '%lldB': must hold a packet of %lld bytes (--packet)", (long long)o->output_buffer,
			(long long)o->packet);
	check_weighs("bias", o->bias, r);
	check_weighs("threshold", o->threshold, r);
	/* Die: the routing needs more channels than --vcs says. */
	if (!network_init(n, m, r, (int)o->vcs, (uint32_t)o->packet)) {
		int most = 1;

		for (int k = 2; k < m->classes; k++)
			if (routing_channels(r, m, k) > routing_channels(r, m, most))
				most = k;
		die(FAIL_USAGE, "--vcs: '%d': %s on %s needs at least %d (%s links)", (int)o->vcs, r->name, model_kind(m),
			routing_channels(r, m, most), m->class_name[most]);
	}
	warn_of_rest(n, o->vcs);
	if (o->router == ROUTER_INPUT)
		crossbar_init(n, &(crossbar_plan){ .speedup = o->crossbar_bw ? 0 : (uint32_t)((o->speedup > 0 ? o->speedup : 1) * CROSSBAR_ONE + 0.5),
			.bits_per_s = o->crossbar_bw, .allocation = o->allocation, .output_buffer = (uint32_t)o->output_buffer });
	n->bias = (uint64_t)o->bias;
	n->threshold = (uint64_t)o->threshold;
}
