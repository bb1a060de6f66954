/* link: gen-workload */
/* otf2 -- archives that OTF2's own writer made, read as programs: what stands where MPI was called, sizes as Score-P counts them. */
#include "unit/tap.h"

#ifdef HAVE_OTF2
#include <otf2/otf2.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/trace/readers.h"
#include "gen-workload/trace/unroll.h"
#include "lib/cli/cli.h"
#include "lib/program/goal.h"
#include "unit/dies.h"

enum { RANKS = 3, FIRST_LOCATION = 100, MPI_INIT = 5, MPI_CALL, OWN_CODE, WORLD_COMM = 40, PAIR_COMM, SELF_COMM };

static OTF2_EvtWriter *to;	/* of the rank at hand */
static uint64_t now;		/* us */

/* A call of MPI that takes 10 us, after computing for so long; what it records is written between the two. */
static void
enter(uint64_t computed)
{
	now += computed;
	OTF2_EvtWriter_Enter(to, NULL, now, MPI_CALL);
}

static void
leave(void)
{
	now += 10;
	OTF2_EvtWriter_Leave(to, NULL, now, MPI_CALL);
}

static void
collective(uint64_t computed, OTF2_CollectiveOp op, OTF2_CommRef comm, uint32_t root, uint64_t sent, uint64_t got)
{
	enter(computed);
	OTF2_EvtWriter_MpiCollectiveBegin(to, NULL, now);
	OTF2_EvtWriter_MpiCollectiveEnd(to, NULL, now, op, comm, root, sent, got);
	leave();
}

/* MPI_Init, and a function of the program's own, which is computing. */
static void
begin(void)
{
	now = 1000;
	OTF2_EvtWriter_Enter(to, NULL, now, MPI_INIT);
	OTF2_EvtWriter_Leave(to, NULL, now += 500, MPI_INIT);
	OTF2_EvtWriter_Enter(to, NULL, now, OWN_CODE);
}

static void
end(void)
{
	OTF2_EvtWriter_Leave(to, NULL, now, OWN_CODE);
}

static void
messages(uint32_t rank)
{
	begin();
	if (rank == 0) {
		enter(7);
		OTF2_EvtWriter_MpiSend(to, NULL, now, 1, WORLD_COMM, 7, 80);
		leave();
		enter(0);	/* in PAIR_COMM rank 2 has place 0, rank 0 has 1 */
		OTF2_EvtWriter_MpiIrecvRequest(to, NULL, now, 99);
		leave();
		enter(3);
		OTF2_EvtWriter_MpiIrecv(to, NULL, now, 0, PAIR_COMM, 5, 24, 99);
		leave();
	} else if (rank == 1) {
		enter(0);
		OTF2_EvtWriter_MpiIrecvRequest(to, NULL, now, 98);
		OTF2_EvtWriter_MpiRecv(to, NULL, now, 0, WORLD_COMM, 7, 80);
		leave();
		enter(4);
		OTF2_EvtWriter_MpiRequestCancelled(to, NULL, now, 98);
		leave();
	} else {
		enter(0);
		OTF2_EvtWriter_MpiIsend(to, NULL, now, 1, PAIR_COMM, 5, 24, 97);
		leave();
		enter(6);
		OTF2_EvtWriter_MpiIsendComplete(to, NULL, now, 97);
		leave();
		enter(1);
		leave();
	}
	end();
}

static void
collectives(uint32_t rank)
{
	begin();
	collective(1, OTF2_COLLECTIVE_OP_BCAST, WORLD_COMM, 1, rank == 1 ? 300 : 0, 100);
	collective(0, OTF2_COLLECTIVE_OP_GATHERV, WORLD_COMM, 0, 8 * (rank + 1), rank == 0 ? 48 : 0);
	collective(0, OTF2_COLLECTIVE_OP_SCATTER, WORLD_COMM, 2, rank == 2 ? 30 : 0, 10);
	collective(0, OTF2_COLLECTIVE_OP_SCAN, WORLD_COMM, OTF2_COLLECTIVE_ROOT_NONE, 4 * (RANKS - rank), 4 * (rank + 1));
	collective(0, OTF2_COLLECTIVE_OP_BARRIER, SELF_COMM, OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
	collective(0, OTF2_COLLECTIVE_OP_CREATE_HANDLE, WORLD_COMM, OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
	if (rank != 1) {
		enter(0);
		OTF2_EvtWriter_NonBlockingCollectiveRequest(to, NULL, now, 1);
		leave();
		enter(2);
		OTF2_EvtWriter_NonBlockingCollectiveComplete(to, NULL, now, OTF2_COLLECTIVE_OP_ALLREDUCE, PAIR_COMM,
			OTF2_COLLECTIVE_ROOT_NONE, 32, 32, 1);
		leave();
	}
	end();
}

static void
unended(uint32_t rank)
{
	begin();
	enter(0);
	if (rank == 2)
		OTF2_EvtWriter_MpiIrecvRequest(to, NULL, now, 1);
	leave();
	end();
}

static void
unbegun(uint32_t rank)
{
	begin();
	enter(0);
	OTF2_EvtWriter_MpiIrecv(to, NULL, now, rank, WORLD_COMM, 5, 24, 99);
	leave();
	end();
}

static void
outside(uint32_t rank)
{
	begin();
	OTF2_EvtWriter_MpiSend(to, NULL, now, 1, rank == 1 ? 77 : WORLD_COMM, 7, 80);
	end();
}

static OTF2_FlushType
flush(void *user, OTF2_FileType type, OTF2_LocationRef location, void *caller, bool last)
{
	(void)user, (void)type, (void)location, (void)caller, (void)last;
	return OTF2_FLUSH;
}

static void
write_definitions(OTF2_GlobalDefWriter *d)
{
	static const char *const text[] = { "", "MPI_Init", "MPI_Anything", "solve", "MPI_COMM_WORLD", "pair" };
	static const uint64_t location[] = { 100, 101, 102 }, all[] = { 0, 1, 2 }, pair[] = { 2, 0 };

	OTF2_GlobalDefWriter_WriteClockProperties(d, 1000000, 0, 100000, OTF2_UNDEFINED_TIMESTAMP);
	for (uint32_t i = 0; i < sizeof text / sizeof *text; i++)
		OTF2_GlobalDefWriter_WriteString(d, i, text[i]);
	for (uint32_t i = 0; i < 3; i++)
		OTF2_GlobalDefWriter_WriteRegion(d, MPI_INIT + i, 1 + i, 1 + i, 0, OTF2_REGION_ROLE_FUNCTION,
			i < 2 ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_COMPILER, OTF2_REGION_FLAG_NONE, 0, 0, 0);
	OTF2_GlobalDefWriter_WriteSystemTreeNode(d, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
	for (uint32_t i = 0; i < RANKS; i++) {
		OTF2_GlobalDefWriter_WriteLocationGroup(d, i, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
		OTF2_GlobalDefWriter_WriteLocation(d, FIRST_LOCATION + i, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 1, i);
	}
	OTF2_GlobalDefWriter_WriteGroup(d, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 3, location);
	OTF2_GlobalDefWriter_WriteGroup(d, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 3, all);
	OTF2_GlobalDefWriter_WriteGroup(d, 2, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2, pair);
	OTF2_GlobalDefWriter_WriteGroup(d, 3, 0, OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 0, NULL);
	OTF2_GlobalDefWriter_WriteComm(d, WORLD_COMM, 4, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
	OTF2_GlobalDefWriter_WriteComm(d, PAIR_COMM, 5, 2, WORLD_COMM, OTF2_COMM_FLAG_NONE);
	OTF2_GlobalDefWriter_WriteComm(d, SELF_COMM, 0, 3, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
}

/* An archive of what `run` writes for each rank, in this folder. */
static void
write_archive(const char *folder, void (*run)(uint32_t rank))
{
	static const OTF2_FlushCallbacks flushes = { .otf2_pre_flush = flush };
	OTF2_Archive *a = OTF2_Archive_Open(folder, "traces", OTF2_FILEMODE_WRITE, 1 << 20, 1 << 22, OTF2_SUBSTRATE_POSIX,
		OTF2_COMPRESSION_NONE);

	OTF2_Archive_SetFlushCallbacks(a, &flushes, NULL);
	OTF2_Archive_SetSerialCollectiveCallbacks(a);
	OTF2_Archive_OpenEvtFiles(a);
	for (uint32_t i = 0; i < RANKS; i++) {
		to = OTF2_Archive_GetEvtWriter(a, FIRST_LOCATION + i);
		run(i);
		OTF2_Archive_CloseEvtWriter(a, to);
	}
	OTF2_Archive_CloseEvtFiles(a);
	write_definitions(OTF2_Archive_GetGlobalDefWriter(a));
	OTF2_Archive_Close(a);
}

static char folder[] = "/tmp/hopline-otf2-XXXXXX", *anchor;

/* The program of the archive that `run` makes, as goal_write says it. */
static char *
program_text(double scale)
{
	const trace_pace p = { .flops = 1, .scale = scale };
	program *done;
	size_t size;
	char *text;
	FILE *f;
	calls c;

	otf2_read(anchor, &p, &c);
	done = unroll(&c, anchor);
	f = xmemory_open(&text, &size);
	goal_write(f, done, false);
	xmemory_close(f);
	calls_free(&c);
	program_free(done);
	return text;
}

static void
make(void (*run)(uint32_t rank))
{
	char *clean = xprintf("rm -rf %s/traces*", folder);

	ok(system(clean) == 0, "a new archive");
	write_archive(folder, run);
	free(clean);
}

/* The program's operations, without labels and what requires what. */
static char *
operations(double scale)
{
	char *text = program_text(scale), *got = xstrdup(""), *rest;

	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *bare = strstr(line, ": ");

		if (*line != '}' && !strstr(line, "requires"))
			got = xappend(got, "%s|", bare ? bare + 2 : line);
	}
	free(text);
	return got;
}

static void
try_to_read(const void *unused)
{
	(void)unused;
	program_text(1);
}

static void
refuses(void (*run)(uint32_t rank), const char *words)
{
	char *all = xprintf("otf2.t: %s:%s", anchor, words);

	make(run);
	dies(try_to_read, NULL, 1, all);
	free(all);
}

int
main(void)
{
	ok(mkdtemp(folder) != NULL, "a folder");
	anchor = xprintf("%s/traces.otf2", folder);
	prog = "otf2.t";
	make(messages);
	is_str(operations(1), "num_ranks 3|"
		"rank 0 {|calc 7000|send 80b to 1 tag 7|recv 24b from 2 tag 3221225472|calc 3000|"
		"rank 1 {|recv 80b from 0 tag 7|calc 4000|"
		"rank 2 {|send 24b to 0 tag 3221225472|calc 6000|calc 1000|",
		"messages, computing, another communicator");
	is_str(operations(0.5), "num_ranks 3|"
		"rank 0 {|calc 3500|send 80b to 1 tag 7|recv 24b from 2 tag 3221225472|calc 1500|"
		"rank 1 {|recv 80b from 0 tag 7|calc 2000|"
		"rank 2 {|send 24b to 0 tag 3221225472|calc 3000|calc 500|",
		"half the computing");
	make(collectives);
	is_str(operations(0), "num_ranks 3|"
		"rank 0 {|recv 100b from 1 tag 2147483648|recv 16b from 1 tag 2147483648|recv 24b from 2 tag 2147483648|calc 0|"
		"recv 10b from 2 tag 2147483648|send 4b to 1 tag 2147483648|send 16b to 2 tag 2147484676|recv 16b from 2 tag 2147484676|calc 0|"
		"rank 1 {|send 100b to 2 tag 2147483648|send 100b to 0 tag 2147483648|calc 0|send 16b to 0 tag 2147483648|"
		"recv 10b from 2 tag 2147483648|recv 4b from 0 tag 2147483648|send 4b to 2 tag 2147483648|"
		"rank 2 {|recv 100b from 1 tag 2147483648|send 24b to 0 tag 2147483648|send 10b to 0 tag 2147483648|"
		"send 10b to 1 tag 2147483648|calc 0|recv 4b from 1 tag 2147483648|send 16b to 0 tag 2147484676|recv 16b from 0 tag 2147484676|"
		"calc 0|", "collectives: a broadcast, parts that differ, a scatter, a scan, and one that goes on at once");
	refuses(unended, "5: rank 2: the trace does not say what this receive got");
	refuses(unbegun, "5: rank 0: a request ends that did not begin");
	refuses(outside, "4: rank 1: communicator 77 is not defined");
	free(anchor);
	anchor = xprintf("rm -rf %s", folder);
	ok(system(anchor) == 0, "cleaned up");
	return done_testing();
}
#else
int
main(void)
{
	puts("1..0 # SKIP built without OTF2");
	return 0;
}
#endif
