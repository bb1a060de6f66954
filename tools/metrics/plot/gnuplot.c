/* gnuplot -- started without a shell; its three standard files are files without a name, so that neither side waits for the other. */
#include "metrics/plot/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "metrics/plot/text.h"

extern char **environ;

enum { STEP_MS = 5, LIMIT_MS = 600 * 1000 };	/* how long a picture may take */

/* A digit has a number too: gnuplot 5.4 would take it for one more of the number in front. */
static void
put_byte(FILE *script, unsigned char byte)
{
	if (byte < 0x80 && (isalpha(byte) || byte == ' '))
		fputc(byte, script);
	else
		fprintf(script, "\\%03o", byte);
}

static void
put_string(FILE *script, const char *text, bool formats)
{
	char *clean = text_clean(text);

	fputc('"', script);
	for (const char *s = clean; *s; s++) {
		put_byte(script, (unsigned char)*s);
		if (formats && *s == '%')
			put_byte(script, '%');
	}
	fputc('"', script);
	free(clean);
}

void
gnuplot_text(FILE *script, const char *text)
{
	put_string(script, text, false);
}

void
gnuplot_tick(FILE *script, const char *text)
{
	put_string(script, text, true);
}

/* A file that nobody else sees, on no disk that might be full. */
static FILE *
nameless(void)
{
	int file = memfd_create("gnuplot", MFD_CLOEXEC);
	FILE *f = file < 0 ? NULL : fdopen(file, "w+");

	if (!f)
		die(FAIL_DATA, "cannot make a temporary file: %s", strerror(errno));
	return f;
}

/* All that is in it, and a NUL. */
static char *
contents(FILE *f, size_t *size)
{
	char *text = NULL;
	size_t room = 0, got;

	rewind(f);
	*size = 0;
	do {
		text = xgrow(text, &room, *size + BUFSIZ + 1, 1);
		got = fread(text + *size, 1, BUFSIZ, f);
		*size += got;
	} while (got > 0);
	if (ferror(f))
		die(FAIL_DATA, "cannot read a temporary file: %s", strerror(errno));
	text[*size] = '\0';
	fclose(f);
	return text;
}

/* What gnuplot complains of in the end: it repeats the line, points at the place, and says it. */
static char *
complaint(FILE *f, int status)
{
	size_t size;
	char *text = contents(f, &size), *last = xprintf("exit status %d", status), *line;

	while ((line = strsep(&text, "\n")))
		if (line[strspn(line, " \t")])
			last = line + strspn(line, " \t");
	return last;
}

static pid_t
start(FILE *in, FILE *out, FILE *err)
{
	char *words[] = { "gnuplot", "-d", "-", NULL };
	posix_spawn_file_actions_t files;
	pid_t child;
	int wrong;

	unsetenv("GNUTERM");	/* the script says what it wants */
	setenv("TZ", "UTC", true);	/* of the date in a PDF file */
	signal(SIGCHLD, SIG_DFL);	/* who has it ignored hears of no child's status */
	if (posix_spawn_file_actions_init(&files) != 0 || posix_spawn_file_actions_adddup2(&files, fileno(in), STDIN_FILENO) != 0 ||
		posix_spawn_file_actions_adddup2(&files, fileno(out), STDOUT_FILENO) != 0 ||
		posix_spawn_file_actions_adddup2(&files, fileno(err), STDERR_FILENO) != 0)
		die(FAIL_DATA, "out of memory");
	wrong = posix_spawnp(&child, words[0], &files, NULL, words, environ);
	posix_spawn_file_actions_destroy(&files);
	if (wrong == ENOENT)
		die(FAIL_DATA, "gnuplot is not installed, and it draws the picture");
	if (wrong != 0)
		die(FAIL_DATA, "cannot start gnuplot: %s", strerror(wrong));
	return child;
}

/* Its status, once it has ended; one that never does is killed. */
static int
status_of(pid_t child)
{
	const struct timespec step = { .tv_nsec = STEP_MS * 1000000L };
	int status, waited = 0;
	pid_t ended;

	while ((ended = waitpid(child, &status, waited < LIMIT_MS ? WNOHANG : 0)) <= 0) {
		if (ended < 0 && errno != EINTR)
			die(FAIL_DATA, "cannot wait for gnuplot: %s", strerror(errno));
		nanosleep(&step, NULL);
		waited += STEP_MS;
		if (waited == LIMIT_MS)
			kill(child, SIGKILL);
	}
	if (waited >= LIMIT_MS)
		die(FAIL_DATA, "gnuplot took more than %d s, and was killed", LIMIT_MS / 1000);
	return status;
}

char *
gnuplot_draw(const char *script, size_t length, const char *terminal, size_t *size)
{
	FILE *in = nameless(), *out = nameless(), *err = nameless();
	pid_t child;
	char *drawn, *why;
	int status;

	if (fwrite(script, 1, length, in) != length || fflush(in) != 0)
		die(FAIL_DATA, "cannot write a temporary file: %s", strerror(errno));
	rewind(in);
	child = start(in, out, err);
	status = status_of(child);
	fclose(in);
	if (WIFSIGNALED(status))
		die(FAIL_DATA, "gnuplot was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	why = complaint(err, WEXITSTATUS(status));
	if (strstr(why, "ambiguous terminal"))
		die(FAIL_DATA, "this gnuplot has no terminal '%s', which draws the picture; Debian's gnuplot-nox has it", terminal);
	if (WEXITSTATUS(status) != 0)
		die(FAIL_DATA, "gnuplot failed: %s", why);
	drawn = contents(out, size);
	if (*size == 0)
		die(FAIL_DATA, "gnuplot drew nothing: %s", why);
	return drawn;
}
