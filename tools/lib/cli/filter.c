/* filter -- see filter.h.
 *
 * A guard stands between this tool and the shell: it leads the process group, and the kernel tells it when the tool has died.  It
 * holds the pipe of the answer until the shell has ended, so that the answer ends when all has. */
#include "lib/cli/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lib/cli/cli.h"

enum { CHUNK = 1 << 16, LONGEST = 1 << 28 };
#define LONGEST_TEXT "256 MiB"

typedef struct child {
	exchange *of;		/* NULL: the place is free */
	pid_t guard;
	int in, out;		/* its ends of the pipes that are ours; in: -1 when all is written */
	size_t sent;
	int64_t deadline;	/* by now_ms */
} child;

typedef struct run {
	const filter *filter;
	child *child;		/* [filter->at_once] */
	exchange *failed;	/* the first of those that have; NULL */
	char *why;
	struct sigaction pipe;	/* what SIGPIPE does outside */
} run;

static int64_t
now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void
kill_group(int number)
{
	(void)number;
	kill(0, SIGKILL);
}

/* In the guard's child: become the shell. */
static _Noreturn void
become_shell(const run *r)
{
	signal(SIGTERM, SIG_DFL);
	sigaction(SIGPIPE, &r->pipe, NULL);
	execl("/bin/sh", "sh", "-c", r->filter->command, (char *)NULL);
	_exit(127);
}

/* In the guard: start the shell between the two pipes, and end as it does. */
static _Noreturn void
guard(const run *r, pid_t tool, int in, int out)
{
	pid_t shell;
	int status;

	setpgid(0, 0);
	signal(SIGTERM, kill_group);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != tool)
		_exit(127);
	dup2(in, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	close(in);
	close(out);
	for (int i = 0; i < r->filter->at_once; i++)
		if (r->child[i].of) {
			close(r->child[i].in);
			close(r->child[i].out);
		}
	shell = fork();
	if (shell == 0)
		become_shell(r);
	close(STDIN_FILENO);
	if (shell < 0 || waitpid(shell, &status, 0) < 0)
		_exit(127);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

static _Noreturn void
cannot_start(const exchange *e)
{
	die(FAIL_DATA, "%s: cannot be started: %s", e->about, strerror(errno));
}

static void
start(run *r, child *c, exchange *e)
{
	int in[2], out[2];
	pid_t tool = getpid();

	if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0)
		cannot_start(e);
	*c = (child){ .of = e, .in = in[1], .out = out[0], .deadline = now_ms() + r->filter->timeout };
	c->guard = fork();
	if (c->guard < 0)
		cannot_start(e);
	if (c->guard == 0)
		guard(r, tool, in[0], out[1]);
	setpgid(c->guard, c->guard);	/* whoever is first, it or we */
	close(in[0]);
	close(out[1]);
	fcntl(c->in, F_SETFL, O_NONBLOCK);
}

/* The child is through: its place is free again, its status comes back. */
static int
end(child *c)
{
	int status = 0;

	if (c->in >= 0)
		close(c->in);
	close(c->out);
	while (waitpid(c->guard, &status, 0) < 0 && errno == EINTR)
		;
	c->of = NULL;
	return status;
}

static void
stop(child *c)
{
	kill(-c->guard, SIGKILL);
	end(c);
}

/* A text has no answer, for this reason, which is freed later: those behind it need none either. */
static void
fail(run *r, exchange *e, char *why)
{
	if (!r->failed || e < r->failed) {
		free(r->why);
		r->failed = e;
		r->why = why;
	} else {
		free(why);
	}
	for (int i = 0; i < r->filter->at_once; i++)
		if (r->child[i].of && r->child[i].of > r->failed)
			stop(&r->child[i]);
}

/* The answer is whole. */
static void
finish(run *r, child *c)
{
	exchange *e = c->of;
	int status = end(c);

	if (WIFSIGNALED(status))
		fail(r, e, xprintf("was killed by signal %d", WTERMSIG(status)));
	else if (WEXITSTATUS(status) != 0)
		fail(r, e, xprintf("ended with status %d", WEXITSTATUS(status)));
}

static void
send_some(child *c)
{
	const exchange *e = c->of;
	ssize_t n = write(c->in, e->text + c->sent, e->length - c->sent);

	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	c->sent += n > 0 ? (size_t)n : 0;
	if (n < 0 || c->sent == e->length) {	/* what it does not want to read is no mistake */
		close(c->in);
		c->in = -1;
	}
}

static void
receive_some(run *r, child *c)
{
	exchange *e = c->of;
	ssize_t n;

	e->answer = xgrow(e->answer, &e->room, e->answered + CHUNK, 1);
	n = read(c->out, e->answer + e->answered, CHUNK);
	if (n < 0 && errno == EINTR)
		return;
	e->answered += n > 0 ? (size_t)n : 0;
	if (n <= 0) {
		finish(r, c);
	} else if (e->answered > LONGEST) {
		stop(c);
		fail(r, e, xstrdup("wrote more than " LONGEST_TEXT ", and was killed"));
	}
}

/* Wait until something happens with a child, and see to it. */
static void
attend(run *r, struct pollfd *p)
{
	int64_t now = now_ms(), wait = INT32_MAX;

	for (int i = 0; i < r->filter->at_once; i++) {
		const child *c = &r->child[i];
		int64_t left = c->deadline - now;

		p[2 * i] = (struct pollfd){ .fd = c->of ? c->in : -1, .events = POLLOUT };
		p[2 * i + 1] = (struct pollfd){ .fd = c->of ? c->out : -1, .events = POLLIN };
		if (c->of && left < wait)
			wait = left < 0 ? 0 : left;
	}
	if (poll(p, 2 * (nfds_t)r->filter->at_once, (int)wait) < 0)
		return;		/* a signal: look again */
	now = now_ms();
	for (int i = 0; i < r->filter->at_once; i++) {
		child *c = &r->child[i];
		exchange *e = c->of;

		if (e && p[2 * i].revents)
			send_some(c);
		if (c->of && p[2 * i + 1].revents)
			receive_some(r, c);
		if (c->of && now >= c->deadline) {
			stop(c);
			fail(r, e, xprintf("took more than %.9g s, and was killed", (double)r->filter->timeout / 1000));
		}
	}
}

/* A free place; NULL when there is none.  *busy: some are not. */
static child *
free_place(const run *r, bool *busy)
{
	child *found = NULL;

	*busy = false;
	for (int i = 0; i < r->filter->at_once; i++)
		if (r->child[i].of)
			*busy = true;
		else
			found = &r->child[i];
	return found;
}

void
filter_ask(const filter *f, exchange *e, int n)
{
	run r = { .filter = f, .child = xcalloc((size_t)f->at_once, sizeof *r.child) };
	struct pollfd *p = xcalloc(2 * (size_t)f->at_once, sizeof *p);
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	exchange *next = e;
	bool busy = true;

	sigaction(SIGPIPE, &ignore, &r.pipe);
	while (busy) {
		child *place = free_place(&r, &busy);

		if (place && next < (r.failed ? r.failed : e + n)) {
			start(&r, place, next++);
			busy = true;
		} else if (busy) {
			attend(&r, p);
		}
	}
	sigaction(SIGPIPE, &r.pipe, NULL);
	if (r.failed)
		die(FAIL_DATA, "%s: %s", r.failed->about, r.why);
	free(p);
	free(r.child);
}

void
exchange_free(exchange *e)
{
	free(e->about);
	free(e->text);
	free(e->answer);
}
