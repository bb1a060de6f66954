#include "metrics/fit/keys.h"

#include <math.h>

#include "lib/cli/cli.h"

enum { EXACT = 6 };

const fit_key fit_keys[] = {
	{ "sum-bw", { "sum-bw" }, FORM_RATE, 1e-10, false },
	{ "node-bw", { "node-bw" }, FORM_RATE, 1e-10, false },
	{ "overhead", { "send-overhead", "recv-overhead" }, FORM_TIME, 300e-9, false },
	{ "node-latency", { "node-latency" }, FORM_TIME, 100e-9, false },
	{ "router-latency", { "router-latency" }, FORM_TIME, 100e-9, false },
	{ "message-gap", { "message-gap" }, FORM_TIME, 100e-9, false },
	{ "memory-latency", { "memory-latency" }, FORM_TIME, 300e-9, false },
	{ "memory-bw", { "memory-bw" }, FORM_RATE, 1e-10, false },
	{ "copy-bw", { "copy-bw" }, FORM_RATE, 1e-10, false },
	{ "rendezvous", { "rendezvous" }, FORM_NUMBER, 1, true },
	{ "skew", { NULL }, FORM_TIME, 1e-6, false },	/* in the times of collectives: how far apart ranks leave the barrier before */
	{ .name = NULL }
};

bool
fit_key_known(const fit_key *k, const spec *s)
{
	return !k->keys[0] || spec_find(s, k->keys[0]);
}

double
fit_key_value(const fit_key *k, const spec *s)
{
	const spec_item *it = k->keys[0] ? spec_find(s, k->keys[0]) : NULL;
	double value = 0;

	if (!it || !it->has)
		return 0;
	if (k->form == FORM_TIME)
		return (double)it->value.number[0] / 1e12;
	if (k->form == FORM_RATE)
		return 8 / (double)(uint64_t)it->value.number[0];
	if (it->text)
		sscanf(it->text, "%lf", &value);
	return value;
}

/* A number with so many significant digits, without an exponent. */
static char *
plain_number(double value, int digits)
{
	enum { FINEST = 3 };	/* decimals: whole picoseconds of nanoseconds */
	int whole = value > 0 ? (int)floor(log10(value)) + 1 : 1, decimals = digits - whole;

	return xprintf("%.*f", decimals < 0 ? 0 : decimals > FINEST ? FINEST : decimals, value);
}

char *
fit_key_text(const fit_key *k, double value, int digits)
{
	const char *unit = k->form == FORM_NUMBER ? "" : k->form == FORM_RATE ? "GB/s" : value >= 1e-6 ? "us" : "ns";
	double scaled = k->form == FORM_RATE ? 1e-9 / value : k->form == FORM_TIME ? value * (value >= 1e-6 ? 1e6 : 1e9) : value;

	if (k->form == FORM_RATE && !(value > 0))
		return xstrdup("without bound");
	return xprintf("%s%s", plain_number(scaled, digits), unit);
}

char *
fit_key_setting(const fit_key *k, int which, double value, int digits)
{
	char *text;

	if (!k->keys[which] || (k->form == FORM_RATE && !(value > 0)))
		return NULL;
	if (digits == 0 && k->form == FORM_TIME)
		return xprintf("%s=%.0fps", k->keys[which], value * 1e12);
	if (digits == 0 && k->form == FORM_RATE)
		return xprintf("%s=%.0fb/s", k->keys[which], 8 / value);
	text = fit_key_text(k, value, digits ? digits : EXACT);
	return xprintf("%s=%s", k->keys[which], text);
}
