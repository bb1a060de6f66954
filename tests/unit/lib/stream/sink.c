/* sink -- where columns go, what is quoted, and what is written when.
 *
 * Tables go through standard output, which is a file here. */
#include <stdlib.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/stream/sink.h"
#include "unit/tap.h"

static int tap_output;		/* standard output proper */
static cli options = { .run = "x 0.1.0 --seed 3" };

static void
write_file(const char *name, const char *text)
{
	FILE *out = fopen(name, "w");

	fputs(text, out);
	fclose(out);
}

static const char *
read_file(const char *name)
{
	static char text[1 << 16];
	FILE *in = fopen(name, "r");
	size_t length = fread(text, 1, sizeof text - 1, in);

	fclose(in);
	text[length] = '\0';
	return text;
}

static void
begin(void)
{
	fflush(stdout);
	if (!freopen("out.csv", "w", stdout))
		abort();
}

/* Standard output is out.csv no longer; what it held should be `want`. */
static void
end(const char *want, const char *name)
{
	fflush(stdout);
	dup2(tap_output, STDOUT_FILENO);
	is_str(read_file("out.csv"), want, name);
}

/* Pass t.csv through with the columns `own`; every second row sets them. */
static void
pass_through(const char *machine, const char *own1, const char *own2, const char *drop)
{
	table *t = table_open("t.csv");
	sink *s;
	row r;
	int first, second;

	begin();
	s = sink_open(t, &options);
	first = sink_own(s, own1);
	second = sink_own(s, own2);
	sink_drop(s, drop);
	sink_header(s, machine);
	for (int i = 0; table_next(t, &r); i++) {
		if (i % 2 == 0) {
			sink_put_int(s, first, -1);
			sink_put_int(s, first, 42);
			sink_put_real(s, second, 0.1);
		}
		sink_row(s, &r);
	}
	sink_close(s);
	table_close(t);
}

static void
test_columns(void)
{
	write_file("t.csv", "a,b,c\n1,2,3\n4,5,6\n");
	options.bare = true;
	pass_through(NULL, "x", "y", "z");
	end("a,b,c,x,y\n1,2,3,42,0.1\n4,5,6,,\n", "new columns at the right, empty when not set");
	pass_through(NULL, "b", "x", "z");
	end("a,b,c,x\n1,42,3,0.1\n4,5,6,\n", "a column that exists is overwritten in place, kept when not set");
	pass_through(NULL, "x", "y", "b");
	end("a,c,x,y\n1,3,42,0.1\n4,6,,\n", "a column left out");
	pass_through(NULL, "a", "c", "a");
	end("b,c\n2,0.1\n5,6\n", "one left out though owned");
	pass_through(NULL, "x,y", "#z", "a");
	end("b,c,\"x,y\",#z\n2,3,42,0.1\n5,6,,\n", "names are quoted like cells");
}

static void
test_quotes(void)
{
	write_file("t.csv", "a,b,c\n\"1,2\",\"x \"\"y\"\"\",\"p\nq\"\n\"#1\",#2, z \n\"p\r\nq\",\"\"\"\",\"p\rq\"\n");
	options.bare = true;
	pass_through(NULL, "x", "y", "z");
	end("a,b,c,x,y\n\"1,2\",\"x \"\"y\"\"\",\"p\nq\",42,0.1\n\"#1\",#2, z ,,\n\"p\r\nq\",\"\"\"\",\"p\rq\",42,0.1\n", "what must be quoted is, nothing else");
	write_file("t.csv", "a,b\n1,\n,#\n");
	begin();
	table *t = table_open("t.csv");
	sink *s = sink_open(t, &options);
	row r;

	sink_drop(s, "a");
	sink_header(s, NULL);
	while (table_next(t, &r))
		sink_row(s, &r);
	sink_close(s);
	table_close(t);
	end("b\n\"\"\n\"#\"\n", "the only cell of a line is quoted when empty, the first when it begins with #");
}

static void
test_preamble(void)
{
	options.bare = false;
	write_file("t.csv", "a\n");
	pass_through("m:x=1", "x", "y", "z");
	end("#hopline 1\n#machine m:x=1\n#run x 0.1.0 --seed 3\na,x,y\n", "a preamble where there was none");
	pass_through(NULL, "x", "y", "z");
	end("#hopline 1\n#run x 0.1.0 --seed 3\na,x,y\n", "without a machine");
	write_file("t.csv", "#hopline 1\n#run w 1\n#machine old\n#site here\na\n");
	pass_through("new", "x", "y", "z");
	end("#hopline 1\n#machine new\n#run w 1\n#site here\n#run x 0.1.0 --seed 3\na,x,y\n", "the input's lines, the new machine");
	pass_through(NULL, "x", "y", "z");
	end("#hopline 1\n#machine old\n#run w 1\n#site here\n#run x 0.1.0 --seed 3\na,x,y\n", "the input's machine when the tool has none");
	options.bare = true;
	pass_through("new", "x", "y", "z");
	end("a,x,y\n", "none when none is wanted");
}

static void
test_hold(void)
{
	sink *s = sink_open_file("links.csv");
	int a = sink_own(s, "a"), b = sink_own(s, "b");

	sink_header(s, NULL);
	sink_put(s, a, "kept");
	sink_row(s, NULL);
	sink_flush(s);
	sink_put_real(s, a, -0.0);
	sink_put_real(s, b, 1.0 / 3);
	sink_row(s, NULL);
	sink_put_real(s, a, 1e-7);
	sink_put_int(s, b, INT64_MIN);
	sink_row(s, NULL);
	sink_close(s);
	is_str(read_file("links.csv"), "a,b\nkept,\n0,0.333333333\n1e-07,-9223372036854775808\n",
		"a file of its own: whole cases, no preamble");
}

/* A case beyond every buffer. */
static void
test_large(void)
{
	enum { ROWS = 50000 };
	sink *s = sink_open_file("large.csv");
	int a = sink_own(s, "a");
	bool good = true;
	FILE *in;
	int rows = 0, value;

	sink_header(s, NULL);
	for (int i = 0; i < ROWS; i++) {
		sink_put_int(s, a, i);
		sink_row(s, NULL);
		if (i == 7)
			sink_flush(s);
	}
	sink_close(s);
	in = fopen("large.csv", "r");
	good &= fgetc(in) == 'a';
	for (; fscanf(in, "%d", &value) == 1; rows++)
		good &= value == rows;
	fclose(in);
	ok(good && rows == ROWS, "%d rows of one case", rows);
}

int
main(void)
{
	char directory[] = "/tmp/sink-XXXXXX";

	tap_output = dup(STDOUT_FILENO);
	if (!mkdtemp(directory) || chdir(directory) != 0)
		return 1;
	test_columns();
	test_quotes();
	test_preamble();
	test_hold();
	test_large();
	if (system("rm -f t.csv out.csv links.csv large.csv") != 0 || rmdir(directory) != 0)
		return 1;
	return done_testing();
}
