/* conf-lines -- as Slurm's own parser reads them: a '#' without a backslash before it begins a comment, and a
 * backslash at the end of the rest continues on the next line. */
#include "lib/machine/import/conf-lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/bounds.h"

void
conf_open(conf_line *l, const char *path)
{
	*l = (conf_line){ .lines = gzlines_open(path) };
	l->file = gzlines_name(l->lines);
	die_hint_not("graph:topology");
	gzlines_expect(l->lines, "a topology.conf, with lines as SwitchName=s1 Nodes=n[1-4]");
}

static void
cut_comment(char *line)
{
	for (char *s = strchr(line, '#'); s; s = strchr(s + 1, '#'))
		if (s == line || s[-1] != '\\') {
			*s = '\0';
			return;
		}
}

/* Cut blanks off the end, and a backslash before them; was there one? */
static bool
cut_end(char *line)
{
	char *end = line + strlen(line);

	while (end > line && isspace((unsigned char)end[-1]))
		end--;
	*end = '\0';
	if (end == line || end[-1] != '\\')
		return false;
	end[-1] = '\0';
	return true;
}

static char *
skip_blanks(char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

/* The next line, joined; false at the end. */
static bool
join(conf_line *l)
{
	bool begun = false;
	size_t length;
	char *line;

	free(l->text);
	l->text = xstrdup("");
	for (bool more = true; more && (line = gzlines_next(l->lines, &length)); begun = true) {
		l->number = begun ? l->number : gzlines_line(l->lines);
		if (strlen(line) != length)
			die_at(l->file, l->number, "a NUL byte");
		cut_comment(line);
		more = cut_end(line);
		l->text = xappend(l->text, "%s", line);
		if (strlen(l->text) > LONGEST_LINE)
			die_at(l->file, l->number, "a line of more than " LONGEST_LINE_TEXT);
	}
	return begun;
}

bool
conf_next(conf_line *l)
{
	while (join(l)) {
		l->at = skip_blanks(l->text);
		if (*l->at)
			return true;
	}
	return false;
}

bool
conf_pair(conf_line *l, const char **key, const char **value)
{
	char *s = skip_blanks(l->at), *end = s, *equals;

	if (!*s)
		return false;
	while (isalnum((unsigned char)*end) || *end == '_')
		end++;
	equals = skip_blanks(end);
	if (end == s || *equals != '=')
		die_at(l->file, l->number, "'%.*s': must be Key=value", (int)strcspn(s, " \t"), s);
	*end = '\0';
	*key = s;
	s = skip_blanks(equals + 1);
	*value = s;
	if (*s == '"') {
		*value = s + 1;
		s = strchr(s + 1, '"');
		if (!s)
			die_at(l->file, l->number, "%s: a quote without its end", *key);
	} else {
		while (*s && !isspace((unsigned char)*s))
			s++;
	}
	l->at = *s ? s + 1 : s;
	*s = '\0';
	return true;
}

void
conf_close(conf_line *l)
{
	gzlines_close(l->lines);
	free(l->text);
}
