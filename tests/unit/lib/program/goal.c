/* goal -- GOAL as text: each corner of its grammar, what is refused and how, and programs that are written and read again.
 *
 * The corners and what txt2bin says of them are LogGOPSim's (spcl/LogGOPSim 76451de): accepted there and refused here is
 * what it overlooks, the other way round what it means to accept (a blank in front of a statement breaks it). */
#include <zlib.h>

#include "lib/cli/cli.h"
#include "lib/program/draft.h"
#include "lib/program/goal.h"
#include "lib/rng/rng.h"
#include "lib/stream/bounds.h"
#include "unit/dies.h"

static char *
written(const program *p)
{
	char *text;
	size_t size;
	FILE *f = xmemory_open(&text, &size);

	goal_write(f, p, true);
	xmemory_close(f);
	return text;
}

/* The program of this text, as goal_write says it. */
static char *
said(const char *text)
{
	char *name = file_of(text), *got;
	program *p = goal_read(name);

	got = written(p);
	program_free(p);
	remove(name);
	free(name);
	return got;
}

static void
try_to_read(const void *name)
{
	goal_read(name);
}

typedef struct corner {
	const char *name;
	const char *text;
	const char *words;	/* how we refuse it; NULL: */
	const char *program;	/* what it says */
} corner;

#define ONE(operations) "num_ranks 1\n\nrank 0 {\n" operations "}\n"
#define TWO(first, second) "num_ranks 2\n\nrank 0 {\n" first "}\n\nrank 1 {\n" second "}\n"

static const corner corners[] = {
	/* as txt2bin */
	{ "after_closebrace_space", "num_ranks 2\nrank 0 {\na: calc 5\n} \nrank 1 {\n}\n", NULL, TWO("a: calc 5\n", "") },
	{ "all_empty", "num_ranks 2\nrank 0 {\n}\nrank 1 {\n}\n", NULL, TWO("", "") },
	{ "blank_spaces_line", "num_ranks 1\nrank 0 {\n   \na: calc 5\n}\n", NULL, ONE("a: calc 5\n") },
	{ "calc_nic", "num_ranks 1\nrank 0 {\na: calc 1 nic 1\n}\n", ":3: 'nic 1': nothing more may follow...", NULL },
	{ "calc_unit_b", "num_ranks 1\nrank 0 {\na: calc 1b\n}\n", ":3: 'b': nothing more may follow...", NULL },
	{ "comment_after_close", "num_ranks 2\nrank 0 {\na: calc 5\n}// c\nrank 1 {/* d */\n}\n", NULL, TWO("a: calc 5\n", "") },
	{ "crlf", "num_ranks 2\r\nrank 0 {\r\na: send 8b to 1\r\n}\r\nrank 1 {\r\nrecv 8b from 0\r\n}\r\n", NULL,
		TWO("a: send 8b to 1\n", "recv 8b from 0\n") },
	{ "float", "num_ranks 1\nrank 0 {\na: calc 1.5\n}\n", ":3: '1.5': ns of a calc must be a whole number...", NULL },
	{ "glued2", "num_ranks 2\nrank 0{\na:send 8bto1tag3cpu0nic0\nb:calc 5cpu0\nb requiresa\n}\nrank 1 {\nrecv 8bfrom0tag3\n}\n", NULL,
		TWO("a: send 8b to 1 tag 3 nic 0\nb: calc 5\nb requires a\n", "recv 8b from 0 tag 3\n") },
	{ "keyword_label", "num_ranks 1\nrank 0 {\nsend: calc 5\n}\n",
		":3: 'send: calc 5': 'send' begins a statement and cannot be a label", NULL },
	{ "label_dot", "num_ranks 1\nrank 0 {\na.b: calc 5\n}\n",
		":3: '.b: calc 5': ':', 'requires' or 'irequires' must follow the label 'a'", NULL },
	{ "label_space_colon", "num_ranks 1\nrank 0 {\na  : calc 5\n}\n", NULL, ONE("a: calc 5\n") },
	{ "label_tag", "num_ranks 1\nrank 0 {\ntag: calc 5\nto: calc 6\nrequires: calc 7\nto requires tag\n}\n", NULL,
		ONE("tag: calc 5\nto: calc 6\nrequires: calc 7\nto requires tag\n") },
	{ "missing_rank", "num_ranks 2\nrank 0 {\ncalc 5\n}\n", ":4: the file ends before rank 1; num_ranks says 2", NULL },
	{ "no_final_newline", "num_ranks 1\nrank 0 {\ncalc 5\n}", NULL, ONE("calc 5\n") },
	{ "nocalcspace", "num_ranks 1\nrank 0 {\na: calc5\n}\n", NULL, ONE("a: calc 5\n") },
	{ "num_ranks_late", "rank 0 {\ncalc 5\n}\nnum_ranks 1\n", ":1: 'rank 0 {': 'num_ranks N' must stand first", NULL },
	{ "one_line_rank", "num_ranks 1\nrank 0 { calc 5 }\n", ":2: '}': nothing more may follow...", NULL },
	{ "order_cpu_tag", "num_ranks 2\nrank 0 {\na: send 8b to 1 cpu 0 tag 3\n}\nrank 1 {\nrecv 8b from 0 tag 3\n}\n",
		":3: 'tag 3': nothing more may follow: a line has one statement, and tag, cpu and nic stand in this order", NULL },
	{ "requires_comma", "num_ranks 1\nrank 0 {\na: calc 1\nb: calc 2\nc: calc 3\nc requires a,b\n}\n",
		":6: ',b': nothing more may follow...", NULL },
	{ "send_any", "num_ranks 2\nrank 0 {\na: send 8b to -1\n}\nrank 1 {\ncalc 1\n}\n",
		":3: '-1': a receiver must be a whole number from 0 to 1", NULL },
	{ "send_no_b", "num_ranks 2\nrank 0 {\na: send 8 to 1\n}\nrank 1 {\nrecv 8 from 0\n}\n", ":3: 'to 1': 'b' must follow", NULL },
	{ "trailing_comment", "num_ranks 1\nrank 0 {\na: calc 1 // x\n}\n", ":3: '// x': a comment must not stand behind a statement", NULL },
	{ "undefined_label", "num_ranks 1\nrank 0 {\na: calc 1\na requires b\n}\n", ":4: no operation above has the label 'b' in rank 0", NULL },
	/* txt2bin accepts it, and what it makes of it is not what was meant */
	{ "cpu_256", "num_ranks 1\nrank 0 {\na: calc 5 cpu 256\n}\n", ":3: '256': a cpu must be a whole number from 0 to 255", NULL },
	{ "garbage_after", "num_ranks 1\nrank 0 {\ncalc 5\n}\nhello world\n", ":5: 'hello world': num_ranks says 1, and nothing may stand behind "
		"the last rank", NULL },
	{ "peer_out_of_range", "num_ranks 2\nrank 0 {\nsend 8b to 5\n}\nrank 1 {\ncalc 1\n}\n",
		":3: '5': a receiver must be a whole number from 0 to 1",
		NULL },
	{ "rank_twice", "num_ranks 2\nrank 0 {\ncalc 5\n}\nrank 0 {\ncalc 7\n}\nrank 1 {\ncalc 9\n}\n",
		":5: rank 0 stands twice; rank 1 must follow", NULL },
	{ "tag_minus1_send", "num_ranks 2\nrank 0 {\nsend 8b to 1 tag -1\n}\nrank 1 {\nrecv 8b from 0 tag 4\n}\n",
		":3: '-1': the tag of a message must be a whole number from 0 to 4294967294", NULL },
	{ "unclosed", "num_ranks 1\nrank 0 {\ncalc 5\n", ":3: the file ends in rank 0, before its '}'", NULL },
	/* txt2bin refuses it, because of a blank where a statement begins */
	{ "c02_comments_crlf", "/* a comment\r\nof two lines */\r\nnum_ranks 2\r\n// another\r\n\r\nrank 0 {\r\n  // inside\r\n"
		"\tzz9_Q: send 8b to 1\r\n}\r\n/* between ranks */\r\nrank 1 {\r\n recv 8b from 0\r\n}\r\n", NULL,
		TWO("zz9_Q: send 8b to 1\n", "recv 8b from 0\n") },
	{ "ccomment_space_op2", "num_ranks 1\nrank 0 {\n/* x */ calc 5\n}\n", NULL, ONE("calc 5\n") },
	{ "indent_ccomment", "num_ranks 1\nrank 0 {\n  /* x */\na: calc 5\n}\n", NULL, ONE("a: calc 5\n") },
	{ "indent_lcomment", "num_ranks 1\nrank 0 {\n  // x\na: calc 5\n}\n", NULL, ONE("a: calc 5\n") },
	{ "indent_op", "num_ranks 1\nrank 0 {\n  calc 5\n}\n", NULL, ONE("calc 5\n") },
	{ "indent_requires", "num_ranks 1\nrank 0 {\na: calc 5\nb: calc 6\n  b requires a\n}\n", NULL,
		ONE("a: calc 5\nb: calc 6\nb requires a\n") },
};

/* More that is read, and that is not. */
static const corner others[] = {
	{ "all clauses, wildcards, the largest numbers", "num_ranks 2\nrank 0 {\nsend 0b to 0 tag 4294967294 cpu 255 nic 255\n"
		"calc 4611686018427387 cpu 7\nsend 1000000000000000b to 1 nic 3\n}rank 1 {recv 8b from -1 tag -1 cpu 1\n"
		"recv 8b from -1\nrecv 9b from 0 tag 4294967295\n}", NULL,
		TWO("send 0b to 0 tag 4294967294 cpu 255 nic 255\ncalc 4611686018427387 cpu 7\nsend 1000000000000000b to 1 nic 3\n",
			"recv 8b from -1 tag -1 cpu 1\nrecv 8b from -1\nrecv 9b from 0 tag -1\n") },
	{ "irequires, labels that begin like keywords, labels of another rank", "num_ranks 2\nrank 0 {\nsend1: calc 1\nirequires: calc 2\n"
		"irequires irequires send1\nirequiresrequires: calc 3\n}\nrank 1 {\nsend1: calc 4\nb:calc5\nbirequires:calc6\nb requires send1\n}\n",
		NULL,
		TWO("send1: calc 1\nirequires: calc 2\nirequiresrequires: calc 3\nirequires irequires send1\n",
			"send1: calc 4\nb: calc 5\nbirequires: calc 6\nb requires send1\n") },
	{ "a dependency twice", "num_ranks 1\nrank 0 {\na: calc 1\nb: calc 2\nb requires a\nb requires a\n}\n", NULL,
		ONE("a: calc 1\nb: calc 2\nb requires a\nb requires a\n") },
	{ "comments within comments and lines",
		"/* a /* b\n// c */ /* */ num_ranks 1 // d */\nrank 0 { // e\n/**/calc 1\n/*/ calc 2\n*/calc 3\n}/*",
		":7: the comment that begins here does not end", NULL },
	{ "everything glued", "num_ranks 2rank 0{a:calc1\nb:calc2\nb irequiresa\n}rank 1{}", NULL,
		TWO("a: calc 1\nb: calc 2\nb irequires a\n", "") },
	{ "an empty file", "", ":0: the file ends before 'num_ranks N'", NULL },
	{ "no ranks", "num_ranks 0\n", ":1: num_ranks must be at least 1", NULL },
	{ "too many ranks", "num_ranks 4294967295\n", ":1: '4294967295': num_ranks must be a whole number from 0 to 4294967294", NULL },
	{ "num_ranks twice", "num_ranks 1\nnum_ranks 1\n", ":2: 'num_ranks 1': 'rank 0 {' must stand here", NULL },
	{ "a rank that num_ranks does not count", "num_ranks 2\nrank 2 {\n}\n", ":2: '2 {': a rank must be a whole number from 0 to 1", NULL },
	{ "ranks in another order", "num_ranks 2\nrank 1 {\n}\nrank 0 {\n}\n", ":2: rank 1 comes too soon; rank 0 must follow", NULL },
	{ "one more rank", "num_ranks 1\nrank 0 {\n}\nrank 1 {\n}\n",
		":4: 'rank 1 {': num_ranks says 1, and nothing may stand behind the last rank", NULL },
	{ "an operation between ranks", "num_ranks 2\nrank 0 {\n}\ncalc 5\nrank 1 {\n}\n", ":4: 'calc 5': 'rank 1 {' must stand here", NULL },
	{ "a '}' between ranks", "num_ranks 2\nrank 0 {\n}\n}\n", ":4: '}': 'rank 1 {' must stand here", NULL },
	{ "a rank in a rank", "num_ranks 2\nrank 0 {\ncalc 1\nrank 1 {\n",
		":4: 'rank 1 {': a statement of rank 0 must stand here, or its '}'", NULL },
	{ "'{' on the next line", "num_ranks 1\nrank 0\n{\n}\n", ":2: the line ends too soon: '{' must follow", NULL },
	{ "a label twice", "num_ranks 1\nrank 0 {\na: calc 1\na: calc 2\n}\n", ":4: rank 0 has the label 'a' twice", NULL },
	{ "a label defined below", "num_ranks 1\nrank 0 {\na: calc 1\na requires b\nb: calc 1\n}\n",
		":4: no operation above has the label 'b' in rank 0", NULL },
	{ "a label of another rank", "num_ranks 2\nrank 0 {\na: calc 1\n}\nrank 1 {\nb: calc 1\nb requires a\n}\n",
		":7: no operation above has the label 'a' in rank 1", NULL },
	{ "a label and no operation", "num_ranks 1\nrank 0 {\na:\n}\n",
		":3: the line ends too soon: 'send', 'recv' or 'calc' must follow the label", NULL },
	{ "nothing required", "num_ranks 1\nrank 0 {\na: calc 1\na requires\n}\n",
		":4: the line ends too soon: the label of an operation must follow", NULL },
	{ "a negative size", "num_ranks 1\nrank 0 {\nsend -5b to 0\n}\n",
		":3: '-5b to 0': the size of a message in bytes must be a whole number...", NULL },
	{ "a negative calc", "num_ranks 1\nrank 0 {\ncalc -1\n}\n", ":3: '-1': ns of a calc must be a whole number...", NULL },
	{ "a size too large", "num_ranks 1\nrank 0 {\nsend 1000000000000001b to 0\n}\n",
		":3: '1000000000000001b to 0': the size of a message in bytes must be a whole number from 0 to 1000000000000000", NULL },
	{ "a calc too large", "num_ranks 1\nrank 0 {\ncalc 4611686018427388\n}\n",
		":3: '4611686018427388': ns of a calc must be a whole number from 0 to "
		"4611686018427387", NULL },
	{ "a number of 30 digits", "num_ranks 1\nrank 0 {\ncalc 184467440737095516160000000000\n}\n",
		":3: '184467440737095516160000000000': ns of...", NULL },
	{ "from rank -12", "num_ranks 1\nrank 0 {\nrecv 1b from -12\n}\n",
		":3: '-12': a sender (or -1, any) must be a whole number from 0 to 0", NULL },
	{ "upper case", "num_ranks 1\nrank 0 {\nCALC 5\n}\n", ":3: '5': ':', 'requires' or 'irequires' must follow the label 'CALC'", NULL },
	{ "two operations on a line", "num_ranks 1\nrank 0 {\ncalc 5 calc 6\n}\n", ":3: 'calc 6': nothing more may follow...", NULL },
	{ "operations in a circle", "num_ranks 1\nrank 0 {\nb: calc 0\na: calc 1\nb requires a\na irequires b\n}\n",
		": rank 0: 'b: calc 0' waits for operations that wait for it", NULL },
	{ "an operation that waits for itself", "num_ranks 1\nrank 0 {\na: calc 1\na requires a\n}\n",
		": rank 0: 'a: calc 1' waits for operations that wait for it", NULL },
};

static void
try_corner(const corner *c)
{
	char *name = file_of(c->text), *words = xprintf("hopline: %s%s", name, c->words ? c->words : "");

	if (c->words)
		dies(try_to_read, name, FAIL_DATA, words);
	else {
		char *got = said(c->text), *again = said(got);

		is_str(got, c->program, c->name);
		is_str(again, got, "... as it is written");
		free(got);
		free(again);
	}
	remove(name);
	free(name);
	free(words);
}

/* Operations of random kinds, with labels or without, that wait for some before them. */
static program *
random_program(rng *random)
{
	uint32_t ranks = 1 + (uint32_t)rng_below(random, 5);
	draft *d = draft_new(ranks);
	bool labels = rng_below(random, 2) > 0;

	for (uint32_t i = 0, before = NOTHING; i < ranks; i++, before = NOTHING)
		for (uint64_t left = rng_below(random, 40); left--;) {
			uint32_t kind = (uint32_t)rng_below(random, 3), peer = (uint32_t)rng_below(random, ranks + (kind == OP_RECV)),
				tag = (uint32_t)rng_below(random, 4), op;
			int64_t size = (int64_t)rng_below(random, rng_below(random, 2) ? 10 : MOST_BYTES);

			op = kind == OP_CALC ? draft_calc(d, i, size / 1000 * 1000) : kind == OP_SEND ? draft_send(d, i, peer, size, tag) :
				draft_recv(d, i, peer == ranks ? ANY : peer, size, tag == 3 ? ANY : tag);
			draft_op(d, op)->cpu = (uint8_t)(rng_below(random, 2) * rng_below(random, 256));
			if (kind != OP_CALC && rng_below(random, 3) == 0)
				draft_nic(d, op, (uint8_t)rng_below(random, 256), 1);
			if (labels && rng_below(random, 3) == 0) {
				char *label = xprintf("%s%" PRIu32, rng_below(random, 2) ? "l" : "ll", 1 + (uint32_t)rng_below(random, 5) + 5 * op);

				draft_label(d, op, label);
				free(label);
			}
			if (before == NOTHING)
				before = op;
			for (uint64_t k = rng_below(random, 4); k--;) {
				uint32_t sooner = before + (uint32_t)rng_below(random, op - before + 1);

				draft_require(d, op, sooner == op ? NOTHING : sooner | (rng_below(random, 3) ? 0 : FROM_START));
			}
		}
	return draft_finish(d, "drawn");
}

/* Is everything the same but labels? */
static bool
same(const program *a, const program *b)
{
	bool good = a->ranks == b->ranks && a->streams == b->streams && a->cpus == b->cpus &&
		memcmp(a->first, b->first, (a->ranks + 1) * sizeof *a->first) == 0;

	for (uint32_t i = 0; good && i < program_ops(a); i++) {
		const operation *x = &a->op[i], *y = &b->op[i];

		good = x->kind == y->kind && x->size == y->size && x->peer == y->peer && x->tag == y->tag && x->stream == y->stream &&
			x->first == y->first && x->waits == y->waits && x->cpu == y->cpu && x->nic == y->nic && x->to_nic == y->to_nic;
	}
	return good && memcmp(a->follower, b->follower, a->op[program_ops(a)].first * sizeof *a->follower) == 0;
}

static void
round_trips(void)
{
	rng random;
	uint32_t good = 0, all = CHECKED ? 50 : 300;

	rng_init(&random, 7, "goal", "", "");
	for (uint32_t i = 0; i < all; i++) {
		program *p = random_program(&random), *q;
		char *text = written(p), *name = file_of(text);

		q = goal_read(name);
		good += same(p, q);
		program_free(p);
		program_free(q);
		remove(name);
		free(name);
		free(text);
	}
	is_int(good, all, "random programs are the same when written and read again");
}

/* Many labels in a rank, then the same ones in another. */
static void
many_labels(void)
{
	enum { MANY = 5000 };
	char *text, *name;
	size_t size;
	FILE *f = xmemory_open(&text, &size);
	program *p;
	bool good = true;

	fputs("num_ranks 2\n", f);
	for (int r = 0; r < 2; r++) {
		fprintf(f, "rank %d {\n", r);
		for (int i = 0; i < MANY; i++)
			fprintf(f, "x%d: calc %d\n", i, i);
		for (int i = 0; i + 1 < MANY; i++)
			fprintf(f, "x%d requires x%d\n", (i * 7 + 7) % MANY, i * 7 % MANY);
		fputs("}\n", f);
	}
	xmemory_close(f);
	name = file_of(text);
	p = goal_read(name);
	for (uint32_t i = 0; i < 2 * MANY; i++) {
		uint32_t followers = p->op[i + 1].first - p->op[i].first;

		good = good && followers == (i % MANY != MANY - 7) && (!followers || p->follower[p->op[i].first] == (i + 7) % MANY);
	}
	ok(good, "each label names its operation of the rank");
	program_free(p);
	remove(name);
	free(name);
	free(text);
}

static void
zipped(void)
{
	static const char text[] = "num_ranks 1\nrank 0 {\na: calc 5\n}\n";
	char *name = file_of(""), *got, *words = xprintf("hopline: cannot read '%s': the gzip file is cut short", name);
	gzFile f = gzopen(name, "wb");
	program *p;

	gzwrite(f, text, sizeof text - 1);
	gzclose(f);
	p = goal_read(name);
	got = written(p);
	is_str(got, ONE("a: calc 5\n"), "a gzipped file");
	free(got);
	program_free(p);
	if (truncate(name, 30) == 0)
		dies(try_to_read, name, FAIL_DATA, words);
	remove(name);
	free(name);
	free(words);
}

static void
nul(void)
{
	static const char text[] = "num_ranks 1\nrank 0 {\ncalc 5\0 6\n}\n";
	char *name = file_of(""), *words = xprintf("hopline: %s:3: the line has a NUL", name);
	FILE *f = fopen(name, "w");

	fwrite(text, sizeof text - 1, 1, f);
	fclose(f);
	dies(try_to_read, name, FAIL_DATA, words);
	remove(name);
	free(name);
	free(words);
}

/* Times are rounded to ns; operations that others name get labels that nobody has. */
static void
writing(void)
{
	draft *d = draft_new(1);
	uint32_t a = draft_calc(d, 0, 1499), b = draft_calc(d, 0, 1500), c = draft_calc(d, 0, 0);
	program *p;
	char *text;

	draft_label(d, a, "l2");
	draft_require(d, b, a);
	draft_require(d, c, b | FROM_START);
	p = draft_finish(d, "made");
	text = written(p);
	is_str(text, ONE("l2: calc 1\nll2: calc 2\nll3: calc 0\nll2 requires l2\nll3 irequires ll2\n"), "labels that are new");
	free(text);
	program_free(p);
}

int
main(void)
{
	for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
		try_corner(&corners[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		try_corner(&others[i]);
	writing();
	round_trips();
	many_labels();
	zipped();
	nul();
	return done_testing();
}
