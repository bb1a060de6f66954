#include "lib/json/json.h"

#include <string.h>

#include "lib/cli/cli.h"

_Noreturn void
json_missing(const char *file)
{
	die_at(file, 1, "this is JSON, and this build has no jansson: install libjansson-dev, and run make again");
}

#ifdef HAVE_JANSSON
json_reader
json_open(gzlines *in)
{
	json_reader r = { .file = gzlines_name(in), .line = 1 };

	r.text = gzlines_rest(in, &r.length);
	return r;
}

json_t *
json_next(json_reader *r)
{
	json_error_t wrong;
	json_t *value;

	for (; r->at < r->length && strchr(" \t\r\n", r->text[r->at]); r->at++)
		r->line += r->text[r->at] == '\n';
	if (r->at == r->length)
		return NULL;
	value = json_loadb(r->text + r->at, r->length - r->at, JSON_DISABLE_EOF_CHECK, &wrong);
	if (!value)
		die_at(r->file, r->line + (wrong.line > 0 ? wrong.line - 1 : 0), "no JSON: %s", wrong.text);
	for (int i = 0; i < wrong.position; i++)
		r->line += r->text[r->at + (size_t)i] == '\n';
	r->at += (size_t)wrong.position;
	return value;
}

void
json_close(json_reader *r)
{
	free(r->text);
}

/* The item of an array that is called so. */
static json_t *
item_called(json_t *array, const char *name)
{
	size_t i;
	json_t *item;

	json_array_foreach(array, i, item)
		for (int k = 0; k < 2; k++) {
			const char *is = json_string_value(json_object_get(item, k ? "name" : "type"));

			if (is && strcmp(is, name) == 0)
				return item;
		}
	return NULL;
}

static json_t *
follow(json_t *at, const char *path, size_t length)
{
	for (const char *end = path + length; at && path < end;) {
		size_t n = strcspn(path, ". ");
		char *name = xprintf("%.*s", (int)n, path);

		at = json_is_array(at) ? item_called(at, name) : json_object_get(at, name);
		free(name);
		path += n + 1;
	}
	if (json_is_array(at) && json_array_size(at) && json_is_string(json_array_get(at, 0)))
		at = json_array_get(at, json_array_size(at) - 1);
	return json_is_null(at) ? NULL : at;
}

json_t *
json_find(json_t *in, const char *paths)
{
	json_t *found = NULL;

	for (size_t n; !found && *paths; paths += n + (paths[n] == ' ')) {
		n = strcspn(paths, " ");
		found = follow(in, paths, n);
	}
	return found;
}

char *
json_word(const json_t *value)
{
	if (json_is_object(value)) {
		const json_t *set = json_object_get(value, "set");

		if (json_is_true(json_object_get(value, "infinite")))
			return xstrdup("UNLIMITED");
		return !set || json_is_true(set) ? json_word(json_object_get(value, "number")) : xstrdup("");
	}
	if (json_is_integer(value))
		return xprintf("%" JSON_INTEGER_FORMAT, json_integer_value(value));
	if (json_is_real(value))
		return xprintf("%.17g", json_real_value(value));
	return xstrdup(json_is_string(value) ? json_string_value(value) : "");
}
#endif
