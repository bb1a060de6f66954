/* goal-read -- GOAL as text becomes a program, statement by statement.
 *
 * A statement ends its line; comments, '}' and what is glued together may stand where a statement begins.  Within a statement
 * each token is looked for in its place, so that blanks may be missing: `send 8bto1tag3`. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/draft.h"
#include "lib/program/goal.h"
#include "lib/stream/bounds.h"
#include "lib/stream/gzlines.h"
#include "lib/stream/names.h"

/* In ns: that many ps are less than 2^62. */
#define MOST_CALC (((UINT64_C(1) << 62) - 1) / 1000)

typedef struct goal_reader {
	gzlines *in;
	char *at;		/* where it is in the line */
	long comment;		/* the line in which an open comment begins; 0: there is none */
	draft *draft;
	uint32_t ranks, rank;	/* num_ranks; the rank that is read, or the next one */
	bool inside;		/* a rank's braces */
	names label;		/* of the rank */
	uint32_t *op;		/* [labels], the operation of each */
	size_t room;
} goal_reader;

/* What must stand here, and does not. */
__attribute__((format(printf, 2, 3))) static _Noreturn void
wants(const goal_reader *r, const char *format, ...)
{
	va_list args;
	char *wanted;

	va_start(args, format);
	wanted = xvprintf(format, args);
	va_end(args);
	if (!*r->at)
		die_at(gzlines_name(r->in), gzlines_line(r->in), "the line ends too soon: %s", wanted);
	die_at(gzlines_name(r->in), gzlines_line(r->in), "'%.40s': %s", r->at, wanted);
}

static void
skip_blanks(goal_reader *r)
{
	while (*r->at == ' ' || *r->at == '\t')
		r->at++;
}

/* Is this the next token?  Then go behind it. */
static bool
take(goal_reader *r, const char *token)
{
	char *c;

	skip_blanks(r);
	for (c = r->at; *token && *c == *token; c++)
		token++;
	if (*token)
		return false;
	r->at = c;
	return true;
}

static void
need(goal_reader *r, const char *token)
{
	if (!take(r, token))
		wants(r, "'%s' must follow", token);
}

static uint64_t
number(goal_reader *r, const char *what, uint64_t most)
{
	uint64_t n = 0;
	const char *c;
	bool good;

	skip_blanks(r);
	good = isdigit((unsigned char)*r->at);
	for (c = r->at; good && isdigit((unsigned char)*c); c++) {
		n = 10 * n + (uint64_t)(*c - '0');
		good = n <= most;
	}
	if (!good || *c == '.')
		wants(r, "%s must be a whole number from 0 to %" PRIu64, what, most);
	r->at = (char *)c;
	return n;
}

static bool
take_any(goal_reader *r)
{
	skip_blanks(r);
	if (strncmp(r->at, "-1", 2) != 0 || isdigit((unsigned char)r->at[2]))
		return false;
	r->at += 2;
	return true;
}

static void
line_ends(goal_reader *r)
{
	skip_blanks(r);
	if (r->at[0] == '/')
		wants(r, "a comment must not stand behind a statement");
	if (*r->at)
		wants(r, "nothing more may follow: a line has one statement, and tag, cpu and nic stand in this order");
}

/* Letters, digits and '_' from here on, the first one a letter. */
static size_t
name_length(const char *s)
{
	size_t n = 0;

	if (isalpha((unsigned char)*s))
		while (isalnum((unsigned char)s[n]) || s[n] == '_')
			n++;
	return n;
}

/* The operation of this rank that has the label which stands here. */
static uint32_t
labelled(const goal_reader *r, char *label, size_t length)
{
	char behind = label[length];
	uint32_t number;

	label[length] = '\0';
	number = names_find(&r->label, label);
	if (number == UINT32_MAX)
		die_at(gzlines_name(r->in), gzlines_line(r->in), "no operation above has the label '%.40s' in rank %" PRIu32, label, r->rank);
	label[length] = behind;
	return r->op[number];
}

static uint32_t
message_of(goal_reader *r, bool send)
{
	int64_t bytes = (int64_t)number(r, "the size of a message in bytes", (uint64_t)MOST_BYTES);
	uint32_t peer, tag = 0, op;

	need(r, "b");
	need(r, send ? "to" : "from");
	peer = !send && take_any(r) ? ANY : (uint32_t)number(r, send ? "a receiver" : "a sender (or -1, any)", r->ranks - 1);
	if (take(r, "tag"))
		tag = !send && take_any(r) ? ANY : (uint32_t)number(r, send ? "the tag of a message" : "a tag (or -1, any)", send ? ANY - 1 : ANY);
	if (send)
		return draft_send(r->draft, r->rank, peer, bytes, tag);
	op = draft_recv(r->draft, r->rank, peer, bytes, tag);
	if (take(r, "sum"))
		draft_op(r->draft, op)->sums = 1;
	return op;
}

static uint32_t
operation_here(goal_reader *r)
{
	bool calc = take(r, "calc"), send = !calc && take(r, "send");
	uint32_t op;

	if (!calc && !send && !take(r, "recv"))
		wants(r, "'send', 'recv' or 'calc' must follow the label");
	if (calc)
		op = draft_calc(r->draft, r->rank, 1000 * (int64_t)number(r, "ns of a calc", MOST_CALC));
	else
		op = message_of(r, send);
	if (!calc && take(r, "free"))
		draft_op(r->draft, op)->free = 1;
	if (take(r, "cpu"))
		draft_op(r->draft, op)->cpu = (uint8_t)number(r, "a cpu", UINT8_MAX);
	if (!calc && take(r, "nic"))
		draft_nic(r->draft, op, (uint8_t)number(r, "a nic", MOST_NIC), gzlines_line(r->in));
	line_ends(r);
	return op;
}

static void
labelled_operation(goal_reader *r, char *label, size_t length)
{
	uint32_t op, number;
	bool added;

	label[length] = '\0';
	number = names_add(&r->label, label, &added);
	if (!added)
		die_at(gzlines_name(r->in), gzlines_line(r->in), "rank %" PRIu32 " has the label '%.40s' twice", r->rank, label);
	op = operation_here(r);
	draft_label(r->draft, op, label);
	r->op = xgrow(r->op, &r->room, (size_t)number + 1, sizeof *r->op);
	r->op[number] = op;
}

static void
dependency(goal_reader *r, char *label, size_t length, bool start)
{
	uint32_t later = labelled(r, label, length), sooner;

	skip_blanks(r);
	length = name_length(r->at);
	if (!length)
		wants(r, "the label of an operation must follow");
	sooner = labelled(r, r->at, length);
	r->at += length;
	line_ends(r);
	draft_require(r->draft, later, sooner | (start ? FROM_START : 0));
}

static bool
is_word(const char *s, size_t length, const char *word)
{
	return strlen(word) == length && memcmp(s, word, length) == 0;
}

/* Inside of a rank: an operation, with a label or without, or what one requires. */
static void
statement(goal_reader *r)
{
	char *word = r->at;
	size_t length = name_length(word);

	if (is_word(word, length, "send") || is_word(word, length, "recv") || is_word(word, length, "calc")) {
		if (word[length + strspn(word + length, " \t")] == ':')
			wants(r, "'%.4s' begins a statement and cannot be a label", word);
		operation_here(r);
		return;
	}
	if (!length || is_word(word, length, "rank") || is_word(word, length, "num_ranks"))
		wants(r, "a statement of rank %" PRIu32 " must stand here, or its '}'", r->rank);
	r->at += length;
	if (take(r, ":"))
		labelled_operation(r, word, length);
	else if (take(r, "irequires"))
		dependency(r, word, length, true);
	else if (take(r, "requires"))
		dependency(r, word, length, false);
	else
		wants(r, "':', 'requires' or 'irequires' must follow the label '%.*s'", (int)(length < 40 ? length : 40), word);
}

static void
begin_file(goal_reader *r)
{
	if (!is_word(r->at, name_length(r->at), "num_ranks"))
		wants(r, "'num_ranks N' must stand first");
	r->at += strlen("num_ranks");
	r->ranks = (uint32_t)number(r, "num_ranks", ANY - 1);
	if (!r->ranks)
		die_at(gzlines_name(r->in), gzlines_line(r->in), "num_ranks must be at least 1");
	r->draft = draft_new(r->ranks);
}

static void
begin_rank(goal_reader *r)
{
	uint32_t rank;

	if (r->rank == r->ranks)
		wants(r, "num_ranks says %" PRIu32 ", and nothing may stand behind the last rank", r->ranks);
	if (!is_word(r->at, name_length(r->at), "rank"))
		wants(r, "'rank %" PRIu32 " {' must stand here", r->rank);
	r->at += strlen("rank");
	rank = (uint32_t)number(r, "a rank", r->ranks - 1);
	if (rank != r->rank)
		die_at(gzlines_name(r->in), gzlines_line(r->in), "rank %" PRIu32 " %s; rank %" PRIu32 " must follow", rank,
			rank < r->rank ? "stands twice" : "comes too soon", r->rank);
	need(r, "{");
	r->inside = true;
	names_free(&r->label);
}

/* What begins here, which is neither blank nor a comment. */
static void
item(goal_reader *r)
{
	if (!r->ranks)
		begin_file(r);
	else if (!r->inside)
		begin_rank(r);
	else if (*r->at != '}')
		statement(r);
	else {
		r->at++;
		r->inside = false;
		r->rank++;
	}
}

static void
line(goal_reader *r)
{
	for (;;) {
		char *end = r->comment ? strstr(r->at, "*/") : NULL;

		if (end) {
			r->at = end + 2;
			r->comment = 0;
		}
		skip_blanks(r);
		if (r->comment || !*r->at || strncmp(r->at, "//", 2) == 0)
			return;
		if (strncmp(r->at, "/*", 2) == 0) {
			r->at += 2;
			r->comment = gzlines_line(r->in);
		} else
			item(r);
	}
}

program *
goal_read(const char *path)
{
	goal_reader r = { .in = gzlines_open(path) };
	program *p;
	size_t length;
	const char *file;
	long at;

	die_hint_not("the column program");
	gzlines_expect(r.in, "a program in GOAL");
	while ((r.at = gzlines_next(r.in, &length))) {
		if (memchr(r.at, '\0', length))
			die_at(gzlines_name(r.in), gzlines_line(r.in), "the line has a NUL");
		line(&r);
	}
	file = gzlines_name(r.in);
	at = gzlines_line(r.in);
	if (r.comment)
		die_at(file, r.comment, "the comment that begins here does not end");
	if (!r.ranks)
		die_at(file, at, "the file ends before 'num_ranks N'");
	if (r.inside)
		die_at(file, at, "the file ends in rank %" PRIu32 ", before its '}'", r.rank);
	if (r.rank < r.ranks)
		die_at(file, at, "the file ends before rank %" PRIu32 "; num_ranks says %" PRIu32, r.rank, r.ranks);
	names_free(&r.label);
	free(r.op);
	p = draft_finish(r.draft, gzlines_name(r.in));
	gzlines_close(r.in);
	return p;
}
