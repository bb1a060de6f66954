/* mpi-trace -- records what an MPI program asks of MPI, for `gen-workload trace`.
 *
 *	mpicc -O2 -shared -fPIC -o mpi-trace.so mpi-trace.c
 *	mpirun -n 16 -x LD_PRELOAD=$PWD/mpi-trace.so ./program
 *	gen-workload trace --machine ... --out program.goal trace/index
 *
 * Each rank writes a file of actions in the folder trace, or in the one that HOPLINE_TRACE names, and rank 0 the index of them.  The
 * format is that of SimGrid's time-independent traces with all sizes in bytes and computing in ns (flops of a computer that does 1e9
 * a second): the time between two calls of MPI.  Beside these stand lines "RANK communicator ID RANK..." and "RANK cancel ...", and a
 * last word @ID says which communicator a line is about.
 *
 * With HOPLINE_TRACE_SUMS in the environment no time is taken, and in place of its messages each rank writes at its end how many bytes it
 * sent to whom: a trace for its matrix alone.  Collectives are written one by one all the same.
 *
 * What C calls is recorded: not Fortran, whose calls Open MPI does not pass on
 * by these names.  Not recorded are one-sided messages, files, alltoallw, neighborhoods and calls of several threads at once. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* As SimGrid has them. */
enum { ANY_SOURCE = -333, ANY_TAG = -444 };

/* What this file knows of a communicator. */
typedef struct known {
	int id, ranks;
	int world[];		/* each member's rank in the world */
} known;

/* A request that is under way, or persistent. */
typedef struct request {
	MPI_Request handle;
	const char *name;	/* of a persistent one: what it starts */
	long long bytes;
	int from, to, tag, id;
} request;

static FILE *out;
static int me, ranks, made, keyval;
static double computed, left;	/* ns: since the last line; when the last call ended */
static long long *sums;		/* [ranks] bytes sent; NULL: messages are written */
static MPI_Comm last;		/* that `of` was asked about, and what it is; NULL: nothing */
static known *last_known;
static request *requests;
static size_t count, room;

static double
now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void
enter(void)
{
	if (!sums)
		computed += now() - left;
}

static int
leave(int result)
{
	if (!sums)
		left = now();
	return result;
}

static void
fail(const char *what)
{
	fprintf(stderr, "mpi-trace: rank %d: %s\n", me, what);
	PMPI_Abort(MPI_COMM_WORLD, 1);
}

/* Begin a line: what was computed before comes first. */
static void
line(const char *action)
{
	if (computed >= 1)
		fprintf(out, "%d compute %.0f\n", me, computed);
	computed = 0;
	fprintf(out, "%d %s", me, action);
}

static void
end_line(int id)
{
	fprintf(out, id ? " @%d\n" : "\n", id);
}

static long long
bytes(long long n, MPI_Datatype type)
{
	int size;

	PMPI_Type_size(type, &size);
	return n * size;
}

static int
forget_communicator(MPI_Comm comm, int key, void *value, void *extra)
{
	(void)comm, (void)key, (void)extra;
	if (value == last_known)
		last_known = NULL;
	free(value);
	return MPI_SUCCESS;
}

/* Get to know a communicator; its first rank chooses a number that no other has.  The world has 0, and what a rank is in alone. */
static int
meet(MPI_Comm comm, int result)
{
	int inter, n, id = 0;
	MPI_Group group, all;
	known *k;
	int *place;

	if (result != MPI_SUCCESS || comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter)
		return result;
	PMPI_Comm_size(comm, &n);
	k = malloc(sizeof *k + (size_t)n * sizeof *k->world);
	place = malloc((size_t)n * sizeof *place);
	for (int i = 0; i < n; i++)
		place[i] = i;
	PMPI_Comm_group(comm, &group);
	PMPI_Comm_group(MPI_COMM_WORLD, &all);
	PMPI_Group_translate_ranks(group, n, place, all, k->world);
	PMPI_Group_free(&group);
	PMPI_Group_free(&all);
	free(place);
	if (comm != MPI_COMM_WORLD && n > 1) {
		if (k->world[0] == me)
			id = ++made * ranks + me + 1;
		PMPI_Bcast(&id, 1, MPI_INT, 0, comm);
		line("communicator");
		fprintf(out, " %d", id);
		for (int i = 0; i < n; i++)
			fprintf(out, " %d", k->world[i]);
		end_line(0);
	}
	k->id = id;
	k->ranks = n;
	PMPI_Comm_set_attr(comm, keyval, k);
	return result;
}

static const known *
of(MPI_Comm comm)
{
	int there = 0;

	if (last_known && comm == last)
		return last_known;
	if (comm != MPI_COMM_NULL)
		PMPI_Comm_get_attr(comm, keyval, &last_known, &there);
	if (!there)
		fail("a message in a communicator that it does not know, as those between two groups");
	last = comm;
	return last_known;
}

static void
begin(void)
{
	const char *folder = getenv("HOPLINE_TRACE");
	char path[4096];

	folder = folder ? folder : "trace";
	PMPI_Comm_rank(MPI_COMM_WORLD, &me);
	PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
	mkdir(folder, 0777);
	snprintf(path, sizeof path, "%s/index", folder);
	if (me == 0) {
		if (!(out = fopen(path, "w")))
			fail("cannot write the index");
		for (int i = 0; i < ranks; i++)
			fprintf(out, "rank-%d\n", i);
		fclose(out);
	}
	snprintf(path, sizeof path, "%s/rank-%d", folder, me);
	if (!(out = fopen(path, "w")))
		fail("cannot write its file");
	if (getenv("HOPLINE_TRACE_SUMS"))
		sums = calloc((size_t)ranks, sizeof *sums);
	PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget_communicator, &keyval, NULL);
	meet(MPI_COMM_WORLD, MPI_SUCCESS);
	meet(MPI_COMM_SELF, MPI_SUCCESS);
	line("init");
	end_line(0);
	leave(0);
}

int
MPI_Init(int *argc, char ***argv)
{
	int result = PMPI_Init(argc, argv);

	begin();
	return result;
}

int
MPI_Init_thread(int *argc, char ***argv, int wanted, int *given)
{
	int result = PMPI_Init_thread(argc, argv, wanted, given);

	begin();
	return result;
}

/* In the world, and what came from others as they sent it. */
static void
write_sums(void)
{
	long long *got = sums ? calloc((size_t)ranks, sizeof *got) : NULL;

	if (!sums)
		return;
	PMPI_Alltoall(sums, 1, MPI_LONG_LONG, got, 1, MPI_LONG_LONG, MPI_COMM_WORLD);
	for (int i = 0; i < ranks; i++)
		if (sums[i])
			fprintf(out, "%d send %d 0 %lld\n", me, i, sums[i]);
	for (int i = 0; i < ranks; i++)
		if (got[i])
			fprintf(out, "%d recv %d 0 %lld\n", me, i, got[i]);
	free(got);
}

int
MPI_Finalize(void)
{
	enter();
	write_sums();
	line("finalize");
	end_line(0);
	if (fclose(out) != 0)
		fail("cannot write its file");
	return PMPI_Finalize();
}

#define UNWRAP(...) __VA_ARGS__
#define CREATES(name, declared, given, new) \
	int MPI_##name(UNWRAP declared) { enter(); return leave(meet(*new, PMPI_##name given)); }

CREATES(Comm_dup, (MPI_Comm c, MPI_Comm *n), (c, n), n)
CREATES(Comm_dup_with_info, (MPI_Comm c, MPI_Info i, MPI_Comm *n), (c, i, n), n)
CREATES(Comm_split, (MPI_Comm c, int color, int key, MPI_Comm *n), (c, color, key, n), n)
CREATES(Comm_split_type, (MPI_Comm c, int type, int key, MPI_Info i, MPI_Comm *n), (c, type, key, i, n), n)
CREATES(Comm_create, (MPI_Comm c, MPI_Group g, MPI_Comm *n), (c, g, n), n)
CREATES(Comm_create_group, (MPI_Comm c, MPI_Group g, int tag, MPI_Comm *n), (c, g, tag, n), n)
CREATES(Intercomm_merge, (MPI_Comm c, int high, MPI_Comm *n), (c, high, n), n)
CREATES(Cart_create, (MPI_Comm c, int d, const int *dims, const int *per, int o, MPI_Comm *n), (c, d, dims, per, o, n), n)
CREATES(Cart_sub, (MPI_Comm c, const int *keep, MPI_Comm *n), (c, keep, n), n)
CREATES(Graph_create, (MPI_Comm c, int nodes, const int *index, const int *edges, int o, MPI_Comm *n), (c, nodes, index, edges, o, n), n)

/* A message: "ACTION PEER TAG BYTES". */
static void
message(const char *action, int peer, int tag, long long size, int id)
{
	if (sums) {
		if (strstr(action, "send"))
			sums[peer] += size;
		return;
	}
	line(action);
	fprintf(out, " %d %d %lld", peer, tag == MPI_ANY_TAG ? ANY_TAG : tag, size);
	end_line(id);
}

static int
world_rank(const known *k, int peer)
{
	return peer == MPI_ANY_SOURCE ? ANY_SOURCE : k->world[peer];
}

static void
follow(MPI_Request handle, const char *name, int from, int to, int tag, int id, long long size)
{
	if (sums && !name)
		return;
	if (count == room)
		requests = realloc(requests, (room = 2 * room + 64) * sizeof *requests);
	requests[count++] = (request){ handle, name, size, from, to, tag == MPI_ANY_TAG ? ANY_TAG : tag, id };
}

static request *
find(MPI_Request handle)
{
	for (size_t i = 0; i < count; i++)
		if (requests[i].handle == handle)
			return &requests[i];
	return NULL;
}

/* "ACTION FROM TO TAG" of the request with this handle; it is over unless it is persistent. */
static void
over(const char *action, MPI_Request handle)
{
	request *r = handle == MPI_REQUEST_NULL || sums ? NULL : find(handle);

	if (!r)
		return;
	line(action);
	fprintf(out, " %d %d %d", r->from, r->to, r->tag);
	end_line(r->id);
	if (!r->name)
		*r = requests[--count];
}

#define SENDS(name) \
	int MPI_##name(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) \
	{ \
		enter(); \
		if (to != MPI_PROC_NULL) \
			message("send", world_rank(of(c), to), tag, bytes(n, t), of(c)->id); \
		return leave(PMPI_##name(b, n, t, to, tag, c)); \
	}
#define SENDS_AT_ONCE(name) \
	int MPI_##name(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *q) \
	{ \
		int result; \
		enter(); \
		result = PMPI_##name(b, n, t, to, tag, c, q); \
		if (to != MPI_PROC_NULL) { \
			message("isend", world_rank(of(c), to), tag, bytes(n, t), of(c)->id); \
			follow(*q, NULL, me, world_rank(of(c), to), tag, of(c)->id, 0); \
		} \
		return leave(result); \
	}
#define PERSISTS(name, constant, action, from, to) \
	int MPI_##name(constant void *b, int n, MPI_Datatype t, int peer, int tag, MPI_Comm c, MPI_Request *q) \
	{ \
		int result; \
		enter(); \
		result = PMPI_##name(b, n, t, peer, tag, c, q); \
		if (peer != MPI_PROC_NULL) \
			follow(*q, action, from, to, tag, of(c)->id, bytes(n, t)); \
		return leave(result); \
	}

SENDS(Send)
SENDS(Ssend)
SENDS(Rsend)
SENDS(Bsend)
SENDS_AT_ONCE(Isend)
SENDS_AT_ONCE(Issend)
SENDS_AT_ONCE(Irsend)
SENDS_AT_ONCE(Ibsend)
PERSISTS(Send_init, const, "isend", me, world_rank(of(c), peer))
PERSISTS(Ssend_init, const, "isend", me, world_rank(of(c), peer))
PERSISTS(Rsend_init, const, "isend", me, world_rank(of(c), peer))
PERSISTS(Bsend_init, const, "isend", me, world_rank(of(c), peer))
PERSISTS(Recv_init, , "irecv", world_rank(of(c), peer), me)

/* A receive's tag and size are those that came. */
int
MPI_Recv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s)
{
	MPI_Status own;
	int result, came = 0;

	if (sums)
		return PMPI_Recv(b, n, t, from, tag, c, s);
	enter();
	s = s == MPI_STATUS_IGNORE ? &own : s;
	result = PMPI_Recv(b, n, t, from, tag, c, s);
	if (from != MPI_PROC_NULL) {
		PMPI_Get_count(s, MPI_BYTE, &came);
		message("recv", world_rank(of(c), from), s->MPI_TAG, came, of(c)->id);
	}
	return leave(result);
}

int
MPI_Irecv(void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request *q)
{
	int result;

	if (sums)
		return PMPI_Irecv(b, n, t, from, tag, c, q);
	enter();
	result = PMPI_Irecv(b, n, t, from, tag, c, q);
	if (from != MPI_PROC_NULL) {
		message("irecv", world_rank(of(c), from), tag, bytes(n, t), of(c)->id);
		follow(*q, NULL, world_rank(of(c), from), me, tag, of(c)->id, 0);
	}
	return leave(result);
}

/* The receive is posted, then the message sent, then the other one has come. */
static void
exchange(long long sent, int to, int sent_tag, long long got, int from, int got_tag, MPI_Comm c)
{
	const known *k = of(c);

	if (from != MPI_PROC_NULL && !sums)
		message("irecv", world_rank(k, from), got_tag, got, k->id);
	if (to != MPI_PROC_NULL)
		message("send", world_rank(k, to), sent_tag, sent, k->id);
	if (from == MPI_PROC_NULL || sums)
		return;
	line("wait");
	fprintf(out, " %d %d %d", world_rank(k, from), me, got_tag == MPI_ANY_TAG ? ANY_TAG : got_tag);
	end_line(k->id);
}

int
MPI_Sendrecv(const void *sb, int sn, MPI_Datatype st, int to, int sent_tag, void *rb, int rn, MPI_Datatype rt, int from, int got_tag,
	MPI_Comm c, MPI_Status *s)
{
	enter();
	exchange(bytes(sn, st), to, sent_tag, bytes(rn, rt), from, got_tag, c);
	return leave(PMPI_Sendrecv(sb, sn, st, to, sent_tag, rb, rn, rt, from, got_tag, c, s));
}

int
MPI_Sendrecv_replace(void *b, int n, MPI_Datatype t, int to, int sent_tag, int from, int got_tag, MPI_Comm c, MPI_Status *s)
{
	enter();
	exchange(bytes(n, t), to, sent_tag, bytes(n, t), from, got_tag, c);
	return leave(PMPI_Sendrecv_replace(b, n, t, to, sent_tag, from, got_tag, c, s));
}

static void
start(MPI_Request handle)
{
	const request *r = find(handle);

	if (r)
		message(r->name, r->from == me && strcmp(r->name, "isend") == 0 ? r->to : r->from, r->tag, r->bytes, r->id);
}

int
MPI_Start(MPI_Request *q)
{
	enter();
	start(*q);
	return leave(PMPI_Start(q));
}

int
MPI_Startall(int n, MPI_Request *q)
{
	enter();
	for (int i = 0; i < n; i++)
		start(q[i]);
	return leave(PMPI_Startall(n, q));
}

int
MPI_Cancel(MPI_Request *q)
{
	enter();
	over("cancel", *q);
	return leave(PMPI_Cancel(q));
}

int
MPI_Request_free(MPI_Request *q)
{
	request *r = find(*q);

	enter();
	if (r)
		*r = requests[--count];
	return leave(PMPI_Request_free(q));
}

/* Handles as they were, for MPI clears those of requests that are over. */
static const MPI_Request *
handles(int n, const MPI_Request *q)
{
	static MPI_Request *kept;
	static size_t most;

	if ((size_t)n > most)
		kept = realloc(kept, (most = (size_t)n) * sizeof *kept);
	if (n > 0)
		memcpy(kept, q, (size_t)n * sizeof *q);
	return kept;
}

/* Waits and tests: `over` for those that ended. */
#define ENDS(name, declared, given, n, q, ...) \
	int MPI_##name(UNWRAP declared) \
	{ \
		const MPI_Request *old; \
		int result; \
		if (sums) \
			return PMPI_##name given; \
		enter(); \
		old = handles(n, q); \
		result = PMPI_##name given; \
		__VA_ARGS__; \
		return leave(result); \
	}
#define ALL(n) for (int i = 0; i < (n); i++) over("wait", old[i])
#define SOME for (int i = 0; *ended != MPI_UNDEFINED && i < *ended; i++) over("wait", old[which[i]])

ENDS(Wait, (MPI_Request *q, MPI_Status *s), (q, s), 1, q, ALL(1))
ENDS(Waitall, (int n, MPI_Request *q, MPI_Status *s), (n, q, s), n, q, ALL(n))
ENDS(Waitany, (int n, MPI_Request *q, int *one, MPI_Status *s), (n, q, one, s), n, q, if (*one != MPI_UNDEFINED) over("wait", old[*one]))
ENDS(Waitsome, (int n, MPI_Request *q, int *ended, int *which, MPI_Status *s), (n, q, ended, which, s), n, q, SOME)
ENDS(Test, (MPI_Request *q, int *flag, MPI_Status *s), (q, flag, s), 1, q, if (*flag) ALL(1))
ENDS(Testall, (int n, MPI_Request *q, int *flag, MPI_Status *s), (n, q, flag, s), n, q, if (*flag) ALL(n))
ENDS(Testany, (int n, MPI_Request *q, int *one, int *flag, MPI_Status *s), (n, q, one, flag, s), n, q,
	if (*flag && *one != MPI_UNDEFINED) over("wait", old[*one]))
ENDS(Testsome, (int n, MPI_Request *q, int *ended, int *which, MPI_Status *s), (n, q, ended, which, s), n, q, SOME)

int
MPI_Probe(int from, int tag, MPI_Comm c, MPI_Status *s)
{
	enter();
	return leave(PMPI_Probe(from, tag, c, s));
}

int
MPI_Iprobe(int from, int tag, MPI_Comm c, int *flag, MPI_Status *s)
{
	enter();
	return leave(PMPI_Iprobe(from, tag, c, flag, s));
}

/* What a member gives; where that lies in place, as much as it gets. */
#define GIVEN(sb, sn, st, rn, rt) ((sb) == MPI_IN_PLACE ? bytes(rn, rt) : bytes(sn, st))

static void
put(long long value)
{
	fprintf(out, " %lld", value);
}

/* Counts of all members; NULL: zeros. */
static void
put_all(MPI_Comm c, const int *n, MPI_Datatype t)
{
	for (int i = 0; i < of(c)->ranks; i++)
		put(n ? bytes(n[i], t) : 0);
}

static int
is_root(MPI_Comm c, int root)
{
	return of(c)->world[root] == me;
}

/* A collective that blocks, and the one that goes on at once and whose wait has the tag -3; both write the same values. */
#define COLLECTIVE(name, iname, action, declared, given, ...) \
	int MPI_##name(UNWRAP declared, MPI_Comm c) \
	{ \
		enter(); \
		if (of(c)->ranks > 1) { \
			line(action); \
			__VA_ARGS__; \
			end_line(of(c)->id); \
		} \
		return leave(PMPI_##name(UNWRAP given, c)); \
	} \
	int MPI_##iname(UNWRAP declared, MPI_Comm c, MPI_Request *q) \
	{ \
		int result; \
		enter(); \
		result = PMPI_##iname(UNWRAP given, c, q); \
		if (of(c)->ranks > 1) { \
			line(sums ? action : "i" action); \
			__VA_ARGS__; \
			end_line(of(c)->id); \
			follow(*q, NULL, 0, 0, -3, 0, 0); \
		} \
		return leave(result); \
	}
#define FROM const void *sb, int sn, MPI_Datatype st
#define TO void *rb, int rn, MPI_Datatype rt

int
MPI_Barrier(MPI_Comm c)
{
	enter();
	if (of(c)->ranks > 1) {
		line("barrier");
		end_line(of(c)->id);
	}
	return leave(PMPI_Barrier(c));
}

int
MPI_Ibarrier(MPI_Comm c, MPI_Request *q)
{
	int result;

	enter();
	result = PMPI_Ibarrier(c, q);
	if (of(c)->ranks > 1) {
		line(sums ? "barrier" : "ibarrier");
		end_line(of(c)->id);
		follow(*q, NULL, 0, 0, -3, 0, 0);
	}
	return leave(result);
}

COLLECTIVE(Bcast, Ibcast, "bcast", (void *b, int n, MPI_Datatype t, int root), (b, n, t, root), put(bytes(n, t)), put(root))
COLLECTIVE(Reduce, Ireduce, "reduce", (const void *sb, void *rb, int n, MPI_Datatype t, MPI_Op o, int root), (sb, rb, n, t, o, root),
	put(bytes(n, t)), put(0), put(root))
COLLECTIVE(Allreduce, Iallreduce, "allreduce", (const void *sb, void *rb, int n, MPI_Datatype t, MPI_Op o), (sb, rb, n, t, o),
	put(bytes(n, t)), put(0))
COLLECTIVE(Scan, Iscan, "scan", (const void *sb, void *rb, int n, MPI_Datatype t, MPI_Op o), (sb, rb, n, t, o), put(bytes(n, t)), put(0))
COLLECTIVE(Exscan, Iexscan, "exscan", (const void *sb, void *rb, int n, MPI_Datatype t, MPI_Op o), (sb, rb, n, t, o),
	put(bytes(n, t)), put(0))
COLLECTIVE(Reduce_scatter, Ireduce_scatter, "reducescatter", (const void *sb, void *rb, const int *n, MPI_Datatype t, MPI_Op o),
	(sb, rb, n, t, o), put_all(c, n, t), put(0))
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, "reducescatter", (const void *sb, void *rb, int n, MPI_Datatype t, MPI_Op o),
	(sb, rb, n, t, o), for (int i = 0; i < of(c)->ranks; i++) put(bytes(n, t)); put(0))
COLLECTIVE(Alltoall, Ialltoall, "alltoall", (FROM, TO), (sb, sn, st, rb, rn, rt), put(GIVEN(sb, sn, st, rn, rt)), put(bytes(rn, rt)))
COLLECTIVE(Allgather, Iallgather, "allgather", (FROM, TO), (sb, sn, st, rb, rn, rt), put(GIVEN(sb, sn, st, rn, rt)), put(bytes(rn, rt)))
COLLECTIVE(Gather, Igather, "gather", (FROM, TO, int root), (sb, sn, st, rb, rn, rt, root), put(GIVEN(sb, sn, st, rn, rt)), put(0),
	put(root))
COLLECTIVE(Scatter, Iscatter, "scatter", (FROM, TO, int root), (sb, sn, st, rb, rn, rt, root),
	put(0), put(rb == MPI_IN_PLACE ? 0 : bytes(rn, rt)), put(root))
COLLECTIVE(Allgatherv, Iallgatherv, "allgatherv", (FROM, void *rb, const int *rn, const int *at, MPI_Datatype rt),
	(sb, sn, st, rb, rn, at, rt), int place; PMPI_Comm_rank(c, &place); put(GIVEN(sb, sn, st, rn[place], rt)), put_all(c, rn, rt))
COLLECTIVE(Gatherv, Igatherv, "gatherv", (FROM, void *rb, const int *rn, const int *at, MPI_Datatype rt, int root),
	(sb, sn, st, rb, rn, at, rt, root), put(sb == MPI_IN_PLACE ? 0 : bytes(sn, st)), put_all(c, is_root(c, root) ? rn : NULL, rt), put(root))
COLLECTIVE(Scatterv, Iscatterv, "scatterv", (const void *sb, const int *sn, const int *at, MPI_Datatype st, TO, int root),
	(sb, sn, at, st, rb, rn, rt, root), put_all(c, is_root(c, root) ? sn : NULL, st), put(0), put(root))
COLLECTIVE(Alltoallv, Ialltoallv, "alltoallv", (const void *sb, const int *sn, const int *sat, MPI_Datatype st, void *rb, const int *rn,
	const int *rat, MPI_Datatype rt), (sb, sn, sat, st, rb, rn, rat, rt), put(0),
	put_all(c, sb == MPI_IN_PLACE ? rn : sn, sb == MPI_IN_PLACE ? rt : st), put(0), put_all(c, rn, rt))
