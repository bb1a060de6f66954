/* progress -- see progress.h.  What the signal's handler calls is safe in one: write, clock_gettime, tcgetpgrp and code of our own. */
#include "lib/cli/progress.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/cli/private.h"

enum { FIRST_MS = 2000, AGAIN_MS = 500, WIDTH = 79 };

static const progress_part *shown;	/* NULL: no line */
static int shown_parts;
static struct timespec begun;
static volatile sig_atomic_t drawn;	/* letters on the terminal */

typedef struct progress_line {
	char text[WIDTH];
	size_t length;
} progress_line;

static void
put(progress_line *l, const char *text)
{
	while (*text && l->length < WIDTH)
		l->text[l->length++] = *text++;
}

static void
put_number(progress_line *l, int64_t n, int least_digits)
{
	char digits[24], *p = digits + sizeof digits - 1;

	for (*p = '\0'; n > 0 || least_digits > 0; n /= 10, least_digits--)
		*--p = (char)('0' + n % 10);
	put(l, p);
}

/* Picoseconds in the largest unit of which there is one, with two decimals. */
static void
put_time(progress_line *l, int64_t ps)
{
	static const char *const unit[] = { " ps", " ns", " us", " ms", " s" };
	int64_t thousandths = 0;
	int u = 0;

	for (; u < 4 && ps >= 1000; u++, ps /= 1000)
		thousandths = ps % 1000;
	put_number(l, ps, 1);
	if (u > 0) {
		put(l, ".");
		put_number(l, thousandths / 10, 2);
	}
	put(l, unit[u]);
}

static void
put_part(progress_line *l, const progress_part *p)
{
	int64_t value = __atomic_load_n(p->value, __ATOMIC_RELAXED);

	if (p->is_time)
		put_time(l, value);
	else
		put_number(l, value, 1);
	put(l, " ");
	put(l, p->words);
	put(l, ", ");
}

/* Over what is there: the text, and blanks up to the end of the old one. */
static void
replace(const progress_line *l)
{
	char all[WIDTH + 2] = "\r";
	size_t n = 1;

	memcpy(all + n, l->text, l->length);
	for (n += l->length; n <= (size_t)drawn; n++)
		all[n] = ' ';
	if (l->length == 0)
		all[n++] = '\r';
	drawn = (sig_atomic_t)l->length;
	if (write(STDERR_FILENO, all, n) < 0)
		drawn = 0;	/* a terminal that is gone */
}

static int64_t
elapsed_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (now.tv_sec - begun.tv_sec) * 1000 + (now.tv_nsec - begun.tv_nsec) / 1000000;
}

static void
draw(int number)
{
	int error = errno;
	pid_t foreground = tcgetpgrp(STDERR_FILENO);
	progress_line l = { .length = 0 };

	(void)number;
	if (foreground == -1 || foreground == getpgrp()) {	/* -1: not the terminal that has jobs */
		put(&l, prog);
		put(&l, ": ");
		for (int i = 0; i < shown_parts; i++)
			put_part(&l, &shown[i]);
		put_number(&l, elapsed_ms() / 1000, 1);
		put(&l, " s");
		replace(&l);
	}
	errno = error;
}

/* The signal after that many milliseconds, and then again and again; 0: no more. */
static void
arm(int64_t first_ms)
{
	struct itimerval t = { .it_value = { first_ms / 1000, first_ms % 1000 * 1000 },
		.it_interval = { 0, first_ms ? AGAIN_MS * 1000 : 0 } };

	setitimer(ITIMER_REAL, &t, NULL);
}

static bool
is_pipe(int file)
{
	struct stat s;

	return fstat(file, &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode));
}

void
progress_begin(const progress_part *part, int parts)
{
	struct sigaction act = { .sa_handler = draw, .sa_flags = SA_RESTART };

	if (cli_quiet || !isatty(STDERR_FILENO) || is_pipe(STDOUT_FILENO))
		return;
	shown = part;
	shown_parts = parts;
	clock_gettime(CLOCK_MONOTONIC, &begun);
	sigaction(SIGALRM, &act, NULL);
	arm(FIRST_MS);
}

static void
erase(void)
{
	if (drawn)
		replace(&(progress_line){ .length = 0 });
}

void
progress_hide(int file)
{
	int64_t wait;

	if (!shown || (file != STDERR_FILENO && !isatty(file)))
		return;
	wait = FIRST_MS - elapsed_ms();
	arm(wait > AGAIN_MS ? wait : AGAIN_MS);	/* time enough for what is written now */
	erase();
}

void
progress_end(void)
{
	if (!shown)
		return;
	arm(0);
	erase();
	shown = NULL;
}
