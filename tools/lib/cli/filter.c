/* filter -- see filter.h.
 *
 * A guard stands between this tool and the shell: it leads the process group, and the kernel tells it when the tool has died.  It
 * holds the pipe of the answer until the shell has ended, so that the answer ends when all has. */
#include "lib/cli/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/cli/private.h"

enum { CHUNK = 1 << 16, LONGEST = 1 << 28 };
#define LONGEST_TEXT "256 MiB"

typedef struct child {
	filter_exchange *of;		/* NULL: the place is free */
	pid_t pid;		/* of the guard, or of filter_fork's child, */
	bool leads;		/* which leads no group */
	int in, out;		/* its ends of the pipes that are ours; in: -1 when all is written */
	size_t sent;
	int64_t deadline;	/* by now_ms */
} child;

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void
filter_open(filter *f)
{
	signal(SIGCHLD, SIG_DFL);	/* who has it ignored hears of no child's status */
	f->child = xcalloc((size_t)f->at_once + 1, sizeof *f->child);
	f->poll = xcalloc(2 * ((size_t)f->at_once + 1), sizeof *f->poll);
}

void
filter_close(filter *f)
{
	for (int i = 0; i <= f->at_once; i++)
		if (f->child[i].of)
			filter_stop(f, f->child[i].of);
	free_all(f->child, f->poll);
}

int
filter_room(const filter *f)
{
	int room = 0;

	for (int i = 0; i < f->at_once; i++)
		room += !f->child[i].of;
	return room;
}

static child *
child_of(const filter *f, const filter_exchange *e)
{
	for (int i = 0; i <= f->at_once; i++)
		if (f->child[i].of == e)
			return &f->child[i];
	return NULL;
}

/* --- in children */

static void
kill_group(int number)
{
	(void)number;
	kill(0, SIGKILL);
}

/* In a child of the tool: leave by this signal when the tool has died. */
static void
die_with(pid_t tool, int number)
{
	prctl(PR_SET_PDEATHSIG, number);
	if (getppid() != tool)
		_exit(127);
}

/* In a child: our ends of all pipes are not its own. */
static void
close_ours(const filter *f)
{
	for (int i = 0; i <= f->at_once; i++)
		if (f->child[i].of) {
			close(f->child[i].in);
			close(f->child[i].out);
		}
}

/* In the guard: start the shell between the two pipes, and end as it does. */
static _Noreturn void
guard(const filter *f, pid_t tool, int in, int out, int said)
{
	pid_t shell;
	int status;

	setpgid(0, 0);
	signal(SIGTERM, kill_group);
	die_with(tool, SIGTERM);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	if (said > 0)
		dup2(said, STDERR_FILENO);
	close(in);
	close(out);
	close_ours(f);
	shell = fork();
	if (shell == 0) {
		signal(SIGTERM, SIG_DFL);
		execl("/bin/sh", "sh", "-c", f->command, (char *)NULL);
	}
	if (shell <= 0) {
		dprintf(STDERR_FILENO, "%s: cannot start a shell: %s\n", prog, strerror(errno));
		_exit(127);
	}
	close(STDIN_FILENO);
	while (waitpid(shell, &status, 0) < 0)
		if (errno != EINTR)
			_exit(127);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

/* --- how they begin */

static void
close_pipe(const int end[2])
{
	if (end[0] > 0) {
		close(end[0]);
		close(end[1]);
	}
}

/* Fork for an exchange, with two pipes, or that of the answer alone: 0 in the child.  Where that cannot be the exchange has failed. */
static pid_t
fork_for(child *c, filter_exchange *e, int in[2], int out[2], bool both)
{
	pid_t pid = -1;

	e->state = ASKED;
	c->of = NULL;
	if ((!both || pipe2(in, O_CLOEXEC) == 0) && pipe2(out, O_CLOEXEC) == 0 && e->said >= 0) {
		*c = (child){ .of = e, .leads = both, .in = both ? in[1] : -1, .out = out[0] };
		pid = fork();
	}
	if (pid < 0) {
		c->of = NULL;
		e->state = FAILED;
		e->why = xprintf("cannot be started: %s", strerror(errno));
		close_pipe(in);
		close_pipe(out);
	} else if (pid > 0) {
		c->pid = pid;
		close(out[1]);
	}
	return pid;
}

void
filter_start(filter *f, filter_exchange *e, bool apart)
{
	child *c = child_of(f, NULL);
	int in[2] = { 0 }, out[2] = { 0 };
	pid_t tool = getpid(), pid;

	e->said = apart ? memfd_create("said", MFD_CLOEXEC) : 0;
	pid = fork_for(c, e, in, out, true);
	if (pid == 0)
		guard(f, tool, in[0], out[1], e->said);
	if (pid < 0)
		return;
	setpgid(pid, pid);	/* whoever is first, it or we */
	close(in[0]);
	fcntl(c->in, F_SETFL, O_NONBLOCK);
	c->deadline = now_ms() + f->timeout;
}

bool
filter_fork(filter *f, filter_exchange *e)
{
	child *c = &f->child[f->at_once];
	int in[2] = { 0 }, out[2] = { 0 };
	pid_t tool = getpid(), pid = fork_for(c, e, in, out, false);

	c->deadline = INT64_MAX;
	if (pid != 0)
		return false;
	die_with(tool, SIGKILL);
	cli_mute();
	dup2(out[1], STDIN_FILENO);
	close(STDOUT_FILENO);
	syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0);	/* older C libraries have no function of it */
	return true;
}

/* --- how they end */

/* The child is through: its place is free again, its status comes back. */
static int
end(child *c)
{
	int status = 0;

	if (c->in >= 0)
		close(c->in);
	close(c->out);
	while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
		;
	c->of = NULL;
	return status;
}

void
filter_stop(filter *f, filter_exchange *e)
{
	child *c = child_of(f, e);

	if (!c)
		return;
	kill(c->leads ? -c->pid : c->pid, SIGKILL);
	end(c);
	e->state = NOT_ASKED;
}

static void
fail(filter_exchange *e, char *why)
{
	e->state = FAILED;
	e->why = why;
}

/* The answer is whole. */
static void
finish(child *c)
{
	filter_exchange *e = c->of;
	int status = end(c);

	if (WIFSIGNALED(status))
		fail(e, xprintf("was killed by signal %d", WTERMSIG(status)));
	else if (WEXITSTATUS(status) != 0)
		fail(e, xprintf("ended with status %d", WEXITSTATUS(status)));
	else if (c->leads && e->answered && e->answer[e->answered - 1] != '\n')
		fail(e, xstrdup("the last line of its answer does not end: something was cut"));
	else
		e->state = ANSWERED;
}

void
filter_pass(filter *f, filter_exchange *from, filter_exchange *to)
{
	child *c = child_of(f, from);

	if (c)
		c->of = to;
	to->answer = from->answer;
	to->answered = from->answered;
	to->room = from->room;
	to->state = from->state;
	to->why = from->why;
	to->said = from->said;
	from->answer = from->why = NULL;
	from->said = 0;
	from->state = NOT_ASKED;
}

/* --- how they go on */

/* Write what the pipe takes; what the command does not want to read is no mistake. */
static void
send_some(child *c)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	const filter_exchange *e = c->of;
	struct sigaction before;
	ssize_t n;
	int error;

	sigaction(SIGPIPE, &ignore, &before);
	n = write(c->in, e->text + c->sent, e->length - c->sent);
	error = errno;
	sigaction(SIGPIPE, &before, NULL);
	if (n < 0 && (error == EAGAIN || error == EINTR))
		return;
	c->sent += n > 0 ? (size_t)n : 0;
	if (n < 0 || c->sent == e->length) {
		close(c->in);
		c->in = -1;
	}
}

static void
receive_some(filter *f, child *c)
{
	filter_exchange *e = c->of;
	ssize_t n;

	e->answer = xgrow(e->answer, &e->room, e->answered + CHUNK, 1);
	n = read(c->out, e->answer + e->answered, CHUNK);
	if (n < 0 && errno == EINTR)
		return;
	e->answered += n > 0 ? (size_t)n : 0;
	if (n <= 0) {
		finish(c);
	} else if (e->answered > LONGEST) {
		filter_stop(f, e);
		fail(e, xstrdup("wrote more than " LONGEST_TEXT ", and was killed"));
	}
}

/* Wait until something happens with a child, or its time is over.  Only those that run are polled: the system refuses more files than a
 * process may have open. */
static void
wait_for_one(const filter *f)
{
	int64_t now = now_ms(), wait = INT32_MAX;
	nfds_t n = 0;

	for (int i = 0; i <= f->at_once; i++) {
		const child *c = &f->child[i];
		int64_t left = c->deadline - now;

		if (!c->of)
			continue;
		f->poll[n++] = (struct pollfd){ .fd = c->in, .events = POLLOUT };
		f->poll[n++] = (struct pollfd){ .fd = c->out, .events = POLLIN };
		if (left < wait)
			wait = left < 0 ? 0 : left;
	}
	if (poll(f->poll, n, (int)wait) >= 0)
		return;
	if (errno != EINTR)
		die(FAIL_DATA, "cannot wait for '%s': %s", f->command, strerror(errno));
	for (nfds_t i = 0; i < n; i++)
		f->poll[i].revents = 0;
}

filter_exchange *
filter_attend(filter *f)
{
	const struct pollfd *event = f->poll;
	int64_t now;

	wait_for_one(f);
	now = now_ms();
	for (int i = 0; i <= f->at_once; i++) {
		child *c = &f->child[i];
		filter_exchange *e = c->of;

		if (!e)
			continue;
		if (event[0].revents)
			send_some(c);
		if (event[1].revents)
			receive_some(f, c);
		event += 2;
		if (c->of && now >= c->deadline) {
			filter_stop(f, e);
			fail(e, xprintf("took more than %.9g s, and was killed", (double)f->timeout / 1000));
		}
		if (!c->of)
			return e;
	}
	return NULL;
}

void
exchange_say(filter_exchange *e)
{
	char part[4096];
	ssize_t n;
	off_t at = 0;

	while (e->said > 0 && (n = pread(e->said, part, sizeof part, at)) > 0 && write(STDERR_FILENO, part, (size_t)n) == n)
		at += n;
}

void
exchange_free(filter_exchange *e)
{
	free_all(e->about, e->text, e->answer, e->why);
	if (e->said > 0)
		close(e->said);
	*e = (filter_exchange){ 0 };
}
