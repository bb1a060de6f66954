/* dies -- for tests of what ends a tool: run a function in a child, see how it
 * exits and what it says. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/tap.h"

/* What f(arg) prints on standard error before it exits; *status is its exit status, -1 when
 * it returns or is killed. */
__attribute__((unused)) static char *
last_words(void (*f)(const void *), const void *arg, int *status)
{
	static char text[4096];
	size_t n = 0;
	ssize_t got;
	int ends[2], how;
	pid_t child;

	fflush(NULL);
	if (pipe(ends) != 0 || (child = fork()) < 0)
		abort();
	if (child == 0) {
		close(ends[0]);
		dup2(ends[1], STDERR_FILENO);
		freopen("/dev/null", "w", stdout);
		f(arg);
		_exit(99);
	}
	close(ends[1]);
	while (n < sizeof text - 1 && (got = read(ends[0], text + n, sizeof text - 1 - n)) > 0)
		n += (size_t)got;
	text[n] = '\0';
	close(ends[0]);
	waitpid(child, &how, 0);
	*status = WIFEXITED(how) && WEXITSTATUS(how) != 99 ? WEXITSTATUS(how) : -1;
	return text;
}

/* A test point: f(arg) exits with `status` and its message begins with `words`, up to a
 * whole line unless they end in "...". */
__attribute__((unused)) static void
dies(void (*f)(const void *), const void *arg, int status, const char *words)
{
	int got;
	char *said = last_words(f, arg, &got);
	size_t n = strlen(words);
	bool open = n > 3 && strcmp(words + n - 3, "...") == 0, same;

	n -= open ? 3 : 0;
	same = strncmp(said, words, n) == 0 && (open || said[n] == '\n');
	ok(got == status && same, "exit %d: %s", status, words);
	if (got != status || !same)
		fprintf(stderr, "#      got: %d: %s\n", got, said);
}

/* The name of a new file that holds `text`. */
__attribute__((unused)) static char *
file_of(const char *text)
{
	char *name = strdup("/tmp/hopline-unit-XXXXXX");
	int fd = mkstemp(name);

	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		abort();
	close(fd);
	return name;
}
