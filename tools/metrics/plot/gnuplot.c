/* gnuplot -- started without a shell; its three standard files are files without a name, so that neither side waits for the other. */
#include "metrics/plot/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/cli/cli.h"

extern char **environ;

/* The bytes of the character that a text begins with; 0: that is no UTF-8. */
static int
character(const unsigned char *s)
{
	static const struct { unsigned char mask, lead; unsigned least; } form[] = {
		{ 0x80, 0x00, 0 }, { 0xe0, 0xc0, 0x80 }, { 0xf0, 0xe0, 0x800 }, { 0xf8, 0xf0, 0x10000 }
	};

	for (int bytes = 1; bytes <= 4; bytes++) {
		unsigned code = s[0] & (unsigned char)~form[bytes - 1].mask;

		if ((s[0] & form[bytes - 1].mask) != form[bytes - 1].lead)
			continue;
		for (int i = 1; i < bytes; i++) {
			if ((s[i] & 0xc0) != 0x80)
				return 0;
			code = code << 6 | (s[i] & 0x3f);
		}
		return code >= form[bytes - 1].least && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && code != 0xfffe && code != 0xffff ? bytes : 0;
	}
	return 0;
}

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
	const unsigned char *s = (const unsigned char *)text;

	fputc('"', script);
	while (*s) {
		int bytes = character(s);

		if (bytes == 0)
			fputs("\\357\\277\\275", script);	/* U+FFFD */
		else if (*s < ' ' || *s == 0x7f)
			fputc(' ', script);
		else
			for (int i = 0; i < bytes; i++)
				put_byte(script, s[i]);
		if (formats && *s == '%')
			put_byte(script, '%');
		s += bytes ? bytes : 1;
	}
	fputc('"', script);
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

/* A file that nobody else sees. */
static FILE *
nameless(void)
{
	FILE *f = tmpfile();

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

char *
gnuplot_draw(const char *script, size_t length, size_t *size)
{
	FILE *in = nameless(), *out = nameless(), *err = nameless();
	pid_t child;
	char *drawn;
	int status;

	if (fwrite(script, 1, length, in) != length || fflush(in) != 0)
		die(FAIL_DATA, "cannot write a temporary file: %s", strerror(errno));
	rewind(in);
	child = start(in, out, err);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			die(FAIL_DATA, "cannot wait for gnuplot: %s", strerror(errno));
	fclose(in);
	if (WIFSIGNALED(status))
		die(FAIL_DATA, "gnuplot was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) != 0)
		die(FAIL_DATA, "gnuplot failed: %s", complaint(err, WEXITSTATUS(status)));
	drawn = contents(out, size);
	if (*size == 0)
		die(FAIL_DATA, "gnuplot drew nothing: %s", complaint(err, WEXITSTATUS(status)));
	fclose(err);
	return drawn;
}
