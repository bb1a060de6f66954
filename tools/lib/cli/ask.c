/* ask -- see ask.h.
 *
 * A scout inherits all answers that are there and finds the same questions in them, so it goes on where the one before had to wait. */
#include "lib/cli/ask.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/cli.h"

void
ask_open(asker *a)
{
	filter_open(&a->filter);
}

void
ask_close(asker *a)
{
	ask_forget(a);
	filter_close(&a->filter);
	free(a->ahead);
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
	filter_stop(&a->filter, a->ahead[at]);
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
			filter_pass(&a->filter, a->ahead[at], &e[i]);
		if (at < a->count)
			drop(a, at);
		all = all && good;
	}
	if (!all)
		ask_forget(a);
}

/* --- scouts */

static void
write_all(const void *bytes, size_t length)
{
	const char *p = bytes;

	while (length > 0) {
		ssize_t n = write(STDIN_FILENO, p, length);

		if (n < 0)
			_exit(1);
		p += n;
		length -= (size_t)n;
	}
}

/* In a scout: have the answers that are known, and tell which questions are new. */
static void
tell(asker *a, filter_exchange *e, int n, bool may_guess)
{
	bool all = true;

	for (int i = n - 1; i >= 0; i--) {
		size_t at = find(a, &e[i]);

		if (at == a->count) {
			write_all(&e[i].length, sizeof e[i].length);
			write_all(e[i].text, e[i].length);
			if (--a->may_tell == 0)
				_exit(0);
		} else if (a->ahead[at]->state == FAILED) {
			_exit(0);
		} else if (a->ahead[at]->state == ANSWERED) {
			filter_pass(&a->filter, a->ahead[at], &e[i]);
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
		filter_start(&a->filter, e, true);
	}
	exchange_free(&a->scout);
}

/* Send a scout, if one is due and there is room: true in the scout. */
static bool
send_scout(asker *a)
{
	int room = filter_room(&a->filter);

	if (!a->due || room == 0 || a->scout.state == ASKED)
		return false;
	a->due = false;
	a->scout = (filter_exchange){ 0 };
	if (!filter_fork(&a->filter, &a->scout))
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
				filter_stop(&a->filter, &e[k]);
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

		if (next >= 0 && filter_room(&a->filter) > 0) {
			filter_start(&a->filter, &e[next], false);
			continue;
		}
		if (next < 0 && last(e, n, ASKED) < 0)
			break;
		if (next < 0 && may_guess && send_scout(a))
			return;
		ended = filter_attend(&a->filter);
		if (ended == &a->scout)
			ask_told(a);
		else if (ended)
			a->due = true;
	}
	filter_stop(&a->filter, &a->scout);
	exchange_free(&a->scout);
	for (int i = 0; i < n; i++)
		exchange_say(&e[i]);
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
