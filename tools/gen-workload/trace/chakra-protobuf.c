/* chakra-protobuf -- the messages of a Chakra trace, which name the fields of et_def.proto (mlcommons/chakra, schema/protobuf, 0.0.4) by
 * number, as the values that its JSON has.  Each stands behind its length.  What is not written is 0; a field of another form than the
 * schema has is passed over, as libraries do. */
#ifdef HAVE_JANSSON
#include <inttypes.h>
#include <string.h>

#include "gen-workload/trace/readers.h"
#include "lib/json/json.h"

enum { VARINT, FIXED64, LENGTH, FIXED32 = 5 };	/* forms of a field */

typedef struct wire {
	const unsigned char *at, *end;
} wire;

typedef struct wire_field {
	uint64_t number, value;	/* value: of a number, as it is written */
	unsigned form;
	wire part;		/* of what has a length */
} wire_field;

/* Fields of a node. */
enum { NUMBER = 1, TEXT, NUMBERS, ATTRIBUTE };
static const struct { const char *name; int sort; } node_fields[] = { { 0 }, { "id", NUMBER }, { "name", TEXT }, { "type", NUMBER },
	{ "ctrl_deps", NUMBERS }, { "data_deps", NUMBERS }, { "start_time_micros", NUMBER }, { "duration_micros", NUMBER }, { 0 }, { 0 },
	{ "attr", ATTRIBUTE } };

/* Those of an attribute that are read otherwise than as a whole number. */
enum { ATTRIBUTE_NAME = 1, DOUBLE = 3, FLOAT = 5, SINT32 = 15, SINT64 = 17, SFIXED32 = 23, STRING = 29 };

/* A number, seven bits a byte. */
static bool
read_varint(wire *w, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; w->at < w->end && shift < 64; shift += 7) {
		*value |= (uint64_t)(*w->at & 0x7f) << shift;
		if (!(*w->at++ & 0x80))
			return true;
	}
	return false;
}

/* The next `length` bytes as a part of their own; false: the text ends before. */
static bool
read_part(wire *w, uint64_t length, wire *part)
{
	if (length > (uint64_t)(w->end - w->at))
		return false;
	*part = (wire){ w->at, w->at + length };
	w->at += length;
	return true;
}

static bool
read_field(wire *w, wire_field *f)
{
	uint64_t key, length = 0;

	if (!read_varint(w, &key))
		return false;
	*f = (wire_field){ .number = key >> 3, .form = key & 7 };
	if (f->form == VARINT)
		return read_varint(w, &f->value);
	if (f->form == FIXED64 || f->form == FIXED32)
		length = f->form == FIXED64 ? 8 : 4;
	else if (f->form != LENGTH || !read_varint(w, &length))
		return false;
	if (!read_part(w, length, &f->part))
		return false;
	for (uint64_t i = 0; f->form != LENGTH && i < length; i++)
		f->value |= (uint64_t)f->part.at[i] << 8 * i;
	return true;
}

static json_t *
text_of(wire part)
{
	return json_stringn_nocheck((const char *)part.at, (size_t)(part.end - part.at));
}

/* NULL: a list, of which no reader has use. */
static json_t *
attribute_value(const wire_field *f)
{
	double real;
	float single;
	uint32_t low = (uint32_t)f->value;

	if (f->form == LENGTH)
		return f->number == STRING ? text_of(f->part) : NULL;
	if (f->number == SINT32 || f->number == SINT64)
		return json_integer((json_int_t)(f->value >> 1 ^ -(f->value & 1)));
	if (f->number == SFIXED32)
		return json_integer((int32_t)low);
	memcpy(&real, &f->value, sizeof real);
	memcpy(&single, &low, sizeof single);
	return f->number == DOUBLE ? json_real(real) : f->number == FLOAT ? json_real((double)single) : json_integer((json_int_t)f->value);
}

/* Add an attribute to a list of them; false: it is none. */
static bool
add_attribute(wire w, json_t *list)
{
	json_t *item = json_object();
	wire_field f;

	json_array_append_new(list, item);
	while (w.at < w.end) {
		if (!read_field(&w, &f))
			return false;
		if (f.number == ATTRIBUTE_NAME && f.form == LENGTH)
			json_object_set_new(item, "name", text_of(f.part));
		else if (f.number != ATTRIBUTE_NAME)
			json_object_set_new(item, "value", attribute_value(&f));
	}
	return true;
}

/* Add numbers to a list, packed together; false: they are none. */
static bool
add_numbers(wire w, json_t *list)
{
	uint64_t value;

	while (w.at < w.end) {
		if (!read_varint(&w, &value))
			return false;
		json_array_append_new(list, json_sprintf("%" PRIu64, value));
	}
	return true;
}

/* Add a field to a node; false: it is none. */
static bool
add_field(json_t *node, const wire_field *f)
{
	int sort = f->number < sizeof node_fields / sizeof *node_fields ? node_fields[f->number].sort : 0;
	const char *name = sort ? node_fields[f->number].name : "";
	json_t *list = json_object_get(node, name);

	if (!sort || (f->form != (sort == NUMBER ? VARINT : LENGTH) && (sort != NUMBERS || f->form != VARINT)))
		return true;
	if (sort < NUMBERS) {
		json_object_set_new(node, name, sort == TEXT ? text_of(f->part) : json_sprintf("%" PRIu64, f->value));
		return true;
	}
	if (!list)
		json_object_set_new(node, name, list = json_array());
	if (f->form == VARINT)
		json_array_append_new(list, json_sprintf("%" PRIu64, f->value));
	return f->form == VARINT || (sort == NUMBERS ? add_numbers : add_attribute)(f->part, list);
}

json_t *
chakra_message(const char **at, const char *end, bool *bad)
{
	wire all = { (const unsigned char *)*at, (const unsigned char *)end }, w = { 0 };
	json_t *node = json_object();
	uint64_t length;
	wire_field f;

	*bad = all.at < all.end && (!read_varint(&all, &length) || !read_part(&all, length, &w));
	while (!*bad && w.at < w.end)
		*bad = !read_field(&w, &f) || !add_field(node, &f);
	if (*bad || *at == end) {
		json_decref(node);
		return NULL;
	}
	*at = (const char *)all.at;
	return node;
}
#endif
