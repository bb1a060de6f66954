#include "lib/cli/progress.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/cli/private.h"

enum { FIRST_MS = 2000, AGAIN_MS = 500, FORETOLD_MS = 10000, WIDTH = 79 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;	/* of what follows */
static const progress_part *shown;	/* NULL: no line */
static int shown_parts;
static int64_t begun, due;	/* when it was asked for, and is drawn next: ms */
static int drawn;		/* letters on the terminal */

/* How many a part still lacks; 0: none, or nobody knows. */
static int64_t
lacking(const progress_part *p)
{
	int64_t of = p->of ? __atomic_load_n(p->of, __ATOMIC_RELAXED) : 0, value = __atomic_load_n(p->value, __ATOMIC_RELAXED);

	return of > value ? of - value : 0;
}

/* A part, in at most `room` letters: picoseconds in the largest unit of which there is one, with two decimals. */
static int
write_part(char *to, size_t room, const progress_part *p)
{
	static const char *const unit[] = { "ps", "ns", "us", "ms", "s" };
	int64_t value = __atomic_load_n(p->value, __ATOMIC_RELAXED), thousandths = 0;
	int u = 0;

	if (lacking(p))
		return snprintf(to, room, "%" PRId64 " of %" PRId64 " %s, ", value, value + lacking(p), p->words);
	if (!p->is_time)
		return snprintf(to, room, "%" PRId64 " %s, ", value, p->words);
	for (; u < 4 && value >= 1000; u++, value /= 1000)
		thousandths = value % 1000;
	if (u == 0)
		return snprintf(to, room, "%" PRId64 " ps %s, ", value, p->words);
	return snprintf(to, room, "%" PRId64 ".%02" PRId64 " %s %s, ", value, thousandths / 10, unit[u], p->words);
}

/* Over what is there: the text, and blanks up to the end of the old one. */
static void
replace(const char *text)
{
	int length = (int)strnlen(text, WIDTH);

	if (dprintf(STDERR_FILENO, "\r%-*.*s%s", drawn, WIDTH, text, length ? "" : "\r") < 0)
		length = 0;	/* a terminal that is gone */
	drawn = length;
}

static void
draw(int64_t now)
{
	char text[3 * WIDTH];
	pid_t foreground = tcgetpgrp(STDERR_FILENO);
	int used = snprintf(text, WIDTH, "%s: ", prog);

	if (foreground != -1 && foreground != getpgrp())	/* -1: not the terminal that has jobs */
		return;
	for (int i = 0; i < shown_parts && used < WIDTH; i++)
		used += write_part(text + used, WIDTH, &shown[i]);
	/* How long the rest of a part takes if it goes on as it began. */
	for (int i = 0; i < shown_parts && used < WIDTH && now - begun >= FORETOLD_MS; i++) {
		int64_t value = __atomic_load_n(shown[i].value, __ATOMIC_RELAXED);
		int64_t rest = value > 0 ? (now - begun) / 1000 * lacking(&shown[i]) / value : 0;

		if (rest > 0)
			used += snprintf(text + used, WIDTH, rest < 100 ? "ETA %" PRId64 " s, " : rest < 6000 ? "ETA %" PRId64 " min, " :
				"ETA %" PRId64 " h, ", rest < 100 ? rest : rest < 6000 ? rest / 60 : rest / 3600);
	}
	if (used < WIDTH)
		snprintf(text + used, WIDTH, "%" PRId64 " s", (now - begun) / 1000);
	replace(text);
}

/* Draw it when it is due, again and again. */
static void *
keep_drawing(void *unused)
{
	int64_t wait = FIRST_MS;

	while (wait > 0) {
		struct timespec pause = { wait / 1000, wait % 1000 * 1000000 };
		int64_t now;

		nanosleep(&pause, NULL);
		pthread_mutex_lock(&lock);
		now = now_ms();
		if (shown && now >= due) {
			draw(now);
			due = now + AGAIN_MS;
		}
		wait = shown ? due - now : 0;
		pthread_mutex_unlock(&lock);
	}
	return unused;
}

/* A child of the tool has no such thread, and may be made while that one holds the lock: it is made between two lines, and shows none. */
static void
before_fork(void)
{
	pthread_mutex_lock(&lock);
}

static void
after_fork(void)
{
	pthread_mutex_unlock(&lock);
}

static void
in_child(void)
{
	shown = NULL;
	pthread_mutex_unlock(&lock);
}

void
progress_begin(const progress_part *part, int parts)
{
	pthread_t thread;
	struct stat s;

	if (cli_quiet || !isatty(STDERR_FILENO) || (fstat(STDOUT_FILENO, &s) == 0 && (S_ISFIFO(s.st_mode) || S_ISSOCK(s.st_mode))))
		return;
	begun = now_ms();
	due = begun + FIRST_MS;
	shown_parts = parts;
	shown = part;
	pthread_atfork(before_fork, after_fork, in_child);
	if (pthread_create(&thread, NULL, keep_drawing, NULL) == 0)
		pthread_detach(thread);
}

static void
erase(void)
{
	if (drawn)
		replace("");
}

void
progress_hide(int file)
{
	int64_t least = now_ms() + AGAIN_MS;	/* time enough for what is written now */

	if (!shown || (file != STDERR_FILENO && !isatty(file)))
		return;
	pthread_mutex_lock(&lock);
	due = due > least ? due : least;
	erase();
	pthread_mutex_unlock(&lock);
}

void
progress_end(void)
{
	pthread_mutex_lock(&lock);
	if (shown)
		erase();
	shown = NULL;
	pthread_mutex_unlock(&lock);
}
