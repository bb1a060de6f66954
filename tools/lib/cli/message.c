/* message -- what a tool says to people, and how it ends.
 *
 * The wording follows git's CodingGuidelines, "Error Messages": lower case, no full stop, the subject quoted.  Standard output is closed
 * and checked at every exit, as in gnulib's closeout: a full disk must not look like success. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/cli/private.h"
#include "lib/cli/progress.h"

const char *prog = "hopline";
const char *cli_name = "hopline";
bool cli_quiet;
static bool mute;

void
cli_mute(void)
{
	cli_quiet = mute = true;
}

/* Keep `most` bytes at `at`, in whole characters of UTF-8, and dots for the rest up to `end`; what follows these. */
static char *
cut(char *at, const char *end, size_t most)
{
	char *dots = at + most;

	while (dots > at && (*dots & 0xc0) == 0x80)
		dots--;
	while ((*end & 0xc0) == 0x80)
		end++;
	dots = mempcpy(dots, "...", 3);
	memmove(dots, end, strlen(end) + 1);
	return dots;
}

/* What is repeated of an input may be a whole file: long quotations lose their ends, and a long message its middle. */
static void
shorten(char *text)
{
	enum { QUOTED = 200, MOST = 2000, TAIL = 400 };

	for (char *open = text; (open = strchr(open, '\'')); open++) {
		char *close = open + 1;

		if (open > text && isalnum((unsigned char)open[-1]))
			continue;
		while ((close = strchr(close, '\'')) && close[1] && !strchr(":,;.) ", close[1]))
			close++;
		if (!close)
			break;
		open = close - open > QUOTED + 20 ? cut(open + 1, close, QUOTED) : close;
	}
	if (strlen(text) > MOST)
		cut(text, text + strlen(text) - TAIL, MOST - TAIL);
}

/* Of the file opened last: what a message about its beginning adds. */
static struct { char *file, *looks; long line; } hint;

void
die_hint(const char *file, long line, const char *looks)
{
	free(hint.file);
	free(hint.looks);
	hint.file = looks ? strdup(file) : NULL;
	hint.looks = looks ? strdup(looks) : NULL;
	hint.line = line;
}

void
die_hint_not(const char *reader)
{
	if (hint.looks && strstr(hint.looks, reader) && !strstr(hint.looks, "is not read"))
		die_hint(NULL, 0, NULL);
}

/* One line, whatever the data in it: control characters become '?'. */
static void
say(const char *format, va_list args, bool last)
{
	static char short_of_memory[1024];
	va_list again;
	char *text;

	va_copy(again, args);
	if (vasprintf(&text, format, args) < 0)
		vsnprintf(text = short_of_memory, sizeof short_of_memory, format, again);
	va_end(again);
	shorten(text);
	for (char *p = text; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = '?';
	progress_hide(STDERR_FILENO);
	fprintf(stderr, "%s: %s\n", prog, text);
	/* A message about the beginning of a file that looks like another kind. */
	if (last) {
		size_t n = hint.file && hint.looks ? strlen(hint.file) : 0;

		if (n && strncmp(text, hint.file, n) == 0 && text[n] == ':' && strtol(text + n + 1, NULL, 10) <= hint.line)
			fprintf(stderr, "%s: %s looks like %s\n", prog, hint.file, hint.looks);
	}
	if (text != short_of_memory)
		free(text);
}

/* The mark is the size of the pipe, which both ends see and nobody reads; TOLD is none that a pipe begins with. */
enum { TOLD = 1 << 15 };

void
cli_leave(int status)
{
	fcntl(STDOUT_FILENO, F_SETPIPE_SZ, TOLD);	/* what is no pipe stays as it is */
	exit(status);
}

void
die(int status, const char *format, ...)
{
	va_list args;

	if (mute)
		_exit(status);
	va_start(args, format);
	say(format, args, status == FAIL_DATA);
	va_end(args);
	if (status == FAIL_USAGE)
		fprintf(stderr, "Try '%s --help'.\n", cli_name);
	cli_leave(status);
}

void
die_empty(void)
{
	int size = fcntl(STDIN_FILENO, F_GETPIPE_SZ);

	if (size == TOLD)
		cli_leave(FAIL_DATA);
	die(FAIL_DATA, "<stdin>: %s", size < 0 ? "empty input; a table has at least a header" : "no input: the command before it wrote nothing");
}

void
die_at(const char *file, long line, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		die(FAIL_DATA, "out of memory");
	va_end(args);
	die(FAIL_DATA, "%s:%ld: %s", file, line, text);
}

void
warn(const char *format, ...)
{
	va_list args;

	if (cli_quiet)
		return;
	va_start(args, format);
	say(format, args, false);
	va_end(args);
}

void
cli_list(const char *name, const char *about)
{
	if (printf("%-20s  %s\n", name, about) < 0)
		write_failed(NULL);
}

void
write_failed(const char *path)
{
	if (path || mute)
		die(FAIL_DATA, "cannot write '%s': %s", path, strerror(errno));
	progress_hide(STDERR_FILENO);
	fprintf(stderr, "%s: write error: %s\n", prog, strerror(errno));
	_exit(FAIL_DATA);	/* perhaps in exit() already, and nothing can be saved */
}

void
close_stdout(void)
{
	static bool closed;
	bool failed;

	if (closed)
		return;
	closed = true;
	progress_end();
	failed = fflush(stdout) != 0;
	if (!failed && ferror(stdout))
		errno = EIO;	/* the reason was lost with the write that failed */
	if (failed || ferror(stdout) || fclose(stdout) != 0)
		write_failed(NULL);
}
