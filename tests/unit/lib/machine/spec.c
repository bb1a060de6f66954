/* spec -- canonical text, files, --set, which machine a run has, and every way to be
 * wrong. */
#include <stdlib.h>

#include "lib/machine/machine.h"
#include "lib/machine/spec/spec.h"
#include "unit/dies.h"

static char *
canonical(const char *text, char **set, int sets)
{
	machine *m = machine_build(text, set, sets, "--machine", FAIL_USAGE);
	char *written = xstrdup(m->spec);

	machine_free(m);
	return written;
}

static void
canonical_texts(void)
{
	static const char *const pair[][2] = {
		{ "dragonfly:g=17,a=4,p=4", "dragonfly:g=17,a=4,p=4" },
		{ "dragonfly:p=4,g=17,a=4", "dragonfly:g=17,a=4,p=4" },
		{ "dragonfly:g=17,a=4,p=4,h=4", "dragonfly:g=17,a=4,p=4" },
		{ "dragonfly:h=5,g=17,a=4,p=4", "dragonfly:g=17,a=4,p=4,h=5" },
		{ "dragonfly:g=1,a=4,p=4,h=0", "dragonfly:g=1,a=4,p=4" },
		{ "dragonfly:g=1,a=1,p=1", "dragonfly:g=1,a=1,p=1" },
		{ "dragonfly:g=017,a=4,p=4", "dragonfly:g=17,a=4,p=4" },
		{ "dragonfly:g=3,a=4,p=4,arrangement=absolute", "dragonfly:g=3,a=4,p=4" },
		{ "dragonfly:arrangement=relative,g=3,a=4,p=4", "dragonfly:g=3,a=4,p=4,arrangement=relative" },
		{ "dragonfly:g=3,a=4,p=4,node-bw=1GB/s", "dragonfly:g=3,a=4,p=4" },
		{ "dragonfly:g=3,a=4,p=4,global-bw=0.25GB/s,cores=8,local-bw=9Gb/s",
			"dragonfly:g=3,a=4,p=4,global-bw=0.25GB/s,cores=8,local-bw=9Gb/s" },
		{ "dragonfly:cores=8,g=3,node-latency=0.04us,a=4,global-latency=1us,p=4",
			"dragonfly:g=3,a=4,p=4,cores=8,global-latency=1us" },
		{ "dragonfly:g=3,a=4,p=4,vc-buffer=14KB,router-latency=0", "dragonfly:g=3,a=4,p=4,vc-buffer=14KB,router-latency=0" },
		{ "dragonfly:g=3,a=4,p=4,memory-latency=0ns,memory-bw=10GB/s", "dragonfly:g=3,a=4,p=4,memory-bw=10GB/s" },
		{ "dragonfly:g=3,a=4,p=4,unavailable=4-7+12", "dragonfly:g=3,a=4,p=4,unavailable=4-7+12" },
	};

	for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
		char *once = canonical(pair[i][0], NULL, 0), *twice = canonical(once, NULL, 0);
		is_str(once, pair[i][1], pair[i][0]);
		is_str(twice, once, "its canonical text again");
		free(once);
		free(twice);
	}
}

static void
files(void)
{
	char *name = file_of("# a machine\n\n  kind = dragonfly  # the shape\r\np=4\ng =17\na= 4\n\tglobal-bw=4GB/s\n#cores=9\nh=4");
	char *set[] = { "g=5", "cores=4", "global-bw=8Gb/s", "cores=6" };
	char *plain = canonical(name, NULL, 0), *changed = canonical(name, set, 4);

	is_str(plain, "dragonfly:g=17,a=4,p=4,global-bw=4GB/s", "a file of keys");
	is_str(changed, "dragonfly:g=5,a=4,p=4,h=4,cores=6", "--set replaces, adds, goes back to a default; the last one counts");
	remove(name);
	free(name);
	free(plain);
	free(changed);
}

typedef struct attempt {
	const char *text, *set;
	int status;
	const char *words;
} attempt;

static void
try_to_build(const void *arg)
{
	const attempt *a = arg;
	char *set[] = { (char *)(uintptr_t)a->set };

	machine_build(a->text, set, a->set != NULL, "--machine", FAIL_USAGE);
}

static void
mistakes(void)
{
	static const attempt bad[] = {
		{ "", NULL, 2, "hopline: --machine: '': no kind of machine (known: dragonfly..." },
		{ "dragonflies:g=1", NULL, 2, "hopline: --machine: 'dragonflies:g=1': no kind of machine (known: ..." },
		{ "no/such/file", NULL, 2, "hopline: --machine: 'no/such/file': no kind of machine (known: ..." },
		{ "/", NULL, 1, "hopline: cannot read '/': Is a directory" },
		{ "dragonfly", NULL, 2, "hopline: --machine: g: must be given" },
		{ "dragonfly:", NULL, 2, "hopline: --machine: '': must be key=value" },
		{ "dragonfly:g=3,,a=4,p=4", NULL, 2, "hopline: --machine: '': must be key=value" },
		{ "dragonfly:g=3,a=4,p=4,", NULL, 2, "hopline: --machine: '': must be key=value" },
		{ "dragonfly:g=3,a=4,=4", NULL, 2, "hopline: --machine: '=4': must be key=value" },
		{ "dragonfly:g=3,a=4", NULL, 2, "hopline: --machine: p: must be given" },
		{ "dragonfly:g=3,a=4,p=4,q=1", NULL, 2, "hopline: --machine: q: unknown key; dragonfly has: g, a, p, h, ..." },
		{ "dragonfly:g=3,a=4,p=4,kind=dragonfly", NULL, 2, "hopline: --machine: kind: unknown key..." },
		{ "dragonfly:g=3,a=4,p=4,g=3", NULL, 2, "hopline: --machine: g: '3': given twice" },
		{ "dragonfly:g=,a=4,p=4", NULL, 2, "hopline: --machine: g: '': must be a whole number from 0 to 2147483647" },
		{ "dragonfly:g=-1,a=4,p=4", NULL, 2, "hopline: --machine: g: '-1': must be a whole number..." },
		{ "dragonfly:g=3x,a=4,p=4", NULL, 2, "hopline: --machine: g: '3x': must be a whole number..." },
		{ "dragonfly:g=2147483648,a=4,p=4", NULL, 2, "hopline: --machine: g: '2147483648': must be a whole number..." },
		{ "dragonfly:g=0,a=4,p=4", NULL, 2, "hopline: --machine: g: '0': must be at least 1" },
		{ "dragonfly:g=3,a=0,p=4", NULL, 2, "hopline: --machine: a: '0': must be at least 1" },
		{ "dragonfly:g=3,a=4,p=0", NULL, 2, "hopline: --machine: p: '0': must be at least 1" },
		{ "dragonfly:g=9,a=4,p=4,h=1", NULL, 2,
			"hopline: --machine: h: '1': leaves groups without a link: 4 routers of 1 global ports for 8 other groups; at least 2" },
		{ "dragonfly:g=2,a=4,p=4,h=0", NULL, 2, "hopline: --machine: h: '0': leaves groups without a link..." },
		{ "dragonfly:g=3,a=4,p=4,arrangement=palm", NULL, 2,
			"hopline: --machine: arrangement: 'palm': must be one of: absolute relative circulant random" },
		{ "dragonfly:g=3,a=4,p=4,arrangement=abs", NULL, 2, "hopline: --machine: arrangement: 'abs': must be one of..." },
		{ "dragonfly:g=3,a=4,p=4,node-bw=8", NULL, 2, "hopline: --machine: node-bw: '8': must be a bandwidth, as 8Gb/s or 1GB/s" },
		{ "dragonfly:g=3,a=4,p=4,node-latency=4", NULL, 2, "hopline: --machine: node-latency: '4': must be a time, as 40ns or 1.5us" },
		{ "dragonfly:g=3,a=4,p=4,vc-buffer=x", NULL, 2, "hopline: --machine: vc-buffer: 'x': must be bytes, as 14000B or 16KiB" },
		{ "dragonfly:g=3,a=4,p=4,vc-buffer=0", NULL, 2, "hopline: --machine: vc-buffer: '0': must be at least 1B" },
		{ "dragonfly:g=3,a=4,p=4,cores=0", NULL, 2, "hopline: --machine: cores: '0': must be at least 1" },
		{ "dragonfly:g=3,a=4,p=4,unavailable=a", NULL, 2, "hopline: --machine: unavailable: 'a': the machine's nodes have no names: must be numbers, as 4-7+12" },
		{ "dragonfly:g=3,a=4,p=4,unavailable=40-48", NULL, 2, "hopline: --machine: unavailable: '40-48': ..." },
		{ "dragonfly:g=3,a=4,p=4,unavailable=7-4", NULL, 2, "hopline: --machine: unavailable: '7-4': ..." },
		{ "dragonfly:g=3,a=4,p=4,unavailable=4++5", NULL, 2, "hopline: --machine: unavailable: '4++5': ..." },
		{ "dragonfly:g=3,a=4,p=4,unavailable=4-7+5", NULL, 2, "hopline: --machine: unavailable: '4-7+5': ..." },
		{ "dragonfly:g=65536,a=65536,p=1", NULL, 2, "hopline: --machine: g: '65536': makes the machine too large..." },
		{ "dragonfly:g=2147483647,a=2147483647,p=2147483647", NULL, 2, "hopline: --machine: g: '2147483647': makes the machine too large..." },
		{ "dragonfly:g=2,a=2,p=4,h=2147483647", NULL, 2, "hopline: --machine: g: '2': makes the machine too large..." },
		{ "dragonfly:g=3,a=4,p=4", "g=0", 2, "hopline: --set: g: '0': must be at least 1" },
		{ "dragonfly:g=3,a=4,p=4", "q=0", 2, "hopline: --set: q: unknown key..." },
		{ "dragonfly:g=3,a=4,p=4", "g", 2, "hopline: --set: 'g': must be key=value" },
		{ "dragonfly:g=3,a=4,p=4", "g=9,h=1", 2, "hopline: --set: g: '9,h=1': must be a whole number..." },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		dies(try_to_build, &bad[i], bad[i].status, bad[i].words);
}

static void
mistakes_in_files(void)
{
	static const struct {
		const char *text, *words;	/* words behind "hopline: FILE" */
	} bad[] = {
		{ "g=1\n", ": kind: must be given, as kind=dragonfly" },
		{ "kind=dragonfly\nkind=dragonfly\n", ":2: kind: 'dragonfly': given twice" },
		{ "kind=dragonfly\ng=1\ng = 1\n", ":3: g: '1': given twice" },
		{ "kind=dragonfly\n\n# g\nwhat is this\n", ":4: 'what is this': must be key=value" },
		{ "kind=dragonfly\na=1\np=1\ng=0\n", ":4: g: '0': must be at least 1" },
		{ "kind=dragonfly\na=1\n", ": g: must be given" },
		{ "kind=moebius\n", ": 'moebius': unknown kind of machine (known: dragonfly..." },
		{ "", ": kind: must be given, as kind=dragonfly" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *name = file_of(bad[i].text), *words = xprintf("hopline: %s%s", name, bad[i].words);
		attempt a = { .text = name };
		dies(try_to_build, &a, FAIL_DATA, words);
		remove(name);
		free(name);
		free(words);
	}
}

/* machine_of, with a stream or without */
typedef struct run {
	const char *stream, *option, *set;
} run;

static machine *
machine_of_run(const run *r)
{
	char *set[] = { (char *)(uintptr_t)r->set };
	cli c = { .machine = r->option, .set = set, .sets = r->set != NULL };
	char *name = r->stream ? file_of(r->stream) : NULL;
	table *t = name ? table_open(name) : NULL;
	const char *file = t ? t->file : NULL;
	machine *m;

	if (t)
		t->file = "w.csv";
	if (name)
		remove(name);
	m = machine_of(&c, t);
	if (t) {
		t->file = file;
		table_close(t);
	}
	free(name);
	return m;
}

static void
ask_machine(const void *arg)
{
	machine_of_run(arg);
}

static void
choices(void)
{
	static const char stream[] = "#hopline 1\n#machine dragonfly:g=3,a=4,p=4\njob,nodes\n";
	static const char bare[] = "job,nodes\n";
	const struct {
		run run;
		const char *spec;
	} good[] = {
		{ { stream, NULL, NULL }, "dragonfly:g=3,a=4,p=4" },
		{ { stream, "dragonfly:p=4,a=4,g=3,h=1", NULL }, "dragonfly:g=3,a=4,p=4" },
		{ { stream, NULL, "global-bw=2Gb/s" }, "dragonfly:g=3,a=4,p=4,global-bw=2Gb/s" },
		{ { stream, "dragonfly:g=3,a=4,p=4", "p=2" }, "dragonfly:g=3,a=4,p=2" },
		{ { bare, "dragonfly:g=2,a=1,p=1", "p=2" }, "dragonfly:g=2,a=1,p=2" },
		{ { NULL, "dragonfly:g=2,a=1,p=1", NULL }, "dragonfly:g=2,a=1,p=1" },
	};
	const run two = { stream, "dragonfly:g=3,a=4,p=5", NULL }, none = { bare, NULL, NULL };
	const run lone = { bare, NULL, "p=2" }, empty = { NULL, NULL, NULL };
	const run wrong = { "#hopline 1\n#machine dragonfly:g=0,a=4,p=4\njob,nodes\n", NULL, NULL };
	const run file = { "#hopline 1\n#machine /etc/passwd\njob,nodes\n", NULL, NULL };
	const run set = { stream, NULL, "g=0" };

	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		machine *m = machine_of_run(&good[i].run);
		is_str(m->spec, good[i].spec, "the machine of a run");
		machine_free(m);
	}
	dies(ask_machine, &two, FAIL_USAGE,
		"hopline: --machine: 'dragonfly:g=3,a=4,p=5': the stream's machine is 'dragonfly:g=3,a=4,p=4'; --set changes it");
	dies(ask_machine, &none, FAIL_USAGE, "hopline: w.csv: no machine: the stream has no line #machine, and --machine is missing");
	dies(ask_machine, &lone, FAIL_USAGE, "hopline: --set: 'p=2': there is no machine to change; --machine names one");
	dies(ask_machine, &empty, FAIL_USAGE, "hopline: no machine: --machine is missing ('metrics machine --list' has machines by name)");
	dies(ask_machine, &wrong, FAIL_DATA, "hopline: w.csv: #machine: g: '0': must be at least 1");
	dies(ask_machine, &file, FAIL_DATA, "hopline: w.csv: #machine: '/etc/passwd': unknown kind of machine (known: dragonfly...");
	dies(ask_machine, &set, FAIL_USAGE, "hopline: --set: g: '0': must be at least 1");
}

/* The types that no key of a dragonfly has. */
static void
lists(void)
{
	const spec_key extents = { .type = KEY_EXTENTS }, speeds = { .type = KEY_BANDWIDTHS }, times = { .type = KEY_TIMES };
	spec_value v;

	ok1(value_read(&extents, "23x24x1", &v) && v.count == 3 && v.number[0] == 23 && v.number[2] == 1);
	ok1(!value_read(&extents, "23x", &v));
	ok1(!value_read(&extents, "x23", &v));
	ok1(!value_read(&extents, "2x0", &v));
	ok1(!value_read(&extents, "2x2x2x2x2x2x2x2x2", &v));
	ok1(value_read(&speeds, "9.4GB/s/4.7GB/s/9.4GB/s", &v) && v.count == 3 && v.number[1] == INT64_C(37600000000));
	ok1(value_read(&speeds, "8Gb/s", &v) && v.count == 1);
	ok1(!value_read(&speeds, "8Gb/s/", &v));
	ok1(!value_read(&speeds, "8/8Gb/s", &v));
	ok1(value_read(&times, "0/40ns", &v) && v.count == 2 && v.number[0] == 0 && v.number[1] == 40000);
	ok1(!value_read(&times, "40ns//40ns", &v));
}

/* Getters of lists, on a spec made by hand. */
static void
getters(void)
{
	const spec_key keys[] = {
		{ .name = "k", .type = KEY_EXTENTS }, { .name = "bw", .type = KEY_BANDWIDTHS }, { .name = "lat", .type = KEY_TIMES },
		{ .name = "on", .type = KEY_WORD, .fallback = "never" },
	};
	spec_item items[] = { { .key = &keys[0], .text = "4x5x6" }, { .key = &keys[1], .text = "1GB/s" }, { .key = &keys[2], .text = "1ns/2ns" },
		{ .key = &keys[3], .has = true } };
	const spec s = { .item = items, .count = 4, .where = "--machine", .status = FAIL_USAGE };
	const int64_t *k, *bw, *time;
	int n[3];

	for (int i = 0; i < 3; i++) {
		items[i].has = value_read(&keys[i], items[i].text, &items[i].value);
		items[i].where = "--machine";
		items[i].status = FAIL_USAGE;
	}
	k = spec_list(&s, "k", &n[0]);
	ok1(n[0] == 3 && k[0] == 4 && k[1] == 5 && k[2] == 6);
	bw = spec_list(&s, "bw", &n[1]);
	ok1(n[1] == 1 && bw[0] == 8000000000);
	time = spec_list(&s, "lat", &n[2]);
	ok1(n[2] == 2 && time[0] == 1000 && time[1] == 2000);
	is_str(spec_word(&s, "on"), "never", "a default word");
}

int
main(void)
{
	canonical_texts();
	files();
	mistakes();
	mistakes_in_files();
	choices();
	lists();
	getters();
	return done_testing();
}
