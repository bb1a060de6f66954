/* key -- what stands behind the '=' of a machine's key, by the key's type.
 *
 * A list has one value a dimension, separated by '/'; since "GB/s" has one too, only a '/' before a digit separates. */
#include "lib/machine/spec/key.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/cli/units.h"

const spec_kind *
spec_kind_find(const spec_kind *kinds, const char *name, size_t length)
{
	for (; kinds->name; kinds++)
		if (strlen(kinds->name) == length && memcmp(kinds->name, name, length) == 0)
			return kinds;
	return NULL;
}

static bool
read_whole(const char *s, int64_t *out)
{
	return read_int(s, 0, INT32_MAX, out);
}

static bool
read_extent(const char *s, int64_t *out)
{
	return read_int(s, 1, INT32_MAX, out);
}

static bool
read_bits(const char *s, int64_t *out)
{
	uint64_t bits;

	if (!read_bandwidth(s, &bits))
		return false;
	*out = (int64_t)bits;
	return true;
}

static bool
separates(char separator, const char *s)
{
	return *s == separator && (separator != '/' || isdigit((unsigned char)s[1]));
}

/* One value or several between separators (0: one only). */
static bool
read_each(const char *text, char separator, bool (*read)(const char *, int64_t *), spec_value *v)
{
	char *copy = xstrdup(text), *part = copy, *end;
	bool good = true, more = true;

	for (v->count = 0; good && more; part = end + 1) {
		for (end = part; *end && !(separator && separates(separator, end)); end++)
			;
		more = *end != '\0';
		*end = '\0';
		good = v->count < VALUES && read(part, &v->number[v->count]);
		v->count++;
	}
	free(copy);
	return good;
}

/* How a value of each type is read, several behind a separator (0: one only; NULL: it is no number), and what is wanted. */
static const struct {
	bool (*read)(const char *, int64_t *);
	char separator;
	const char *wanted;
} types[] = {
	[KEY_INT] = { read_whole, 0, "must be a whole number from 0 to 2147483647" },
	[KEY_BYTES] = { read_bytes, 0, "must be bytes, as 14000B or 16KiB" },
	[KEY_BANDWIDTH] = { read_bits, 0, "must be a bandwidth, as 8Gb/s or 1GB/s" },
	[KEY_TIME] = { read_time, 0, "must be a time, as 40ns or 1.5us" },
	[KEY_EXTENTS] = { read_extent, 'x', "must be 1 to 8 numbers, each at least 1, with an 'x' between, as 16x12x24" },
	[KEY_BANDWIDTHS] = { read_bits, '/', "must be one bandwidth or one a dimension, as 9.4GB/s/4.7GB/s" },
	[KEY_TIMES] = { read_time, '/', "must be one time or one a dimension, as 40ns/80ns" },
	[KEY_NODES] = { NULL, 0, "must be a list of nodes, as 4-7+12 or n[01-04,07]" },
	[KEY_FILE] = { NULL, 0, "must not be empty nor hold a comma" },
	[KEY_WORD] = { NULL, 0, "must not be empty nor hold a comma" },
};

bool
value_read(const spec_key *k, const char *text, spec_value *v)
{
	v->count = 0;
	if (types[k->type].read)
		return read_each(text, types[k->type].separator, types[k->type].read, v);
	if (k->type == KEY_NODES)
		return !strpbrk(text, "\"'#\\");
	return k->words ? word_among(k->words, text) : *text && !strpbrk(text, ",\r\n");
}

char *
value_wanted(const spec_key *k)
{
	return k->words ? xprintf("must be one of: %s", k->words) : xstrdup(types[k->type].wanted);
}
