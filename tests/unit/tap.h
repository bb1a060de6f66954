/* tap -- the Test Anything Protocol for unit tests in C: one test, one file. */
#pragma once

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Is every access to memory checked, by AddressSanitizer or (MEMCHECK) valgrind?  That looks for faults which each way through the
 * code shows once and not for each number: what is random, or a table of one kind of case, may be shorter then. */
#ifndef __has_feature
#define __has_feature(feature) 0	/* it is clang that has it */
#endif
#if defined MEMCHECK || defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
enum { CHECKED = 1 };
#else
enum { CHECKED = 0 };
#endif

static int tap_count, tap_failed, tap_planned;

/* The plan, first; optional, since done_testing writes it at the end. */
__attribute__((unused)) static void
plan(int tests)
{
	tap_planned = tests;
	printf("1..%d\n", tests);
}

/* One test point: passes when `good`; the rest is its name, as for printf. */
__attribute__((format(printf, 2, 3), unused)) static bool
ok(bool good, const char *format, ...)
{
	va_list args;

	printf("%sok %d - ", good ? "" : "not ", ++tap_count);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	tap_failed += !good;
	if (!good) {	/* where prove does not hide it */
		fprintf(stderr, "# %s: not ok %d - ", program_invocation_short_name, tap_count);
		va_start(args, format);
		vfprintf(stderr, format, args);
		va_end(args);
		fputc('\n', stderr);
	}
	return good;
}

#define pass(...) ok(true, __VA_ARGS__)
#define ok1(e) ok(e, "%s", #e)

__attribute__((unused)) static bool
is_str(const char *got, const char *want, const char *name)
{
	bool good = strcmp(got, want) == 0;

	ok(good, "%s", name);
	if (!good)
		fprintf(stderr, "#      got: %s\n# expected: %s\n", got, want);
	return good;
}

__attribute__((unused)) static bool
is_int(int64_t got, int64_t want, const char *name)
{
	bool good = got == want;

	ok(good, "%s", name);
	if (!good)
		fprintf(stderr, "#      got: %" PRId64 "\n# expected: %" PRId64 "\n", got, want);
	return good;
}

/* The last call; main returns its result, an exit status. */
__attribute__((unused)) static int
done_testing(void)
{
	if (!tap_planned)
		printf("1..%d\n", tap_count);
	return tap_failed || (tap_planned && tap_planned != tap_count);
}
