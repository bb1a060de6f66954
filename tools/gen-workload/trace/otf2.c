/* otf2 -- the Open Trace Format 2, read by its library.
 *
 * Messages stand where MPI was called; the time between two calls is computing.  A receive that goes on at once is known when it ends,
 * and is put where it began.  Of a collective the format has how many bytes a rank sends and gets as if all spoke to all directly, which
 * Score-P counts with what a rank sends to itself (scorep_mpi_coll.inc.c): the vector or block is worked out of these. */
#ifdef HAVE_OTF2
#include <inttypes.h>
#include <otf2/otf2.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/trace/readers.h"
#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"
#include "lib/cli/files.h"
#include "lib/program/draft.h"

enum { IS_MPI = 1, IS_INIT = 2, IS_WORLD = 4 };	/* of names */

/* What a number of the trace means; numbers may be sparse. */
typedef struct meaning {
	uint64_t number;
	uint32_t is;		/* names and regions: flags; communicators: place in calls.communicator */
	uint32_t count;		/* members of a group, */
	uint64_t *member;	/* as the trace has them */
	uint64_t group;		/* of a communicator */
	bool locations;		/* the members are locations, not ranks */
	bool self;		/* it is each rank on its own */
} meaning;

typedef struct otf2 {
	const char *path;
	const trace_pace *pace;
	calls *to;
	OTF2_Reader *reader;
	void *names, *regions, *groups, *communicators;	/* trees of meaning */
	uint64_t *location;	/* [ranks] */
	uint32_t ranks;
	uint64_t ticks;		/* a second */
} otf2;

/* A rank whose events are read. */
typedef struct otf2_rank {
	otf2 *o;
	rank_calls *calls;
	uint32_t rank, depth;	/* of MPI's regions */
	uint32_t event;		/* number of the one at hand */
	uint64_t left;		/* when MPI was left */
} otf2_rank;

ASCENDING_BY(compare, meaning, number)

/* The meaning of a number; NULL. */
static meaning *
find(void *tree, uint64_t number)
{
	meaning key = { .number = number }, **found = tfind(&key, &tree, compare);

	return found ? *found : NULL;
}

/* Find the meaning of a number, or make an empty one. */
static meaning *
learn(void **tree, uint64_t number)
{
	meaning *m = find(*tree, number);

	if (!m) {
		m = xcalloc(1, sizeof *m);
		m->number = number;
		if (!tsearch(m, tree, compare))
			die(FAIL_DATA, "out of memory");
	}
	return m;
}

/* The library's own words are kept for our message. */
static OTF2_ErrorCode
hear(void *to, const char *file, uint64_t line, const char *function, OTF2_ErrorCode code, const char *format, va_list args)
{
	char **text = to;

	(void)file, (void)line, (void)function;
	if (!*text)
		*text = xvprintf(format, args);
	return code;
}

static void
must(const otf2 *o, bool good, const char *what)
{
	if (!good)
		die(FAIL_DATA, "%s: %s", o->path, what);
}

static OTF2_CallbackCode
take_clock(void *user, uint64_t ticks, uint64_t offset, uint64_t length, uint64_t real)
{
	otf2 *o = user;

	(void)offset, (void)length, (void)real;
	o->ticks = ticks;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_name(void *user, OTF2_StringRef self, const char *name)
{
	otf2 *o = user;
	uint32_t is = (strncmp(name, "MPI_", 4) == 0 ? IS_MPI : 0) | (strncmp(name, "MPI_Init", 8) == 0 ? IS_INIT : 0)
		| (strcmp(name, "MPI_COMM_WORLD") == 0 ? IS_WORLD : 0);

	if (is)
		learn(&o->names, self)->is = is;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_region(void *user, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef canonical, OTF2_StringRef about, OTF2_RegionRole role,
	OTF2_Paradigm paradigm, OTF2_RegionFlag flags, OTF2_StringRef file, uint32_t begin, uint32_t end)
{
	otf2 *o = user;
	const meaning *called = find(o->names, name);

	(void)canonical, (void)about, (void)role, (void)flags, (void)file, (void)begin, (void)end;
	if (called || paradigm == OTF2_PARADIGM_MPI)
		learn(&o->regions, self)->is = IS_MPI | (called ? called->is : 0);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_group(void *user, OTF2_GroupRef self, OTF2_StringRef name, OTF2_GroupType type, OTF2_Paradigm paradigm, OTF2_GroupFlag flags,
	uint32_t count, const uint64_t *members)
{
	otf2 *o = user;
	uint64_t *copy;
	meaning *m;

	(void)name;
	if (paradigm != OTF2_PARADIGM_MPI)
		return OTF2_CALLBACK_SUCCESS;
	copy = xalloc((size_t)count + 1, sizeof *copy);
	for (uint32_t i = 0; i < count; i++)
		copy[i] = members[i];
	if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) {
		free(o->location);
		o->location = copy;
		o->ranks = count;
		return OTF2_CALLBACK_SUCCESS;
	}
	m = learn(&o->groups, self);
	free(m->member);
	m->member = copy;
	m->count = count;
	m->self = type == OTF2_GROUP_TYPE_COMM_SELF;
	m->locations = flags & OTF2_GROUP_FLAG_GLOBAL_MEMBERS;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_communicator(void *user, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group, OTF2_CommRef parent, OTF2_CommFlag flags)
{
	otf2 *o = user;
	const meaning *called = find(o->names, name);
	meaning *m = learn(&o->communicators, self);

	(void)parent, (void)flags;
	m->group = group;
	m->is = called && called->is & IS_WORLD ? WORLD : calls_communicator(o->to, self + UINT64_C(1));
	return OTF2_CALLBACK_SUCCESS;
}

static void
read_definitions(otf2 *o)
{
	OTF2_GlobalDefReader *from = OTF2_Reader_GetGlobalDefReader(o->reader);
	OTF2_GlobalDefReaderCallbacks *take = OTF2_GlobalDefReaderCallbacks_New();
	uint64_t n;

	must(o, from && take, "cannot be read");
	OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(take, take_clock);
	OTF2_GlobalDefReaderCallbacks_SetStringCallback(take, take_name);
	OTF2_GlobalDefReaderCallbacks_SetRegionCallback(take, take_region);
	OTF2_GlobalDefReaderCallbacks_SetGroupCallback(take, take_group);
	OTF2_GlobalDefReaderCallbacks_SetCommCallback(take, take_communicator);
	OTF2_Reader_RegisterGlobalDefCallbacks(o->reader, from, take, o);
	must(o, OTF2_Reader_ReadAllGlobalDefinitions(o->reader, from, &n) == OTF2_SUCCESS, "its definitions are damaged");
	OTF2_GlobalDefReaderCallbacks_Delete(take);
	must(o, o->ticks > 0, "does not say how long a tick of its clock is");
	must(o, o->ranks > 0, "has no ranks of MPI");
}

static uint32_t
rank_of(const otf2 *o, uint64_t location)
{
	uint32_t rank = 0;

	while (rank < o->ranks && o->location[rank] != location)
		rank++;
	must(o, rank < o->ranks, "a communicator has a member that is no rank of MPI");
	return rank;
}

/* Tell the members of a communicator, for twalk_r. */
static void
tell_members(const void *node, VISIT when, void *user)
{
	const meaning *c = *(meaning *const *)node;
	const otf2 *o = user;
	const meaning *g = find(o->groups, c->group);
	uint32_t *rank;

	if ((when != postorder && when != leaf) || !g || g->self)
		return;
	rank = xalloc((size_t)g->count + 1, sizeof *rank);
	for (uint32_t i = 0; i < g->count; i++) {
		must(o, g->locations || g->member[i] < o->ranks, "a communicator has a member that is no rank of MPI");
		rank[i] = g->locations ? rank_of(o, g->member[i]) : (uint32_t)g->member[i];
	}
	calls_members(o->to, c->is, rank, g->count);
}

/* The communicator of this number, which a call of the rank names. */
static const meaning *
communicator_of(const otf2_rank *r, uint64_t number)
{
	const meaning *c = find(r->o->communicators, number);

	if (!c)
		die_at(r->o->path, r->event, "rank %" PRIu32 ": communicator %" PRIu64 " is not defined", r->rank, number);
	return c;
}

/* Who has this place in the communicator. */
static uint32_t
member_of(const otf2_rank *r, const meaning *c, uint32_t place)
{
	const communicator *all = &r->o->to->communicator[c->is];

	if (!all->rank)		/* each rank on its own */
		return r->rank;
	if (place >= all->ranks)
		die_at(r->o->path, r->event, "rank %" PRIu32 ": there is no member %" PRIu32 " in the communicator", r->rank, place);
	return all->rank[place];
}

static void
add_wait(otf2_rank *r, uint32_t call_)
{
	calls_add(r->calls, (call){ .kind = CALL_WAIT, .peer = call_, .line = r->event });
}

/* Something begins that this request ends. */
static void
open_request(otf2_rank *r, uint64_t id, call what)
{
	what.line = r->event;
	what.at_once = true;
	calls_open(r->calls, calls_add(r->calls, what), id);
}

/* The call that the request began, which is closed; NOTHING. */
static uint32_t
close_request(otf2_rank *r, uint64_t id)
{
	for (uint32_t i = 0; i < r->calls->opens; i++)
		if (r->calls->open[i].id == id)
			return calls_close(r->calls, i);
	return NOTHING;
}

static call
message(const otf2_rank *r, uint8_t kind, uint32_t peer, uint64_t communicator_, uint32_t tag, uint64_t bytes)
{
	const meaning *c = communicator_of(r, communicator_);

	return (call){ .kind = kind, .peer = member_of(r, c, peer), .communicator = c->is, .tag = tag & INT32_MAX, .size = (int64_t)bytes,
		.sizes = NOTHING, .line = r->event };
}

#define EVENT OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *user, OTF2_AttributeList *list
#define MESSAGE uint32_t other, OTF2_CommRef comm, uint32_t tag, uint64_t bytes
#define COLLECTIVE OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t root, uint64_t sent, uint64_t got
#define BEGIN otf2_rank *r = user; (void)location, (void)time, (void)position, (void)list; r->event++

/* Define a callback for an event with these arguments that does one thing. */
#define TAKE(name, what, ...) \
	static OTF2_CallbackCode \
	name(EVENT, __VA_ARGS__) \
	{ \
		BEGIN; \
		what; \
		return OTF2_CALLBACK_SUCCESS; \
	}

static OTF2_CallbackCode
take_enter(EVENT, OTF2_RegionRef region)
{
	BEGIN;
	const meaning *m = find(r->o->regions, region);
	double ps;

	if (!m || r->depth++ > 0)
		return OTF2_CALLBACK_SUCCESS;
	ps = (double)(time - r->left) / (double)r->o->ticks * r->o->pace->scale * 1e12;
	if (r->left && time > r->left && !(m->is & IS_INIT) && ps < 1e18)
		calls_add(r->calls, (call){ .kind = CALL_COMPUTE, .size = (int64_t)(ps + 0.5), .line = r->event });
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode
take_leave(EVENT, OTF2_RegionRef region)
{
	BEGIN;
	if (find(r->o->regions, region) && r->depth && --r->depth == 0)
		r->left = time;
	return OTF2_CALLBACK_SUCCESS;
}

TAKE(take_send, calls_add(r->calls, message(r, CALL_SEND, other, comm, tag, bytes)), MESSAGE)
TAKE(take_isend, open_request(r, id, message(r, CALL_SEND, other, comm, tag, bytes)), MESSAGE, uint64_t id)

/* A request has ended that is waited for, or has been called off. */
static void
drop_request(otf2_rank *r, uint64_t id, bool waits)
{
	uint32_t begun = close_request(r, id);

	if (begun != NOTHING && waits)
		add_wait(r, begun);
	else if (begun != NOTHING)
		r->calls->call[begun].kind = CALL_NOTHING;
}

TAKE(take_sent, drop_request(r, id, true), uint64_t id)
TAKE(take_cancelled, drop_request(r, id, false), uint64_t id)
TAKE(take_recv, calls_add(r->calls, message(r, CALL_RECV, other, comm, tag, bytes)), MESSAGE)

/* What it receives, or does together with others, is told at its end. */
TAKE(take_request, open_request(r, id, (call){ .kind = CALL_NOTHING }), uint64_t id)

/* A request has ended, and this is what it was. */
static void
end_request(otf2_rank *r, uint64_t id, call what)
{
	uint32_t begun = close_request(r, id);

	if (begun == NOTHING)
		die_at(r->o->path, r->event, "rank %" PRIu32 ": a request ends that did not begin", r->rank);
	what.line = r->calls->call[begun].line;
	what.at_once = true;
	r->calls->call[begun] = what;
	add_wait(r, begun);
}

TAKE(take_irecv, end_request(r, id, message(r, CALL_RECV, other, comm, tag, bytes)), MESSAGE, uint64_t id)

/* How the format's operations are called here; COLLECTIVE_NAMES: no messages that it tells. */
static const uint8_t names_of[] = {
	DO_BARRIER, DO_BROADCAST, DO_GATHER, DO_GATHER, DO_SCATTER, DO_SCATTER, DO_ALLGATHER, DO_ALLGATHERV, DO_ALLTOALL, DO_ALLTOALLV,
	DO_ALLTOALLV, DO_ALLREDUCE, DO_REDUCE, DO_REDUCE_SCATTER, DO_SCAN, DO_EXSCAN, DO_REDUCE_SCATTER
};

/* The vector or block that a rank sends that many bytes of and gets that many, as one of n at this place. */
static uint64_t
block(uint8_t which, uint64_t sent, uint64_t got, uint32_t n, uint32_t place)
{
	switch (which) {
	case DO_BROADCAST:
	case DO_SCATTER: return got;
	case DO_GATHER:
	case DO_REDUCE: return sent;
	case DO_REDUCE_SCATTER: return got / n;
	case DO_SCAN: return got / (place + 1);
	case DO_EXSCAN: return place ? got / place : sent / (n > 1 ? n - 1 : 1);
	default: return sent / n;
	}
}

/* A collective, which ends the request `id` (NULL: none); none where it has no messages, or is one rank's own. */
static void
together(otf2_rank *r, COLLECTIVE, const uint64_t *id)
{
	const meaning *m = op < sizeof names_of ? communicator_of(r, comm) : NULL;
	const communicator *g = m ? &r->o->to->communicator[m->is] : NULL;
	uint32_t place = 0;
	call c;

	if (!g || !g->rank || g->ranks < 2) {
		if (id)
			close_request(r, *id);
		return;
	}
	while (place < g->ranks && g->rank[place] != r->rank)
		place++;
	if (place == g->ranks)
		die_at(r->o->path, r->event, "rank %" PRIu32 ": a collective of a communicator that it is not in", r->rank);
	c = (call){ .kind = CALL_COLLECTIVE, .which = names_of[op], .communicator = m->is, .sizes = NOTHING, .line = r->event,
		.peer = root == OTF2_COLLECTIVE_ROOT_NONE ? 0 : root, .size = (int64_t)block(names_of[op], sent, got, g->ranks, place) };
	if (id)
		end_request(r, *id, c);
	else
		calls_add(r->calls, c);
}

TAKE(take_collective, together(r, op, comm, root, sent, got, NULL), COLLECTIVE)
TAKE(take_icollective, together(r, op, comm, root, sent, got, &id), COLLECTIVE, uint64_t id)

static OTF2_EvtReaderCallbacks *
event_callbacks(void)
{
	OTF2_EvtReaderCallbacks *take = OTF2_EvtReaderCallbacks_New();

	OTF2_EvtReaderCallbacks_SetEnterCallback(take, take_enter);
	OTF2_EvtReaderCallbacks_SetLeaveCallback(take, take_leave);
	OTF2_EvtReaderCallbacks_SetMpiSendCallback(take, take_send);
	OTF2_EvtReaderCallbacks_SetMpiIsendCallback(take, take_isend);
	OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(take, take_sent);
	OTF2_EvtReaderCallbacks_SetMpiRecvCallback(take, take_recv);
	OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(take, take_request);
	OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(take, take_irecv);
	OTF2_EvtReaderCallbacks_SetMpiRequestCancelledCallback(take, take_cancelled);
	OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(take, take_collective);
	OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveRequestCallback(take, take_request);
	OTF2_EvtReaderCallbacks_SetNonBlockingCollectiveCompleteCallback(take, take_icollective);
	return take;
}

static void
read_rank(otf2 *o, uint32_t rank, OTF2_EvtReaderCallbacks *take)
{
	OTF2_EvtReader *from = OTF2_Reader_GetEvtReader(o->reader, o->location[rank]);
	otf2_rank r = { .o = o, .rank = rank, .calls = calls_of(o->to, rank, o->path) };
	uint64_t n;

	must(o, from, xprintf("the events of rank %" PRIu32 " cannot be read", rank));
	OTF2_Reader_RegisterEvtCallbacks(o->reader, from, take, &r);
	must(o, OTF2_Reader_ReadAllLocalEvents(o->reader, from, &n) == OTF2_SUCCESS, xprintf("the events of rank %" PRIu32 " are damaged", rank));
	for (const open_call *open = r.calls->open; open < r.calls->open + r.calls->opens; open++)
		if (r.calls->call[open->call].kind == CALL_NOTHING)
			die_at(o->path, r.calls->call[open->call].line, "rank %" PRIu32 ": the trace does not say what this receive got", rank);
	OTF2_Reader_CloseEvtReader(o->reader, from);
}

/* The definitions of each location say how its numbers are to be read. */
static void
read_mappings(const otf2 *o)
{
	bool there = OTF2_Reader_OpenDefFiles(o->reader) == OTF2_SUCCESS;
	uint64_t n;

	for (uint32_t rank = 0; there && rank < o->ranks; rank++) {
		OTF2_DefReader *from = OTF2_Reader_GetDefReader(o->reader, o->location[rank]);

		if (from) {
			OTF2_Reader_ReadAllLocalDefinitions(o->reader, from, &n);
			OTF2_Reader_CloseDefReader(o->reader, from);
		}
	}
	if (there)
		OTF2_Reader_CloseDefFiles(o->reader);
}

static void
read_events(otf2 *o)
{
	OTF2_EvtReaderCallbacks *take = event_callbacks();

	for (uint32_t rank = 0; rank < o->ranks; rank++)
		OTF2_Reader_SelectLocation(o->reader, o->location[rank]);
	read_mappings(o);
	must(o, OTF2_Reader_OpenEvtFiles(o->reader) == OTF2_SUCCESS, "its events cannot be read");
	for (uint32_t rank = 0; rank < o->ranks; rank++)
		read_rank(o, rank, take);
	OTF2_Reader_CloseEvtFiles(o->reader);
	OTF2_EvtReaderCallbacks_Delete(take);
}

void
otf2_read(const char *path, const trace_pace *p, calls *c)
{
	otf2 o = { .path = path, .pace = p, .to = c };
	char *heard = NULL;

	OTF2_Error_RegisterCallback(hear, &heard);
	files_read(path);
	o.reader = OTF2_Reader_Open(path);
	if (!o.reader)
		die(FAIL_DATA, "cannot open '%s': %s", path, heard ? heard : "it is not a trace in OTF2");
	OTF2_Reader_SetSerialCollectiveCallbacks(o.reader);
	calls_init(c);
	read_definitions(&o);
	twalk_r(o.communicators, tell_members, &o);
	read_events(&o);
	OTF2_Reader_Close(o.reader);
	calls_end(c, path);	/* what the trace's numbers mean goes with the tool */
}
#else
typedef int otf2_is_missing;	/* a file must have something */
#endif
