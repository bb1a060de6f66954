/* table -- every rule for input: what is accepted, and each refusal word for word.
 *
 * A table is written to t.csv and read in a child process, whose rows (or complaint)
 * and exit status are compared. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/stream/table.h"
#include "unit/tap.h"

static void
show_row(const table *t, const row *r)
{
	printf("%ld:", r->line);
	for (int i = 0; i < t->columns; i++)
		printf("[%s]", r->cell[i]);
}

static void
show(void)
{
	table *t = table_open("t.csv");
	row r;

	for (int i = 0; i < t->preambles; i++)
		printf("<%s>", t->preamble[i]);
	if (t->machine)
		printf("<<%s>>", t->machine);
	while (table_next(t, &r))
		show_row(t, &r);
	table_close(t);
}

static void
show_cases(void)
{
	table *t = table_open("t.csv");
	batch b;

	while (table_next_case(t, &b)) {
		printf("{%s ", b.id);
		for (int i = 0; i < b.rows; i++)
			show_row(t, &b.row[i]);
		printf("}");
	}
	table_close(t);
}

static void
show_values(void)
{
	table *t = table_open("t.csv");
	int n = table_need(t, "n"), x = table_column(t, "x"), s = table_column(t, "s");
	row r;

	while (table_next(t, &r))
		printf("%" PRId64 " %.9g %" PRId64 "|", cell_int(t, &r, n, 1, 100, -1),
			cell_real(t, &r, x, 0.5, 2.5, -1), cell_time(t, &r, s, -1));
	table_close(t);
}

/* Run `read` on `length` bytes of `text`; what it printed, then its exit status if
 * that is not 0, is `want`. */
static void
gives_bytes(void (*read_it)(void), const char *text, size_t length, const char *want)
{
	static char got[4096];
	int pipe_end[2], status;
	size_t used = 0;
	ssize_t more;
	FILE *out = fopen("t.csv", "w");

	fwrite(text, 1, length, out);
	fclose(out);
	fflush(stdout);
	if (pipe(pipe_end) != 0)
		abort();
	if (fork() == 0) {
		dup2(pipe_end[1], STDOUT_FILENO);
		dup2(pipe_end[1], STDERR_FILENO);
		close(pipe_end[0]);
		setvbuf(stdout, NULL, _IONBF, 0);
		prog = "x";
		read_it();
		_exit(0);
	}
	close(pipe_end[1]);
	while ((more = read(pipe_end[0], got + used, sizeof got - 32 - used)) > 0)
		used += (size_t)more;
	close(pipe_end[0]);
	wait(&status);
	if (status)
		used += (size_t)sprintf(got + used, "exit %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	got[used] = '\0';
	for (char *p = got; *p; p++)
		if (*p == '\n' || *p == '\r')
			*p = *p == '\n' ? '~' : '^';
	is_str(got, want, want);
}

static void
gives(void (*read_it)(void), const char *text, const char *want)
{
	gives_bytes(read_it, text, strlen(text), want);
}

static void
rows(const char *text, const char *want)
{
	gives(show, text, want);
}

static void
cases(const char *text, const char *want)
{
	gives(show_cases, text, want);
}

static void
test_csv(void)
{
	rows("a,b\n1,2\n3,4\n", "2:[1][2]3:[3][4]");
	rows("a,b\n1,2\n3,4", "2:[1][2]3:[3][4]");
	rows("a,b\r\n1,2\r\n3,4\r\n", "2:[1][2]3:[3][4]");
	rows("a,b\r\n1,2\r", "2:[1][2]");
	rows("a,b\r\n1,\"2\"\r\n\"3\",4\r\n", "2:[1][2]3:[3][4]");
	rows("a,b\n1,2\n3,\"4\"", "2:[1][2]3:[3][4]");
	rows("\xef\xbb\xbf" "a,b\n1,2\n", "2:[1][2]");
	rows("\xef\xbb\xbf#hopline 1\na,b\n1,2\n", "<#hopline 1>3:[1][2]");
	rows("a,b\n\"x\ny\",2\n3,4\n", "2:[x~y][2]4:[3][4]");
	rows("a,b\r\n\"x\r\ny\",2\r\n3,4\r\n", "2:[x^~y][2]4:[3][4]");
	rows("a,b\n\"x\ry\",2\n3,4\n", "2:[x^y][2]3:[3][4]");
	rows("a,b\n\"say \"\"hi\"\"\",\"1,2\"\n", "2:[say \"hi\"][1,2]");
	rows("a,b\n 1 ,\t2\n", "2:[ 1 ][\t2]");
	rows("a,b\n,\n", "2:[][]");
	rows("a\n\"\"\n1\n", "2:[]3:[1]");
	rows("a,b\n#1,2\n", "2:[#1][2]");
	rows("a,b\n\"#hopline 1\",2\n", "2:[#hopline 1][2]");
	rows("\"a\",\"b\"\n1,2\n", "2:[1][2]");
	rows("a,b\n", "");
	rows("a,b", "");
	rows("#hopline 1\na,b\n", "<#hopline 1>");
	rows("a,b\n1,\xc3\xa9\n", "2:[1][\xc3\xa9]");
}

static void
test_refused(void)
{
	rows("", "x: t.csv: empty input; a table has at least a header~exit 1");
	rows("\xef\xbb\xbf", "x: t.csv: empty input; a table has at least a header~exit 1");
	rows("#hopline 1\n", "x: t.csv:1: a preamble without a header~exit 1");
	rows("#hopline 1\n#machine m", "x: t.csv:2: a preamble without a header~exit 1");
	rows("\n", "x: t.csv:1: a blank line~exit 1");
	rows("\na,b\n", "x: t.csv:1: a blank line~exit 1");
	rows("#hopline 1\n\na,b\n", "x: t.csv:2: a blank line~exit 1");
	rows("a,b\n1,2\n\n3,4\n", "2:[1][2]x: t.csv:3: a blank line~exit 1");
	rows("a,b\n1,2\n\n", "2:[1][2]x: t.csv:3: a blank line~exit 1");
	rows("a,b\r\n1,2\r\n\r\n", "2:[1][2]x: t.csv:3: a blank line~exit 1");
	rows("a\n1\n\n", "2:[1]x: t.csv:3: a blank line~exit 1");
	rows("a,b\n1\n", "x: t.csv:2: 1 cell, the header has 2~exit 1");
	rows("a,b\n1,2,3\n", "x: t.csv:2: 3 cells, the header has 2~exit 1");
	rows("a,b\n1,2\n\"x\ny\n", "2:[1][2]x: t.csv:3: an unfinished quote~exit 1");
	rows("\"a,b\n1,2\n", "x: t.csv:1: an unfinished quote~exit 1");
	rows("a,b\n1,\"2\"x\n", "x: t.csv:2: b: a quote in the wrong place~exit 1");
	rows("a,b\n1,2\"\n", "x: t.csv:2: b: a quote in the wrong place~exit 1");
	rows("a,b\n1,2,3\"\n", "x: t.csv:2: a quote in the wrong place~exit 1");
	rows("a,\"b\nc\"\n1,2\"\n", "x: t.csv:3: b?c: a quote in the wrong place~exit 1");
	rows("a\"\n", "x: t.csv:1: a quote in the wrong place~exit 1");
	rows("a,b\n1,2\r3,4\n", "x: t.csv:2: a carriage return within the row~exit 1");
	rows("a,b\r1,2\r", "x: t.csv:1: a carriage return within the row~exit 1");
	rows("a,b\n1,2\r3", "x: t.csv:2: a carriage return within the row~exit 1");
	rows("a,b\n1,2\r3\n", "x: t.csv:2: a carriage return within the row~exit 1");
	rows("a,b\n1,2\r3,4\r\n", "x: t.csv:2: a carriage return within the row~exit 1");
	rows("a,b\n1,2\r3\r", "x: t.csv:2: a carriage return within the row~exit 1");
	rows("a,b\n1,2\r\"3\r\n", "x: t.csv:2: a carriage return within the row~exit 1");
	rows("a,b\n1,2\r\r\n", "x: t.csv:2: a carriage return within the row~exit 1");
	rows("a,b,a\n", "x: t.csv:1: a: two columns have this name~exit 1");
	rows("#hopline 1\na,,c\n", "x: t.csv:2: column 2 has no name~exit 1");
	rows("a,b,\n1,2,3\n", "x: t.csv:1: column 3 has no name~exit 1");
	gives_bytes(show, "a,b\n1,\0002\n", 9, "x: t.csv:2: a NUL byte~exit 1");
	gives_bytes(show, "#hop\0\na,b\n", 10, "x: t.csv:1: a NUL byte~exit 1");
}

static void
test_preamble(void)
{
	rows("#hopline 1\n#machine m:a=1\n#run alloc 0.1.0\n#run map 0.1.0 'x y'\n#site here\na\n1\n",
		"<#hopline 1><#run alloc 0.1.0><#run map 0.1.0 'x y'><#site here><<m:a=1>>7:[1]");
	rows("#hopline 1\r\n#machine m\r\na\r\n1\r\n", "<#hopline 1><<m>>4:[1]");
	rows("#hopline 1\n#machine m\n#machine m\na\n", "<#hopline 1><<m>>");
	rows("# a comment\na\n1\n", "<#hopline 1><# a comment>3:[1]");
	rows("#machine m\na\n1\n", "<#hopline 1><<m>>3:[1]");
	rows("#hoplines 2\na\n", "<#hopline 1><#hoplines 2>");
	rows("#hopline 2\na\n", "x: t.csv:1: #hopline: '2': must be 1, the version that this program reads~exit 1");
	rows("#hopline\na\n", "x: t.csv:1: #hopline: '': must be 1, the version that this program reads~exit 1");
	rows("#hopline 1 x\na\n", "x: t.csv:1: #hopline: '1 x': must be 1, the version that this program reads~exit 1");
	rows("#hopline 1\n#machine\na\n", "x: t.csv:2: #machine: a spec is missing~exit 1");
	rows("#hopline 1\n#machine m\n#machine n\na\n", "x: t.csv:3: #machine: 'n': the stream has another machine, m~exit 1");
}

static void
test_blocks(void)
{
	rows("#hopline 1\na\n1\n#hopline 1\na\n2\n", "<#hopline 1>3:[1]6:[2]");
	rows("#hopline 1\n#run x 1\na\n1\n#hopline 1\n#run y 2\na\n2\n", "<#hopline 1><#run x 1>4:[1]8:[2]");
	rows("#hopline 1\n#machine m\na\n#hopline 1\n#machine m\na\n2\n", "<#hopline 1><<m>>7:[2]");
	rows("a,b\n1,2\na,b\n3,4\na,b\n", "2:[1][2]4:[3][4]");
	rows("#hopline 1\na,b\n1,2\na,b\n3,4\n", "<#hopline 1>3:[1][2]5:[3][4]");
	rows("#hopline 1\na\n1\n#hopline 1\n", "<#hopline 1>3:[1]x: t.csv:4: a preamble without a header~exit 1");
	rows("#hopline 1\na\n1\n#hopline 2\na\n", "<#hopline 1>3:[1]x: t.csv:4: #hopline: '2': must be 1, the version that this program reads~exit 1");
	rows("#hopline 1\na\n1\n#hopline 1\nb\n2\n", "<#hopline 1>3:[1]x: t.csv:5: another header than in line 2~exit 1");
	rows("#hopline 1\na,b\n1,2\n#hopline 1\nb,a\n", "<#hopline 1>3:[1][2]x: t.csv:5: another header than in line 2~exit 1");
	rows("#hopline 1\n#machine m\na\n1\n#hopline 1\n#machine n\na\n",
		"<#hopline 1><<m>>4:[1]x: t.csv:6: #machine: 'n': the stream has another machine, m~exit 1");
	rows("#hopline 1\na\n1\n#hopline 1\n#machine n\na\n",
		"<#hopline 1>3:[1]x: t.csv:5: #machine: 'n': the stream has no machine~exit 1");
	rows("#hopline 1\n#machine m\na\n1\n#hopline 1\na\n",
		"<#hopline 1><<m>>4:[1]x: t.csv:5: #machine: missing here, the stream began with 'm'~exit 1");
	rows("a\n1\n#hopline 1\na\n2\n", "2:[1]x: t.csv:3: a preamble within a table that began without one~exit 1");
	rows("a\n#machine m\n", "2:[#machine m]");
}

static void
test_cases(void)
{
	cases("case,job\n1,a\n1,b\n2,a\n", "{1 2:[1][a]3:[1][b]}{2 4:[2][a]}");
	cases("job\na\nb\n", "{1 2:[a]3:[b]}");
	cases("case,x\n,1\n1,2\nz,3\n", "{1 2:[][1]3:[1][2]}{z 4:[z][3]}");
	cases("case,job\n", "");
	cases("#hopline 1\ncase\n1\n#hopline 1\ncase\n1\n2\n", "{1 3:[1]6:[1]}{2 7:[2]}");
	cases("case,job\n1,a\n2,a\n1,b\n", "{1 2:[1][a]}{2 3:[2][a]}x: t.csv:4: case: '1': came before and ended~exit 1");
	cases("case,job\n1,a\n2,b\n1,b\n", "{1 2:[1][a]}{2 3:[2][b]}x: t.csv:4: case: '1': came before and ended~exit 1");
	cases("case,job\n1,a\n,b\n2,a\n,c\n", "{1 2:[1][a]3:[][b]}{2 4:[2][a]}x: t.csv:5: case: '1': came before and ended~exit 1");
	cases("case,job\n1,a\n2,a\n2,a\n", "{1 2:[1][a]}x: t.csv:4: job: 'a': this job is already in case '2'~exit 1");
	cases("case,job\n1,a\n1,\n", "x: t.csv:3: job: '': a job needs a name~exit 1");
	cases("case,x\n1,a\n1,a\n", "{1 2:[1][a]3:[1][a]}");
	cases("cell,case,job\nA,1,a\nA,2,a\nB,1,a\nB,2,b\n", "{1 2:[A][1][a]}{2 3:[A][2][a]}{1 4:[B][1][a]}{2 5:[B][2][b]}");
	cases("case,cell,job\n1,A,a\n1,A,b\n1,B,a\n1,,a\n", "{1 2:[1][A][a]3:[1][A][b]}{1 4:[1][B][a]}{1 5:[1][][a]}");
	cases("cell,job\nA,a\nB,a\nB,a\n", "{1 2:[A][a]}x: t.csv:4: job: 'a': this job is already in case '1'~exit 1");
	cases("cell,case\nA,1\nB,1\nA,2\n", "{1 2:[A][1]}{1 3:[B][1]}x: t.csv:4: cell: 'A': came before and ended~exit 1");
	cases("cell,case\nA,1\nA,2\nA,1\n", "{1 2:[A][1]}{2 3:[A][2]}x: t.csv:4: case: '1': came before and ended~exit 1");
}

static void
test_values(void)
{
	gives(show_values, "n\n5\n", "5 -1 -1|");
	gives(show_values, "n,x,s\n5,1.5,1e-6\n,,\n100,.5,0\n", "5 1.5 1000000|-1 -1 -1|100 0.5 0|");
	gives(show_values, "m\n5\n", "x: t.csv:1: n: this column is missing~exit 1");
	gives(show_values, "n\n0\n", "x: t.csv:2: n: '0': must be at least 1~exit 1");
	gives(show_values, "n\n101\n", "x: t.csv:2: n: '101': must be at most 100~exit 1");
	gives(show_values, "n\ntwo\n", "x: t.csv:2: n: 'two': must be an integer~exit 1");
	gives(show_values, "n\n5x\n", "x: t.csv:2: n: '5x': must be an integer~exit 1");
	gives(show_values, "n\n 5\n", "x: t.csv:2: n: ' 5': must be an integer~exit 1");
	gives(show_values, "n\n99999999999999999999\n", "x: t.csv:2: n: '99999999999999999999': must be at most 100~exit 1");
	gives(show_values, "n\n-99999999999999999999\n", "x: t.csv:2: n: '-99999999999999999999': must be at least 1~exit 1");
	gives(show_values, "n,x\n5,0.4\n", "x: t.csv:2: x: '0.4': must be at least 0.5~exit 1");
	gives(show_values, "n,x\n5,2.6\n", "x: t.csv:2: x: '2.6': must be at most 2.5~exit 1");
	gives(show_values, "n,x\n5,nan\n", "x: t.csv:2: x: 'nan': must be a number~exit 1");
	gives(show_values, "n,s\n5,-1\n", "x: t.csv:2: s: '-1': must be at least 0~exit 1");
	gives(show_values, "n,s\n5,1000000.1\n", "x: t.csv:2: s: '1000000.1': must be at most 1000000~exit 1");
	gives(show_values, "n\n\"a\nb\"\n", "x: t.csv:2: n: 'a?b': must be an integer~exit 1");
	gives(show_values, "n\n0123456789012345678901234567890123456789012345678901234567890123456789\n",
		"x: t.csv:2: n: '012345678901234567890123456789012345678901234567890123456789...': must be at most 100~exit 1");
}

/* A case far larger than any buffer, then a small one. */
static void
test_large_case(void)
{
	FILE *out = fopen("t.csv", "w");
	bool good = true;
	table *t;
	batch b;

	fputs("case,job,text\n", out);
	for (int i = 0; i < 20000; i++)
		fprintf(out, "1,%d,%0*d\n", i, i % 100 ? i % 50 + 1 : 100000, i);
	fputs("2,x,y\n", out);
	fclose(out);
	t = table_open("t.csv");
	ok1(table_next_case(t, &b) && b.rows == 20000);
	for (int i = 0; i < b.rows; i++)
		good &= atoi(b.row[i].cell[1]) == i && atoi(b.row[i].cell[2]) == i && b.row[i].line == i + 2;
	ok(good, "every cell of a case of 40 MB");
	ok1(table_next_case(t, &b) && b.rows == 1 && strcmp(b.row[0].cell[2], "y") == 0 && strcmp(b.id, "2") == 0);
	ok1(!table_next_case(t, &b) && !table_next_case(t, &b));
	table_close(t);
}

int
main(void)
{
	char directory[] = "/tmp/table-XXXXXX";

	if (!mkdtemp(directory) || chdir(directory) != 0)
		return 1;
	test_csv();
	test_refused();
	test_preamble();
	test_blocks();
	test_cases();
	test_values();
	test_large_case();
	unlink("t.csv");
	rmdir(directory);
	return done_testing();
}
