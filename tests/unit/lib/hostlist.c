/* hostlist -- lists of hosts as Slurm writes them: what they stand for, how they are shortened, and what is refused where. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"
#include "lib/rng/rng.h"
#include "unit/tap.h"

/* The names of h, a blank behind each. */
static char *
all(const hostlist *h)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (uint32_t i = 0; i < h->count; i++)
		fprintf(f, "%s ", hostlist_at(h, i));
	fclose(f);
	return text;
}

/* `text` stands for `want`, the names with a blank behind each. */
static void
reads(const char *text, const char *want)
{
	hostlist h = { 0 };
	const char *why = "";
	bool good = hostlist_read(&h, text, &why);
	char *got = all(&h);

	ok(good && strcmp(got, want) == 0, "'%s'%s%s%s%s", text, good && strcmp(got, want) ? " reads as " : "",
		good && strcmp(got, want) ? got : "", good ? "" : " is refused: ", good ? "" : why);
	free(got);
	hostlist_free(&h);
}

static void
refuses(const char *text, const char *want)
{
	hostlist h = { 0 };
	const char *why = "accepted";

	ok(!hostlist_read(&h, text, &why) && strcmp(why, want) == 0, "'%.60s': %s", text, why);
	hostlist_free(&h);
}

/* The list of those hosts is written as `want`. */
static void
writes(const char *text, const char *want)
{
	hostlist h = { 0 };
	const char *why;
	char *got;

	if (!hostlist_read(&h, text, &why))
		die(FAIL_DATA, "%s: %s", text, why);
	got = hostlist_write(&h);
	is_str(got, want, xprintf("%s is %s", text, want));
	free(got);
	hostlist_free(&h);
}

static void
test_reading(void)
{
	reads("n1", "n1 ");
	reads("n1,b,n1", "n1 b n1 ");
	reads("n[1-3]", "n1 n2 n3 ");
	reads("n[3,1-2,9]", "n3 n1 n2 n9 ");
	reads("nid[0009-0011]", "nid0009 nid0010 nid0011 ");
	reads("n[8-11]", "n8 n9 n10 n11 ");
	reads("n[001-3]", "n001 n002 n003 ");
	reads("n[098-101]", "n098 n099 n100 n101 ");
	reads("n[09-101]", "n09 n10 n11 n12 n13 n14 n15 n16 n17 n18 n19 n20 n21 n22 n23 n24 n25 n26 n27 n28 n29 n30 n31 n32 n33 n34 n35 n36 "
		"n37 n38 n39 n40 n41 n42 n43 n44 n45 n46 n47 n48 n49 n50 n51 n52 n53 n54 n55 n56 n57 n58 n59 n60 n61 n62 n63 n64 n65 n66 n67 "
		"n68 n69 n70 n71 n72 n73 n74 n75 n76 n77 n78 n79 n80 n81 n82 n83 n84 n85 n86 n87 n88 n89 n90 n91 n92 n93 n94 n95 n96 n97 n98 "
		"n99 n100 n101 ");
	reads("x[0-1]b[2-3]", "x0b2 x0b3 x1b2 x1b3 ");
	reads("a1b[09-10]c[1-2]", "a1b09c1 a1b09c2 a1b10c1 a1b10c2 ");
	reads("a[1-2][3-4]", "a13 a14 a23 a24 ");
	reads("n[1-2]-ib,m[3].x,a_b:0", "n1-ib n2-ib m3.x a_b:0 ");
	reads("[1-3]", "1 2 3 ");
	reads("n[999999999999999998-999999999999999999]", "n999999999999999998 n999999999999999999 ");
	reads("n1234567890123456789012", "n1234567890123456789012 ");
}

static void
test_refusals(void)
{
	hostlist h = { 0 };
	const char *why;

	refuses("", "character 1: a host's name is missing");
	refuses("a,,b", "character 3: a host's name is missing");
	refuses("a,", "character 3: a host's name is missing");
	refuses("n[3-1]", "character 3: '3-1': a range must ascend");
	refuses("n1,n[5,3-1]", "character 8: '3-1': a range must ascend");
	refuses("n[1-2,", "character 2: '[': a bracket without its end");
	refuses("n1]", "character 3: ']': a bracket without its beginning");
	refuses("n[[1]]", "character 3: '[1': must be a number of at most 18 digits, or two with '-' between them");
	refuses("n[]", "character 3: must be a number of at most 18 digits, or two with '-' between them");
	refuses("n[1,]", "character 5: must be a number of at most 18 digits, or two with '-' between them");
	refuses("n[1-]", "character 3: '1-': a range must end with a number of at most 18 digits");
	refuses("n[a-b]", "character 3: 'a-b': must be a number of at most 18 digits, or two with '-' between them");
	refuses("n[1, 2]", "character 5: ' 2': must be a number of at most 18 digits, or two with '-' between them");
	refuses("n[1-2x]", "character 3: '1-2x': must be a number, or two with '-' between them");
	refuses("n[1-1000000000000000000]", "character 3: '1-1000000000000000000': a range must end with a number of at most 18 digits");
	for (const char *sign = " =#\"'\\*$`;&|<>(){}!~?^%@/+\t\n\r\x7f\xc3"; *sign; sign++)
		refuses(xprintf("n1%cn2", *sign), xprintf("character 3: '%c': must be a letter, a digit or one of -_.: of a host's name, or a comma between two", *sign));
	refuses("n$(reboot)[1-2]", "character 2: '$': must be a letter, a digit or one of -_.: of a host's name, or a comma between two");
	refuses("n1,-oX=y", "character 7: '=': must be a letter, a digit or one of -_.: of a host's name, or a comma between two");
	refuses("n1,-[1-2]", "character 10: a host's name begins with no '-', as an option would");
	ok1(hostlist_name("n-1.x_y:0") && !hostlist_name("-n1") && !hostlist_name("n;1") && !hostlist_name("n`1") && !hostlist_name(""));
	refuses("n[0-65536]", "character 3: '0-65536': a range has at most 65536 hosts");
	refuses("n[0-65535]x[0-99]", "character 18: more than 4194304 hosts");
	refuses("[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]", "character 49: '[': more than 16 groups in a name");
	ok1(hostlist_read(&h, "n[0-65535]", &why) && h.count == 65536 && strcmp(hostlist_at(&h, 65535), "n65535") == 0);
	hostlist_free(&h);
	refuses(xprintf("%0*d", 1024, 0), "character 1: '0000000000000000000000000000000000000000': a name has at most 1023 characters");
	refuses(xprintf("%0*d[1]", 1023, 0), "character 1024: '[': a name has at most 1023 characters");
}

/* What Slurm 22.05 writes of the same hosts: `scontrol show hostlistsorted`. */
static void
test_writing(void)
{
	writes("n1", "n1");
	writes("n3,n1,n2", "n[1-3]");
	writes("n2,n1,n2,n7", "n[1-2,7]");
	writes("n10,n9,n11", "n[9-11]");
	writes("n[09-11]", "n[09-11]");
	writes("n[098-101]", "n[098-101]");
	writes("n[98-101]", "n[98-101]");
	writes("n[9-11],n09", "n[9,09-11]");
	writes("n10,n9,n09,n1,n01", "n[1,9,01,09-10]");
	writes("n001,n01,n1,n010,n10,n100", "n[1,01,10,001,010,100]");
	writes("n,n1,n2", "n,n[1-2]");
	writes("x10y1,x9y2,x9y1", "x9y[1-2],x10y1");
	writes("x[0-1]b[0-1]", "x0b[0-1],x1b[0-1]");
	writes("b1,a2,a1", "a[1-2],b1");
	writes("N1,n1", "N1,n1");
}

static void
test_writing_alone(void)
{
	hostlist h = { 0 };
	char *text = hostlist_write(&h);

	is_str(text, "", "no host");
	free(text);
	writes("n[1-2]-ib", "n1-ib,n2-ib");
	writes("n1234567890123456789,n1234567890123456790", "n1234567890123456789,n1234567890123456790");
	writes("[3-5]", "[3-5]");
	writes("n[0-65535],n65536", "n[0-65535,65536]");
	writes("n[8-10],n0", "n[0,8-10]");
}

static void
test_names(void)
{
	static const char *const bad[] = { "", "a b", "a,b", "a[1]", "a=b", "a#", "a\"b", "\xc3\xa9", "a\n" };

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ok(!hostlist_name(bad[i]), "'%s' is no name", bad[i]);
	ok1(hostlist_name("nid00012") && hostlist_name("n1-ib.site.org") && hostlist_name("c0-0c0s0n1") && hostlist_name("a_b"));
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Do both lists have the same hosts, those of `once` each once? */
static bool
same_hosts(const hostlist *many, const hostlist *once)
{
	const char **name = xalloc(many->count, sizeof *name), **other = xalloc(once->count, sizeof *other);
	uint32_t n = 0;
	bool same;

	for (uint32_t i = 0; i < many->count; i++)
		name[i] = hostlist_at(many, i);
	for (uint32_t i = 0; i < once->count; i++)
		other[i] = hostlist_at(once, i);
	qsort(name, many->count, sizeof *name, by_text);
	qsort(other, once->count, sizeof *other, by_text);
	for (uint32_t i = 0; i < many->count; i++)
		if (n == 0 || strcmp(name[i], name[n - 1]) != 0)
			name[n++] = name[i];
	same = n == once->count;
	for (uint32_t i = 0; same && i < n; i++)
		same = strcmp(name[i], other[i]) == 0;
	free(name);
	free(other);
	return same;
}

/* Random hosts of few stems, numbers and widths: written and read again they are the same. */
static void
test_round_trips(void)
{
	static const char *const stem[] = { "n", "n0x", "x9y", "x10y", "", "nid-" };
	uint32_t wrong = 0, longer = 0;
	rng r;

	rng_init(&r, 1, "hostlist", "", "");
	for (int trial = 0; trial < 3000; trial++) {
		hostlist h = { 0 }, again = { 0 };
		const char *why = "";
		char *text, *twice;

		for (uint64_t n = 1 + rng_below(&r, 30); n > 0; n--) {
			char *name = xprintf("%s%0*u", stem[rng_below(&r, 6)], (int)rng_below(&r, 4), (unsigned)(rng_below(&r, 4) ? rng_below(&r, 30) : rng_below(&r, 1200)));

			hostlist_push(&h, name);
			free(name);
		}
		text = hostlist_write(&h);
		if (!hostlist_read(&again, text, &why) || !same_hosts(&h, &again)) {
			if (!wrong++)
				fprintf(stderr, "# %s: %s\n", text, why);
		}
		twice = hostlist_write(&again);
		longer += strcmp(text, twice) != 0;
		free(text);
		free(twice);
		hostlist_free(&h);
		hostlist_free(&again);
	}
	is_int(wrong, 0, "3,000 random lists: written and read again, each host once");
	is_int(longer, 0, "and written again the same");
}

int
main(void)
{
	test_reading();
	test_refusals();
	test_writing();
	test_writing_alone();
	test_names();
	test_round_trips();
	return done_testing();
}
