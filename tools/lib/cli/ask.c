/* ask -- see ask.h.
 *
 * A guard stands between this tool and the shell: it leads the process group, and the kernel tells it when the tool has died.  It
 * holds the pipe of the answer until the shell has ended, so that the answer ends when all has.
 *
 * A scout inherits all answers that are there and finds the same questions in them, so it goes on where the one before had to wait. */
#include "lib/cli/ask.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/param.h>
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
	pid_t pid;		/* of the guard, or of the scout, */
	bool leads;		/* which leads no group */
	int out;		/* our end of the pipe of its answer */
	int64_t deadline;	/* by now_ms */
} child;

/* How many more filters may run. */
static int
room_of(const asker *a)
{
	int room = 0;

	for (int i = 0; i < a->at_once; i++)
		room += !a->child[i].of;
	return room;
}

static child *
child_of(const asker *a, const filter_exchange *e)
{
	for (int i = 0; i <= a->at_once; i++)
		if (a->child[i].of == e)
			return &a->child[i];
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

/* In the guard: start the shell between the question and the pipe, and end as it does. */
static _Noreturn void
guard(const asker *a, pid_t tool, int in, int out, int said)
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
	for (int i = 0; i <= a->at_once; i++)
		if (a->child[i].of)
			close(a->child[i].out);
	shell = fork();
	if (shell == 0) {
		signal(SIGTERM, SIG_DFL);
		execl("/bin/sh", "sh", "-c", a->command, (char *)NULL);
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

static bool
write_all(int file, const void *bytes, size_t length)
{
	const char *p = bytes;
	ssize_t n;

	for (; length > 0; p += n, length -= (size_t)n) {
		n = write(file, p, length);
		if (n < 0)
			return false;
	}
	return true;
}

static void
fail(filter_exchange *e, char *why)
{
	e->state = FAILED;
	e->why = why;
}

/* Fork for an exchange, with a pipe for the answer if all is `ready`: 0 in the child.  Where that cannot be the exchange has failed. */
static pid_t
fork_for(child *c, filter_exchange *e, int out[2], bool leads, bool ready)
{
	pid_t pid = -1;

	e->state = ASKED;
	c->of = NULL;
	if (ready && pipe2(out, O_CLOEXEC) == 0) {
		*c = (child){ .of = e, .leads = leads, .out = out[0] };
		pid = fork();
	}
	if (pid < 0) {
		c->of = NULL;
		fail(e, xprintf("cannot be started: %s", strerror(errno)));
		if (out[0] > 0)
			close(out[0]);
	}
	if (pid != 0 && out[1] > 0)
		close(out[1]);
	c->pid = pid;
	return pid;
}

/* Start the command for a text, of which there is room; apart: what it says is kept in e->said. */
static void
start(asker *a, filter_exchange *e, bool apart)
{
	child *c = child_of(a, NULL);
	int in = memfd_create("asked", MFD_CLOEXEC), out[2] = { 0 };
	pid_t tool = getpid(), pid;

	e->said = apart ? memfd_create("said", MFD_CLOEXEC) : 0;
	pid = fork_for(c, e, out, true, in >= 0 && e->said >= 0 && write_all(in, e->text, e->length) && lseek(in, 0, SEEK_SET) == 0);
	if (pid == 0)
		guard(a, tool, in, out[1], e->said);
	if (in >= 0)
		close(in);
	if (pid < 0)
		return;
	setpgid(pid, pid);	/* whoever is first, it or we */
	c->deadline = now_ms() + a->timeout;
}

/* A child of this tool as it is, which goes on from here: true in the child.  What it writes to standard input is its answer.  It has
 * no other open files but standard error, says nothing, and must leave by _exit, as `die` then does. */
static bool
fork_scout(asker *a, filter_exchange *e)
{
	child *c = &a->child[a->at_once];
	int out[2] = { 0 };
	pid_t tool = getpid(), pid = fork_for(c, e, out, false, true);

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

	close(c->out);
	while (waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
		;
	c->of = NULL;
	return status;
}

/* Kill it if it runs. */
static void
stop(asker *a, filter_exchange *e)
{
	child *c = child_of(a, e);

	if (!c)
		return;
	kill(c->leads ? -c->pid : c->pid, SIGKILL);
	end(c);
	e->state = NOT_ASKED;
}

/* From now on it is asked for `to`, which is not asked yet and gets its answer, and what was said; `from` is as if never asked. */
static void
pass(asker *a, filter_exchange *from, filter_exchange *to)
{
	child *c = child_of(a, from);

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

static void
receive_some(asker *a, child *c)
{
	filter_exchange *e = c->of;
	ssize_t n;

	e->answer = xgrow(e->answer, &e->room, e->answered + CHUNK, 1);
	n = read(c->out, e->answer + e->answered, CHUNK);
	if (n < 0 && errno == EINTR)
		return;
	e->answered += n > 0 ? (size_t)n : 0;
	if (n <= 0) {
		int status = end(c);	/* the answer is whole */

		if (WIFSIGNALED(status))
			fail(e, xprintf("was killed by signal %d", WTERMSIG(status)));
		else if (WEXITSTATUS(status) != 0)
			fail(e, xprintf("ended with status %d", WEXITSTATUS(status)));
		else if (c->leads && e->answered && e->answer[e->answered - 1] != '\n')
			fail(e, xstrdup("the last line of its answer does not end: something was cut"));
		else
			e->state = ANSWERED;
	} else if (e->answered > LONGEST) {
		stop(a, e);
		fail(e, xstrdup("wrote more than " LONGEST_TEXT ", and was killed"));
	}
}

/* Wait until something happens to what runs, or its time is over.  Only that is polled: the system refuses more files than a process may
 * have open. */
static void
wait_for_one(const asker *a)
{
	int64_t now = now_ms(), wait = INT32_MAX;
	nfds_t n = 0;

	for (int i = 0; i <= a->at_once; i++) {
		const child *c = &a->child[i];

		if (!c->of)
			continue;
		a->poll[n++] = (struct pollfd){ .fd = c->out, .events = POLLIN };
		wait = MIN(wait, MAX(c->deadline - now, 0));
	}
	if (poll(a->poll, n, (int)wait) >= 0)
		return;
	if (errno != EINTR)
		die(FAIL_DATA, "cannot wait for '%s': %s", a->command, strerror(errno));
	for (nfds_t i = 0; i < n; i++)
		a->poll[i].revents = 0;
}

/* Wait so; the exchange that has ended by it, or NULL. */
static filter_exchange *
attend(asker *a)
{
	const struct pollfd *event = a->poll;

	wait_for_one(a);
	for (int i = 0; i <= a->at_once; i++) {
		child *c = &a->child[i];
		filter_exchange *e = c->of;

		if (!e)
			continue;
		if ((event++)->revents)
			receive_some(a, c);
		if (c->of && now_ms() >= c->deadline) {
			stop(a, e);
			fail(e, xprintf("took more than %.9g s, and was killed", (double)a->timeout / 1000));
		}
		if (!c->of)
			return e;
	}
	return NULL;
}

void
exchange_free(filter_exchange *e)
{
	free_all(e->about, e->text, e->answer, e->why);
	if (e->said > 0)
		close(e->said);
	*e = (filter_exchange){ 0 };
}

void
ask_open(asker *a)
{
	signal(SIGCHLD, SIG_DFL);	/* who has it ignored hears of no child's status */
	a->child = xcalloc((size_t)a->at_once + 1, sizeof *a->child);
	a->poll = xcalloc((size_t)a->at_once + 1, sizeof *a->poll);
}

void
ask_close(asker *a)
{
	ask_forget(a);
	for (int i = 0; i <= a->at_once; i++)
		if (a->child[i].of)
			stop(a, a->child[i].of);
	free_all(a->child, a->poll, a->ahead);
}

bool
ask_is_scout(const asker *a)
{
	return a->may_tell > 0;
}

/* --- what was asked ahead */

/* Its place in a->ahead; a->count when it is not there. */
static size_t
find(const asker *a, const filter_exchange *e)
{
	size_t i = 0;

	while (i < a->count && !(a->ahead[i]->length == e->length && memcmp(a->ahead[i]->text, e->text, e->length) == 0))
		i++;
	return i;
}

static void
drop(asker *a, size_t at)
{
	stop(a, a->ahead[at]);
	exchange_free(a->ahead[at]);
	free(a->ahead[at]);
	a->count--;
	memmove(&a->ahead[at], &a->ahead[at + 1], (a->count - at) * sizeof(filter_exchange *));
}

void
ask_forget(asker *a)
{
	if (ask_is_scout(a))
		_exit(0);
	while (a->count > 0)
		drop(a, a->count - 1);
}

/* Take what is known of these.  Where one is missing or has failed the guess was another, and all that follows from it is wrong. */
static void
take_known(asker *a, filter_exchange *e, int n)
{
	bool all = true;

	for (int i = 0; i < n; i++) {
		size_t at = find(a, &e[i]);
		bool good = at < a->count && a->ahead[at]->state != FAILED;

		if (good)
			pass(a, a->ahead[at], &e[i]);
		if (at < a->count)
			drop(a, at);
		all = all && good;
	}
	if (!all)
		ask_forget(a);
}

/* --- scouts */

/* In a scout: have the answers that are known, and tell which questions are new. */
static void
tell(asker *a, filter_exchange *e, int n, bool may_guess)
{
	bool all = true;

	for (int i = n - 1; i >= 0; i--) {
		size_t at = find(a, &e[i]);

		if (at == a->count) {
			if (!write_all(STDIN_FILENO, &e[i].length, sizeof e[i].length) || !write_all(STDIN_FILENO, e[i].text, e[i].length))
				_exit(1);
			if (--a->may_tell == 0)
				_exit(0);
		} else if (a->ahead[at]->state == FAILED) {
			_exit(0);
		} else if (a->ahead[at]->state == ANSWERED) {
			pass(a, a->ahead[at], &e[i]);
		}
		all = all && e[i].state == ANSWERED;
	}
	if (!all && !may_guess)
		_exit(0);
}

/* Ask what a scout has told. */
static void
ask_told(asker *a)
{
	const char *p = a->scout.answer;
	size_t left = a->scout.answered;

	while (a->scout.state == ANSWERED && left > 0) {
		filter_exchange *e = xcalloc(1, sizeof *e);

		memcpy(&e->length, p, sizeof e->length);
		e->text = xalloc(e->length, 1);
		memcpy(e->text, p + sizeof e->length, e->length);
		p += sizeof e->length + e->length;
		left -= sizeof e->length + e->length;
		a->ahead = xgrow(a->ahead, &a->room, a->count + 1, sizeof(filter_exchange *));
		a->ahead[a->count++] = e;
		start(a, e, true);
	}
	exchange_free(&a->scout);
}

/* Send a scout, if one is due and there is room: true in the scout. */
static bool
send_scout(asker *a)
{
	int room = room_of(a);

	if (!a->due || room == 0 || a->scout.state == ASKED)
		return false;
	a->due = false;
	a->scout = (filter_exchange){ 0 };
	if (!fork_scout(a, &a->scout))
		return false;
	a->may_tell = room;
	return true;
}

/* --- questions */

/* How many of them matter: all, or those up to the first that has failed, behind which none is asked any more. */
static int
stop_behind_failure(asker *a, filter_exchange *e, int n)
{
	for (int i = 0; i < n; i++)
		if (e[i].state == FAILED) {
			for (int k = i + 1; k < n; k++)
				stop(a, &e[k]);
			return i + 1;
		}
	return n;
}

/* The last of n in this state; -1 when there is none. */
static int
last(const filter_exchange *e, int n, int state)
{
	while (n > 0 && (int)e[n - 1].state != state)
		n--;
	return n - 1;
}

/* Ask n questions, those of them that are not known.  A scout that is sent returns without waiting for them. */
static void
put(asker *a, filter_exchange *e, int n, bool may_guess)
{
	take_known(a, e, n);
	a->due = true;
	while ((n = stop_behind_failure(a, e, n)) > 0) {
		int next = last(e, n, NOT_ASKED);
		const filter_exchange *ended;

		if (next >= 0 && room_of(a) > 0) {
			start(a, &e[next], false);
			continue;
		}
		if (next < 0 && last(e, n, ASKED) < 0)
			break;
		if (next < 0 && may_guess && send_scout(a))
			return;
		ended = attend(a);
		if (ended == &a->scout)
			ask_told(a);
		else if (ended)
			a->due = true;
	}
	stop(a, &a->scout);
	exchange_free(&a->scout);
	for (int i = 0; i < n; i++) {
		char part[4096];
		off_t at = 0;

		/* Say what was kept of its standard error. */
		for (ssize_t k; e[i].said > 0 && (k = pread(e[i].said, part, sizeof part, at)) > 0 && write(STDERR_FILENO, part, (size_t)k) == k; at += k)
			;
	}
	if (n > 0 && e[n - 1].state == FAILED)
		die(FAIL_DATA, "%s: %s", e[n - 1].about, e[n - 1].why);
}

void
ask(asker *a, filter_exchange *e, int n)
{
	(ask_is_scout(a) ? tell : put)(a, e, n, false);
}

void
ask_or_guess(asker *a, filter_exchange *e, int n)
{
	(ask_is_scout(a) ? tell : put)(a, e, n, true);
}
