/* spec-source -- where the key=value pairs of a spec come from: inline text, a file with one a line, --set.
 *
 * Text up to the first ':' that names a known kind is an inline spec; anything else must name a file, or a machine that comes with
 * Hopline. */
#include "lib/machine/spec/spec-source.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/cli/files.h"
#include "lib/hostlist/hostlist.h"
#include "lib/stream/gzlines.h"

/* Cut blanks off both ends, in place. */
static char *
trimmed(char *s)
{
	char *end = s + strlen(s);

	while (end > s && isspace((unsigned char)end[-1]))
		*--end = '\0';
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

/* Append "key=value" as found at `where`. */
static spec_pair *
add(spec_pairs *p, const char *text, const char *where, int status)
{
	const char *equals = strchr(text, '=');
	spec_pair *new;

	if (!equals || equals == text)
		die(status, "%s: '%s': must be key=value", where, text);
	p->pair = xrealloc(p->pair, (size_t)p->count + 1, sizeof *p->pair);
	new = &p->pair[p->count++];
	*new = (spec_pair){ .where = xstrdup(where), .status = status };
	new->key = xprintf("%.*s", (int)(equals - text), text);
	new->text = xstrdup(equals + 1);
	return new;
}

static void
read_inline(spec_pairs *p, const char *text)
{
	size_t length = strcspn(text, ":");
	char *rest;

	p->kind = xprintf("%.*s", (int)length, text);
	if (!text[length])
		return;
	rest = xstrdup(text + length + 1);
	for (char *part = rest, *end = rest - 1, sign = ','; sign; part = end + 1) {
		end = part + hostlist_span(part, ",");
		sign = *end;
		*end = '\0';
		add(p, part, p->where, p->status);
	}
	free(rest);
}

/* One line of a file: blank, a comment, or key = value with an optional comment behind a blank. */
static void
read_line(spec_pairs *p, char *line, const char *where, const char *folder)
{
	char *equals, *s, *said = NULL;

	for (s = line; *s; s++)
		if (*s == '#' && (s == line || isspace((unsigned char)s[-1]))) {
			*s = '\0';
			said = trimmed(s + 1);
			break;
		}
	line = trimmed(line);
	if (!*line)
		return;
	equals = strchr(line, '=');
	if (!equals)
		die(FAIL_DATA, "%s: '%s': must be key=value", where, line);
	*equals = '\0';
	s = xprintf("%s=%s", trimmed(line), trimmed(equals + 1));
	if (strncmp(s, "kind=", 5) != 0) {
		spec_pair *new = add(p, s, where, FAIL_DATA);

		new->folder = folder ? xstrdup(folder) : NULL;
		new->said = said ? xstrdup(said) : NULL;
	} else {
		if (p->kind)
			die(FAIL_DATA, "%s: kind: '%s': given twice", where, s + 5);
		p->kind = xstrdup(s + 5);
	}
	free(s);
}

static void
read_file(spec_pairs *p, const spec_kind *kinds, const char *name)
{
	const char *slash = strrchr(name, '/');
	char *folder = slash ? xprintf("%.*s", (int)(slash + 1 - name), name) : NULL, *line;
	gzlines *f = gzlines_open(name);
	size_t length;

	gzlines_expect(f, "a machine's file, with lines as kind=torus");
	while ((line = gzlines_next(f, &length))) {
		char *where = xprintf("%s:%ld", name, gzlines_line(f));

		if (strlen(line) != length)
			die(FAIL_DATA, "%s: a NUL byte", where);
		read_line(p, line, where, folder);
		free(where);
	}
	gzlines_close(f);
	free_all(folder, p->where);
	p->where = xstrdup(name);
	p->status = FAIL_DATA;
	if (!p->kind)
		die(FAIL_DATA, "%s: kind: must be given, as kind=%s", name, kinds->name);
}

/* Neither a kind nor a file. */
static _Noreturn void
unknown(const spec_pairs *p, const spec_kind *kinds, const char *text, int why)
{
	choice_list c = choices_begin(xprintf("%.*s", (int)strcspn(text, ":"), text), ", ");

	for (; kinds->name; kinds++)
		choices_add(&c, kinds->name);
	if (why)
		die(p->status, "%s: '%s': no kind of machine (%sknown: %s) and no file: %s; 'metrics machine --list' has machines by name", p->where,
			text, choices_hint(&c), c.names, strerror(why));
	die(p->status, "%s: '%s': unknown kind of machine (%sknown: %s)", p->where, text, choices_hint(&c), c.names);
}

char *
shipped(const char *name)
{
	static const char *const places[] = { "../data", "../../share/hopline", "../../../data", NULL };
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	while (length > 0 && self[length - 1] != '/')
		length--;
	for (int i = 0; length > 0 && places[i]; i++) {
		char *path = xprintf("%.*s%s/%s", (int)length, self, places[i], name);

		if (access(path, R_OK) == 0)
			return path;
		free(path);
	}
	return NULL;
}

/* The file of a machine that comes with Hopline, by its name alone, as "frontier"; the caller frees.  NULL: there is none. */
static char *
find_shipped(const char *name)
{
	char *folder = shipped("machines/"), *path = folder ? xprintf("%s%s.conf", folder, name) : NULL;

	free(folder);
	if (path && *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name) && access(path, R_OK) == 0)
		return path;
	free(path);
	return NULL;
}

/* The machine of a file, or of a name. */
static void
read_named(spec_pairs *p, const spec_kind *kinds, const char *text, bool files)
{
	bool own = files && access(text, R_OK) == 0;
	int why = errno;
	char *path = own ? xstrdup(text) : files ? find_shipped(text) : NULL;

	if (!path)
		unknown(p, kinds, text, files ? why : 0);
	files_read(path);
	read_file(p, kinds, path);
	free(path);
}

void
pairs_read(spec_pairs *p, const spec_kind *kinds, const char *text, bool files, char **set, int sets, const char *where, int status)
{
	*p = (spec_pairs){ .where = xstrdup(where), .status = status };
	if (spec_kind_find(kinds, text, strcspn(text, ":"))) {
		read_inline(p, text);
	} else {
		read_named(p, kinds, text, files);
		if (!spec_kind_find(kinds, p->kind, strlen(p->kind)))
			unknown(p, kinds, p->kind, 0);
	}
	for (int i = 0; i < sets; i++)
		add(p, set[i], "--set", FAIL_USAGE)->replaces = true;
}

void
pairs_free(spec_pairs *p)
{
	for (int i = 0; i < p->count; i++)
		free_all(p->pair[i].key, p->pair[i].text, p->pair[i].where, p->pair[i].folder, p->pair[i].said);
	free_all(p->pair, p->kind, p->where);
}
