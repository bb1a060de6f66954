/* cli -- see cli.h: how a tool begins, before its command line is read. */
#include "lib/cli/cli.h"

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/private.h"

void
cli_begin(const char *name)
{
	/* A file that a tool opens must not take the place of a standard one that the caller has closed: what is said on standard
	 * error, or the table, would go there. /dev/null in the wrong direction stands in, so that using it fails. */
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int there = fd;

		if (fcntl(fd, F_GETFD) < 0)
			there = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);	/* the lowest that is free */
		if (there != fd)
			exit(FAIL_DATA);	/* there is nowhere to say why */
	}
	cli_name = xstrdup(name);
	prog = xprintf("%.*s", (int)strcspn(name, " "), name);
	atexit(close_stdout);
}

uint32_t
processors_at_hand(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
}
