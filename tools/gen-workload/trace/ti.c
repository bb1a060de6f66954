/* ti -- SimGrid's time-independent traces: a line an action, "RANK ACTION VALUE...", whose names are read without regard to case.
 *
 * The actions are those that SMPI 3.32 replays or records (src/smpi/internals/smpi_replay.cpp, src/instr/instr_paje_events.cpp).  Two
 * words of our own, which data/tracing writes: "RANK communicator ID RANK..." says who belongs to a communicator, and a last word @ID
 * that a line is about that one, not about the world.  Peers are ranks of the world; roots are places in the communicator. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "gen-workload/trace/readers.h"
#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/program/draft.h"
#include "lib/stream/bounds.h"
#include "lib/stream/gzlines.h"

/* SimGrid's MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL; the tag of sendrecv, whose own is not recorded. */
enum { ANY_SOURCE = -333, ANY_TAG = -444, NOBODY = -666, SENDRECV_TAG = INT32_MAX };

typedef struct ti {
	calls *to;
	const trace_pace *pace;
	bool *doubles;		/* of each rank: where no type is named, values are doubles, not bytes */
	size_t doubles_room, word_room, value_room, late_room, late;
	char **word;		/* of the line at hand */
	int64_t *value;		/* its values, as far as they are numbers, */
	const int64_t *at, *end;	/* and those that are still to be taken */
	struct late *later;	/* lines of which the world's size says what the values are */
	const char *file;
	long line;
} ti;

struct action;

/* The line at hand. */
typedef struct words {
	const struct action *action;
	uint32_t rank, communicator;
	char **value;
	uint32_t values;
} words;

typedef struct action {
	const char *name;
	void (*take)(ti *t, const words *w, call c);	/* NULL: it says nothing of interest */
	/* What the values are: b how many are sent, x how many are not needed, p peer, t tag, c flops, v a count for each rank, w such that
	 * are not needed; then, as far as given: r root, T type of what is sent, U of what is not needed, * any. */
	const char *values;
	uint8_t kind, which;
	bool at_once;
} action;

typedef struct late {
	const action *action;
	uint32_t rank, call, first, count;	/* its values are calls.sizes[first …] */
} late;

/* Bytes by SimGrid's number of a type; 0: there is none. */
static const uint8_t type_bytes[] = {
	8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8, 16, 4, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 16, 32, 8, 8,
	8, 16, 16, 8, 8, 8, 16, 16, 4, 4, 8, 16, 8, 16, 16, 4, 2, 4, 8, 16, 32, 0, 0, 1, 0, 0, 0, 1, 0, 8
};

/* A whole number, as 1e6 is, too. */
static int64_t
whole(const ti *t, const char *word)
{
	double x;
	int64_t n;

	if (read_int(word, INT32_MIN, (int64_t)1e15, &n))
		return n;
	if (!read_real(word, 0, 1e15, &x))
		die_at(t->file, t->line, "'%s': must be a number up to 1e15", word);
	return (int64_t)(x + 0.5);
}

/* A rank or a tag up to `most`, or any. */
static uint32_t
up_to(const ti *t, int64_t value, int64_t any, const char *what, int32_t most)
{
	if (value == any || value == -1)
		return ANY;
	if (value < 0 || value > most)
		die_at(t->file, t->line, "'%" PRId64 "': must be %s from 0 to %d", value, what, most);
	return (uint32_t)value;
}

static uint32_t
peer(const ti *t, int64_t value)
{
	return up_to(t, value, ANY_SOURCE, "a rank", CALLS_RANKS - 1);
}

static int64_t
at_least_0(const ti *t, int64_t value)
{
	if (value < 0)
		die_at(t->file, t->line, "'%" PRId64 "': must be at least 0", value);
	return value;
}

static int64_t
bytes_of(const ti *t, int64_t type)
{
	if (type == -1)
		die_at(t->file, t->line, "type '-1': a derived type, whose size the trace does not say");
	if (type < 0 || type >= (int64_t)(sizeof type_bytes / sizeof *type_bytes) || !type_bytes[type])
		die_at(t->file, t->line, "type '%" PRId64 "': is not one of SimGrid's", type);
	return type_bytes[type];
}

/* Take the next of the values. */
static bool
next(ti *t, int64_t *value)
{
	if (t->at == t->end)
		return false;
	*value = *t->at++;
	return true;
}

static int64_t
must(ti *t, const action *a)
{
	int64_t value;

	if (!next(t, &value))
		die_at(t->file, t->line, "'%s': too few values%s", a->name, strcmp(a->values, "ptbT") == 0 ?
			"; simgrid_convert_TI_traces adds the tags that older traces lack" : "");
	return value;
}

/* What the values of an action say; `n` ranks are in its communicator.  The flops that it ends with. */
static int64_t
take_values(ti *t, const action *a, uint32_t n, int64_t element, call *c)
{
	int64_t flops = 0, type = 0;

	c->sizes = NOTHING;
	for (const char *v = a->values; *v; v++)
		switch (*v) {
		case 'b': c->size = must(t, a); break;
		case 'x': must(t, a); break;
		case 'p': c->peer = peer(t, must(t, a)); break;
		case 't': c->tag = up_to(t, must(t, a), ANY_TAG, "a tag", INT32_MAX); break;
		case 'c': flops = must(t, a); break;
		case 'v':
			if (t->end - t->at < n)
				die_at(t->file, t->line, "'%s': too few values for %" PRIu32 " ranks", a->name, n);
			c->sizes = calls_sizes(t->to, t->at, n);
			t->at += n;
			break;
		case 'w': for (uint32_t i = 0; i < n; i++) must(t, a); break;
		case 'r': if (next(t, &type)) c->peer = peer(t, type); break;
		case 'T': if (next(t, &type)) element = bytes_of(t, type); break;
		case 'U': next(t, &type); break;
		default: t->at = t->end;
		}
	if (t->at != t->end)
		die_at(t->file, t->line, "'%s': %d values too many", a->name, (int)(t->end - t->at));
	at_least_0(t, flops);
	for (uint32_t i = 0; c->sizes != NOTHING && i < n; i++)
		t->to->sizes[c->sizes + i] = at_least_0(t, t->to->sizes[c->sizes + i]) * element;
	c->size = at_least_0(t, c->size) * element;
	return flops;
}

/* Picoseconds of that many seconds of the recording. */
static int64_t
computing(const ti *t, double seconds)
{
	double ps = seconds * t->pace->scale * 1e12;

	if (ps > 1e18)
		die_at(t->file, t->line, "computing takes more than 1000000 s");
	return (int64_t)(ps + 0.5);
}

/* Computing, together with what the rank computes already. */
static void
add_compute(ti *t, uint32_t rank, double seconds)
{
	rank_calls *r = &t->to->rank[rank];
	int64_t ps = computing(t, seconds);

	if (r->count && r->call[r->count - 1].kind == CALL_COMPUTE && r->call[r->count - 1].size <= (int64_t)1e18)
		r->call[r->count - 1].size += ps;
	else
		calls_add(r, (call){ .kind = CALL_COMPUTE, .size = ps, .line = (uint32_t)t->line });
}

/* Have room for that many values, which are to be taken. */
static int64_t *
new_values(ti *t, uint32_t count)
{
	t->value = xgrow(t->value, &t->value_room, (size_t)count + 1, sizeof *t->value);
	t->at = t->value;
	t->end = t->value + count;
	return t->value;
}

static const int64_t *
read_values(ti *t, const words *w)
{
	int64_t *value = new_values(t, w->values);

	for (uint32_t i = 0; i < w->values; i++)
		value[i] = whole(t, w->value[i]);
	return value;
}

/* A message or a collective.  One with a count for each rank of the world waits for the end, when these are known. */
static void
take_call(ti *t, const words *w, call c)
{
	const int64_t *value = read_values(t, w);
	const communicator *g = &t->to->communicator[w->communicator];
	rank_calls *r = &t->to->rank[w->rank];
	bool wait = !g->rank && strpbrk(w->action->values, "vw");
	int64_t flops = 0;

	if (wait)
		c.sizes = calls_sizes(t->to, value, w->values);
	else
		flops = take_values(t, w->action, g->ranks, t->doubles[w->rank] ? 8 : 1, &c);
	if (c.kind == CALL_SEND && c.peer == ANY)
		die_at(t->file, t->line, "'%s': must be to one rank", w->action->name);
	calls_add(r, c);
	if (wait) {
		t->later = xgrow(t->later, &t->late_room, t->late + 1, sizeof *t->later);
		t->later[t->late++] = (late){ w->action, w->rank, r->count - 1, c.sizes, w->values };
	}
	if (c.at_once)
		calls_open(r, r->count - 1, 0);
	else if (flops || wait)
		add_compute(t, w->rank, (double)flops / t->pace->flops);
}

static void
take_sendrecv(ti *t, const words *w, call c)
{
	const int64_t *v = read_values(t, w);
	int64_t element = t->doubles[w->rank] ? 8 : 1;
	rank_calls *r = &t->to->rank[w->rank];
	uint32_t got = NOTHING;

	if (w->values != 4 && w->values != 6)
		die_at(t->file, t->line, "'sendrecv': must be COUNT TO COUNT FROM TYPE TYPE");
	c.tag = SENDRECV_TAG;
	c.kind = CALL_RECV;
	c.at_once = true;
	c.size = v[2] * (w->values == 6 ? bytes_of(t, v[5]) : element);
	c.peer = v[3] == NOBODY ? 0 : peer(t, v[3]);
	if (v[3] != NOBODY)
		got = calls_add(r, c);
	c.kind = CALL_SEND;
	c.at_once = false;
	c.size = v[0] * (w->values == 6 ? bytes_of(t, v[4]) : element);
	if (v[1] != NOBODY) {
		c.peer = peer(t, v[1]);
		if (c.peer == ANY)
			die_at(t->file, t->line, "'sendrecv': must be to one rank");
		calls_add(r, c);
	}
	c.kind = CALL_WAIT;
	c.peer = got;
	if (got != NOTHING)
		calls_add(r, c);
}

static void
take_compute(ti *t, const words *w, call c)
{
	bool sleeps = strcmp(w->action->name, "sleep") == 0;
	double x;

	(void)c;
	if (w->values != 1 || !read_real(w->value[0], 0, 1e24, &x))
		die_at(t->file, t->line, "'%s': must have one value, at least 0", w->action->name);
	add_compute(t, w->rank, sleeps ? x : x / t->pace->flops);
}

/* Is the call what "wait FROM TO TAG" means?  A negative tag, other than any, is of a collective. */
static bool
meant(const call *c, uint32_t rank, const call *wait, const int64_t *v)
{
	if (v[2] < -1 && v[2] != ANY_TAG)
		return c->kind == CALL_COLLECTIVE;
	if (c->kind == CALL_COLLECTIVE || c->communicator != wait->communicator)
		return false;
	if (c->tag != (v[2] < 0 ? ANY : (uint32_t)v[2]))
		return false;
	if (c->kind == CALL_SEND)
		return v[0] == rank && v[1] == c->peer;
	return v[1] == rank && c->peer == (v[0] < 0 ? ANY : (uint32_t)v[0]);
}

/* The place of the oldest request that "FROM TO TAG" means, of the youngest; r->opens: there is none. */
static uint32_t
find_request(ti *t, const words *w, const call *c, bool youngest)
{
	const int64_t *v = read_values(t, w);
	const rank_calls *r = &t->to->rank[w->rank];
	uint32_t found = r->opens;

	if (w->values != 3)
		die_at(t->file, t->line, "'%s': must be FROM TO TAG", w->action->name);
	for (uint32_t i = 0; i < r->opens && (youngest || found == r->opens); i++)
		if (meant(&r->call[r->open[i].call], w->rank, c, v))
			found = i;
	return found;
}

/* There is no request when a test has ended it.  A test leaves a mark: should nothing wait, the last one ended the request. */
static void
take_wait(ti *t, const words *w, call c)
{
	rank_calls *r = &t->to->rank[w->rank];
	uint32_t i = find_request(t, w, &c, false);

	if (i == r->opens)
		return;
	c.peer = r->open[i].call;
	if (c.kind == CALL_NOTHING) {
		r->open[i].tested = calls_add(r, c);
	} else {
		calls_add(r, c);
		calls_close(r, i);
	}
}

static void
take_cancel(ti *t, const words *w, call c)
{
	rank_calls *r = &t->to->rank[w->rank];
	uint32_t i = find_request(t, w, &c, true);

	if (i == r->opens)
		die_at(t->file, t->line, "'cancel': there is no such request");
	r->call[calls_close(r, i)].kind = CALL_NOTHING;
}

/* All of the rank's requests end, whatever the count says; so does SimGrid. */
static void
take_waitall(ti *t, const words *w, call c)
{
	rank_calls *r = &t->to->rank[w->rank];

	for (uint32_t i = 0; i < r->opens; i++) {
		c.peer = r->open[i].call;
		calls_add(r, c);
	}
	r->opens = 0;
}

static void
take_init(ti *t, const words *w, call c)
{
	(void)c;
	t->doubles[w->rank] = w->values > 0;
}

static void
take_members(ti *t, const words *w, call c)
{
	const int64_t *v = read_values(t, w);
	uint32_t *rank = xalloc((size_t)w->values + 1, sizeof *rank);
	bool member = false;

	(void)c;
	if (w->values < 2 || v[0] < 1)
		die_at(t->file, t->line, "'communicator': must be a number from 1, and its ranks");
	for (uint32_t i = 1; i < w->values; i++) {
		rank[i - 1] = peer(t, v[i]);
		member |= rank[i - 1] == w->rank;
	}
	if (!member)
		die_at(t->file, t->line, "'communicator': rank %" PRIu32 " is not in its own communicator", w->rank);
	if (!calls_members(t->to, calls_communicator(t->to, (uint64_t)v[0]), rank, w->values - 1))
		die_at(t->file, t->line, "'%s': another rank says that communicator has other ranks", w->value[0]);
}

static void
take_refused(ti *t, const words *w, call c)
{
	(void)c;
	die_at(t->file, t->line, "'%s': the trace does not say %s", w->action->name, w->action->values);
}

static const action actions[] = {
	{ .name = "compute", .take = take_compute },
	{ .name = "sleep", .take = take_compute },
	{ "send", take_call, "ptbT", .kind = CALL_SEND },
	{ "ssend", take_call, "ptbT", .kind = CALL_SEND },
	{ "recv", take_call, "ptbT", .kind = CALL_RECV },
	{ "isend", take_call, "ptbT", .kind = CALL_SEND, .at_once = true },
	{ "issend", take_call, "ptbT", .kind = CALL_SEND, .at_once = true },
	{ "irecv", take_call, "ptbT", .kind = CALL_RECV, .at_once = true },
	{ .name = "sendrecv", .take = take_sendrecv },
	{ .name = "wait", .take = take_wait, .kind = CALL_WAIT },
	{ .name = "test", .take = take_wait, .kind = CALL_NOTHING },
	{ .name = "waitall", .take = take_waitall, .kind = CALL_WAIT },
	{ "barrier", take_call, "", CALL_COLLECTIVE, DO_BARRIER, false },
	{ "bcast", take_call, "brT", CALL_COLLECTIVE, DO_BROADCAST, false },
	{ "reduce", take_call, "bcrT", CALL_COLLECTIVE, DO_REDUCE, false },
	{ "allreduce", take_call, "bcT", CALL_COLLECTIVE, DO_ALLREDUCE, false },
	{ "alltoall", take_call, "bxTU", CALL_COLLECTIVE, DO_ALLTOALL, false },
	{ "alltoallv", take_call, "xvxwTU", CALL_COLLECTIVE, DO_ALLTOALLV, false },
	{ "gather", take_call, "bxrTU", CALL_COLLECTIVE, DO_GATHER, false },
	{ "gatherv", take_call, "bwrTU", CALL_COLLECTIVE, DO_GATHER, false },
	{ "allgather", take_call, "bxTU", CALL_COLLECTIVE, DO_ALLGATHER, false },
	{ "allgatherv", take_call, "bwT*", CALL_COLLECTIVE, DO_ALLGATHERV, false },
	{ "scatter", take_call, "xbrUT", CALL_COLLECTIVE, DO_SCATTER, false },
	{ "scatterv", take_call, "vxrTU", CALL_COLLECTIVE, DO_SCATTERV, false },
	{ "reducescatter", take_call, "vcT", CALL_COLLECTIVE, DO_REDUCE_SCATTER, false },
	{ "scan", take_call, "bcT", CALL_COLLECTIVE, DO_SCAN, false },
	{ "exscan", take_call, "bcT", CALL_COLLECTIVE, DO_EXSCAN, false },
	{ .name = "cancel", .take = take_cancel },
	{ .name = "init", .take = take_init },
	{ .name = "communicator", .take = take_members },
	{ .name = "finalize" },
	{ .name = "comm_size" },
	{ .name = "comm_dup" },
	{ .name = "location" },
	{ .name = "probe" },
	{ .name = "iprobe" },
	{ .name = "comm_split", .take = take_refused, .values = "which ranks are together" },
	{ .name = "waitany", .take = take_refused, .values = "which request ended" },
	{ .name = "waitsome", .take = take_refused, .values = "which requests ended" },
	{ .name = "start", .take = take_refused, .values = "whether it is a send" },
	{ 0 }
};

/* The action of this name; with "i" in front, a collective that goes on at once. */
static const action *
find_action(const ti *t, const char *name, bool *at_once)
{
	choice_list known;

	for (const action *a = actions; a->name; a++) {
		*at_once = a->kind == CALL_COLLECTIVE && strncasecmp(name, "i", 1) == 0 && strcasecmp(a->name, name + 1) == 0;
		if (*at_once || strcasecmp(a->name, name) == 0)
			return a;
	}
	known = choices_begin(name, ", ");
	for (const action *a = actions; a->name; a++)
		choices_add(&known, a->name);
	die_at(t->file, t->line, "'%s': is not an action; %sknown: %s", name, choices_hint(&known), known.names);
}

/* Take "@ID" from the end of the words: the communicator. */
static uint32_t
take_communicator(const ti *t, words *w)
{
	const char *last = w->values ? w->value[w->values - 1] : "";
	uint32_t which;
	int64_t id;

	if (*last != '@')
		return WORLD;
	if (!read_int(last + 1, 1, INT64_MAX, &id))
		die_at(t->file, t->line, "'%s': must be @ and the number of a communicator", last);
	which = calls_communicator(t->to, (uint64_t)id);
	if (!t->to->communicator[which].rank)
		die_at(t->file, t->line, "'%s': no line says yet which ranks are in this communicator", last);
	w->values--;
	return which;
}

/* A line of `count` words. */
static void
take_line(ti *t, uint32_t count)
{
	words w = { .value = t->word + 2, .values = count - 2 };
	bool at_once = false;
	int64_t rank;

	if (!read_int(t->word[0], 0, CALLS_RANKS - 1, &rank))
		die_at(t->file, t->line, "'%s': must be a rank from 0 to %d", t->word[0], CALLS_RANKS - 1);
	if (count < 2)
		die_at(t->file, t->line, "'%s': must be a rank and an action", t->word[0]);
	w.rank = (uint32_t)rank;
	w.action = find_action(t, t->word[1], &at_once);
	w.communicator = take_communicator(t, &w);
	calls_of(t->to, w.rank, t->file);
	if (t->to->rank[w.rank].file != t->file)
		die_at(t->file, t->line, "'%s': the calls of this rank are in %s", t->word[0], t->to->rank[w.rank].file);
	t->doubles = xgrow(t->doubles, &t->doubles_room, (size_t)w.rank + 1, sizeof *t->doubles);
	if (w.action->take)
		w.action->take(t, &w, (call){ .kind = w.action->kind, .which = w.action->which, .at_once = at_once || w.action->at_once,
			.communicator = w.communicator, .sizes = NOTHING, .line = (uint32_t)t->line });
}

/* Cut the line into words. */
static uint32_t
cut(ti *t, char *line)
{
	uint32_t count = 0;
	char *rest;

	for (char *word = strtok_r(line, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
		t->word = xgrow(t->word, &t->word_room, (size_t)count + 2, sizeof *t->word);
		t->word[count++] = word;
	}
	return count;
}

/* The next line that says something, in words; 0 at the end. */
static uint32_t
next_line(ti *t, gzlines *in)
{
	size_t length;
	char *line;
	uint32_t count;

	while ((line = gzlines_next(in, &length))) {
		t->line = gzlines_line(in);
		if (strlen(line) < length)
			die_at(t->file, t->line, "there is a NUL in this line");
		if (*line != '#' && (count = cut(t, line)))
			return count;
	}
	return 0;
}

static void read_file(ti *t, const char *path, const char *folder);

/* Lines of names of files: the first one is at hand. */
static void
read_index(ti *t, gzlines *in)
{
	const char *index = t->file, *slash = strrchr(index, '/');
	char *folder = slash ? xprintf("%.*s", (int)(slash - index) + 1, index) : xstrdup("");

	do {
		long line = t->line;

		read_file(t, t->word[0], folder);
		t->file = index;
		t->line = line;
	} while (next_line(t, in));
	free(folder);
}

/* A file of actions; one of names where there is no folder that these are in (NULL). */
static void
read_file(ti *t, const char *path, const char *folder)
{
	char *name = folder && *path != '/' ? xprintf("%s%s", folder, path) : path ? xstrdup(path) : NULL;
	gzlines *in;
	uint32_t count;
	int64_t rank;

	if (folder && access(name, R_OK) != 0)
		die_at(t->file, t->line, "'%s': not a trace that is known: neither a rank and what it calls, nor a file of these: cannot open '%s': %s", path, name,
			strerror(errno));
	if (folder && !file_for_streams(name))
		die_at(t->file, t->line, "'%s': must be a regular file", path);
	in = gzlines_open(name);
	gzlines_expect(in, "a trace that is known: lines as '0 send 1 0 1024', or names of files of such lines; Chakra's JSON in a file of its own, "
		"in a build with jansson");
	t->file = xstrdup(gzlines_name(in));
	count = next_line(t, in);
	if (count && !folder && !read_int(t->word[0], 0, CALLS_RANKS, &rank)) {
		read_index(t, in);
	} else {
		for (; count; count = next_line(t, in))
			take_line(t, count);
	}
	gzlines_close(in);
	free(name);
}

/* Lines that waited for the size of the world. */
static void
take_late(ti *t)
{
	for (size_t i = 0; i < t->late; i++) {
		const late *l = &t->later[i];
		rank_calls *r = &t->to->rank[l->rank];
		call *c = &r->call[l->call];
		int64_t flops;

		t->file = r->file;
		t->line = c->line;
		memcpy(new_values(t, l->count), t->to->sizes + l->first, l->count * sizeof *t->value);
		flops = take_values(t, l->action, t->to->ranks, t->doubles[l->rank] ? 8 : 1, c);
		if (flops && !c->at_once)
			c[1].size += computing(t, (double)flops / t->pace->flops);
	}
}

/* Requests for which nothing waited ended with their last test. */
static void
end_tests(ti *t)
{
	for (rank_calls *r = t->to->rank; r < t->to->rank + t->to->ranks; r++)
		for (uint32_t i = 0; i < r->opens; i++)
			if (r->open[i].tested != NOTHING)
				r->call[r->open[i].tested].kind = CALL_WAIT;
}

void
ti_read(const char *path, const trace_pace *p, calls *c)
{
	ti t = { .to = c, .pace = p };

	calls_init(c);
	read_file(&t, path, NULL);
	calls_end(c, path ? path : "-");
	take_late(&t);
	end_tests(&t);
}
