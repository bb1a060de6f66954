#include "lib/stream/yaml.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/gzlines.h"

#define MUST_PAIR "must be a key and its value, as '- switch: s1'"

enum { DEEPEST = 32, SHOWN = 60 };

typedef struct yaml_reading {
	const char *file;
	char *text, *at;	/* the whole file; what comes next */
	const char *row;	/* where the line begins that `at` is in */
	long line;
	int depth;
} yaml_reading;

static _Noreturn void
wrong(const yaml_reading *r, const char *must)
{
	size_t length = strcspn(r->row, "\n");

	if (length == 0)
		die_at(r->file, r->line, "the file ends within a bracket");
	die_at(r->file, r->line, "'%.*s': %s", length < SHOWN ? (int)length : SHOWN, r->row, must);
}

static bool
ends_word(char c)
{
	return c == ' ' || c == '\n' || c == '\0';
}

static int
column(const yaml_reading *r)
{
	return (int)(r->at - r->row);
}

/* Is the line no part of the document: its first, its last, a directive? */
static bool
is_mark(const yaml_reading *r)
{
	return column(r) == 0 && (strncmp(r->at, "---", 3) == 0 || strncmp(r->at, "...", 3) == 0 || *r->at == '%') &&
		(*r->at == '%' || ends_word(r->at[3]));
}

/* To what comes next: past blanks, comments and ends of lines. */
static void
skip(yaml_reading *r)
{
	for (;; r->at++) {
		if (*r->at == '\t' && strspn(r->row, " ") == (size_t)column(r))
			wrong(r, "a tab, which YAML does not take as a blank in front");
		if ((*r->at == '#' && (r->at == r->row || strchr(" \t", r->at[-1]))) || is_mark(r))
			r->at += strcspn(r->at, "\n");
		if (*r->at == '\n') {
			r->row = r->at + 1;
			r->line++;
		} else if (*r->at != ' ' && *r->at != '\t') {
			return;
		}
	}
}

/* A text between quotes. */
static char *
quoted(yaml_reading *r)
{
	char quote = *r->at++, *out = xalloc(strcspn(r->at, "\n") + 1, 1), *end = out;

	for (; *r->at != quote || (quote == '\'' && r->at[1] == quote); r->at++) {
		if (*r->at == '\n' || *r->at == '\0')
			wrong(r, "a quote without its end in this line");
		if (*r->at == quote)
			r->at++;
		if (quote == '"' && *r->at == '\\' && !strchr("\"\\/", *++r->at))
			wrong(r, "behind a \\ must be a quote, / or \\");
		*end++ = *r->at;
	}
	*end = '\0';
	r->at++;
	return out;
}

/* A text without quotes: up to the end of the line, a comment or a colon, in brackets up to a comma or bracket as well. */
static char *
plain(yaml_reading *r, bool flow)
{
	char *from = r->at, *end, *text;

	if (*from && strchr("&*!|>", *from))
		wrong(r, "anchors, tags and texts of several lines are not read");
	if (strchr("@`?,]}", *from))
		wrong(r, "must be a key and its value, as '- switch: s1', or one text");
	for (; *r->at && *r->at != '\n' && !(flow && strchr(",]}", *r->at)); r->at++)
		if ((*r->at == ':' && ends_word(r->at[1])) || (*r->at == '#' && r->at > from && r->at[-1] == ' '))
			break;
	for (end = r->at; end > from && strchr(" \t", end[-1]); end--)
		;
	text = xprintf("%.*s", (int)(end - from), from);
	if (strcmp(text, "~") == 0 || strcmp(text, "null") == 0)
		*text = '\0';
	return text;
}

static char *
scalar(yaml_reading *r, bool flow)
{
	return *r->at == '"' || *r->at == '\'' ? quoted(r) : plain(r, flow);
}

/* Another child; `key`, which is its own from now on, is new in a mapping. */
static void
add(const yaml_reading *r, yaml_node *to, char *key, long line, yaml_node child)
{
	for (uint32_t i = 0; key && i < to->children; i++)
		if (strcmp(to->child[i].key, key) == 0)
			die_at(r->file, line, "'%s': given twice, in line %ld, too", key, to->child[i].line);
	to->child = xgrow(to->child, &to->room, (size_t)to->children + 1, sizeof *to->child);
	child.key = key;
	child.line = line;
	to->child[to->children++] = child;
}

/* A text, or what stands in brackets; a text in no bracket ends with its line. */
static yaml_node
value(yaml_reading *r, bool flow)
{
	char end = *r->at == '{' ? '}' : *r->at == '[' ? ']' : '\0', *key = NULL;
	yaml_node n = { .line = r->line, .sort = end == '}' ? YAML_MAP : end ? YAML_LIST : YAML_TEXT, .text = end ? NULL : scalar(r, flow) };

	if (!end)
		return n;
	if (++r->depth > DEEPEST)
		wrong(r, "too many brackets in brackets");
	for (r->at++, skip(r); *r->at != end; skip(r)) {
		long line = r->line;

		if (n.sort == YAML_MAP) {
			key = scalar(r, true);
			skip(r);
			if (*r->at++ != ':')
				wrong(r, "a mapping in braces has keys and values, as {x: 4, y: 2}");
			skip(r);
		}
		add(r, &n, key, line, value(r, true));
		skip(r);
		if (*r->at == ',')
			r->at++;
		else if (*r->at != end)
			wrong(r, "a bracket without its end");
	}
	r->at++;
	r->depth--;
	return n;
}

/* Is an item of a list next? */
static bool
at_item(const yaml_reading *r)
{
	return *r->at == '-' && ends_word(r->at[1]);
}

static yaml_node block(yaml_reading *r);

/* What stands behind a '-' or a key in column `left`: in its line, or farther right in those that follow, below a key a list even so. */
static yaml_node
behind(yaml_reading *r, int left, bool of_key)
{
	long line = r->line;
	yaml_node n;

	skip(r);
	if (!*r->at || (r->line != line && column(r) <= left && !(of_key && column(r) == left && at_item(r))))
		return (yaml_node){ .sort = YAML_TEXT, .text = xstrdup("") };
	if (!of_key || r->line != line)
		return block(r);
	n = value(r, false);
	line = r->line;
	skip(r);
	if (*r->at && r->line == line)	/* no key behind a key */
		wrong(r, MUST_PAIR);
	return n;
}

/* What begins here and goes on in the lines that begin in the same column: a list, a mapping, or one value. */
static yaml_node
block(yaml_reading *r)
{
	int left = column(r);
	bool list = at_item(r);
	yaml_node n = { .sort = list ? YAML_LIST : YAML_MAP, .line = r->line };

	if (++r->depth > DEEPEST)
		wrong(r, "too many lists in lists");
	while (*r->at && column(r) == left && at_item(r) == list) {
		long line = r->line;
		yaml_node key = { .line = line };

		if (!list)
			key = value(r, false);
		if (!list && *r->at != ':' && n.children == 0) {
			n = key;
			break;
		}
		if (!list && (*r->at != ':' || !ends_word(r->at[1]) || !key.text))
			wrong(r, MUST_PAIR);
		r->at++;
		add(r, &n, key.text, line, behind(r, left, !list));
		skip(r);
	}
	r->depth--;
	return n;
}

yaml_node *
yaml_read(gzlines *in)
{
	yaml_reading r = { .file = gzlines_name(in), .line = 1 };
	yaml_node *n = xalloc(1, sizeof *n);
	size_t length, size;
	FILE *whole = xmemory_open(&r.text, &size);
	char *line;

	while ((line = gzlines_next(in, &length)))
		fprintf(whole, "%s\n", line);
	gzlines_close(in);
	xmemory_close(whole);
	r.row = r.at = r.text;
	skip(&r);
	if (!*r.at)
		die(FAIL_DATA, "%s: is empty", r.file);
	*n = block(&r);
	skip(&r);
	if (*r.at)
		wrong(&r, "is not in line with what came before");
	free(r.text);
	return n;
}

static void
free_children(yaml_node *n)
{
	for (uint32_t i = 0; i < n->children; i++)
		free_children(&n->child[i]);
	free_all(n->key, n->text, n->child);
}

void
yaml_free(yaml_node *n)
{
	free_children(n);
	free(n);
}

const yaml_node *
yaml_find(const yaml_node *map, const char *key)
{
	for (uint32_t i = 0; map->sort == YAML_MAP && i < map->children; i++) {
		const yaml_node *n = &map->child[i];

		if (strcmp(n->key, key) == 0)
			return n->children || (n->text && *n->text) ? n : NULL;
	}
	return NULL;
}
