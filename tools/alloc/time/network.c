#include "alloc/time/network.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/time/network-query.h"
#include "alloc/time/work.h"
#include "lib/cli/ascending.h"
#include "lib/rng/rng.h"
#include "lib/stream/lists.h"
#include "lib/stream/names.h"

enum { SHARE, ALONE, SLOWDOWN, WORST, PLACEMENT, CONTENTION, AT_LIMIT, LOST, COMMUNICATION, CHARGED, OFF, COLUMNS };
static const char *const column[COLUMNS] = { "comm_share", "runtime_alone_s", "network_slowdown", "network_slowdown_max",
	"placement_slowdown", "contention_slowdown", "at_limit", "work_lost_s", "communication_slowdown", "network_charged", "network_off" };

/* How much more work than its run time a job that is observed has: it ends before that is done. */
enum { OBSERVED = 1000 };

/* A job of the case. */
typedef struct case_member {
	bool sends;		/* it has a part in the network: */
	sender sender;
	bool begun;
	work work;
	exposure exposure;	/* with --network-tolerance */
	double truth;		/* the stretch that a check has found; 0: none holds */
	double off;		/* us that it runs too fast by, estimated by the checks */
} case_member;

/* What --network-tolerance reports. */
typedef struct tolerance_tally {
	int64_t changes, asked, checks;		/* other jobs run together; all asked about; only to see the error */
	double worst, charged, ran;		/* of jobs that have ended: the largest share charged; sums, us */
	double off;				/* us, estimated by the checks */
} tolerance_tally;

struct network_model {
	const driver *driver;
	const network_options *opt;
	network_query query;
	int share, iterations;	/* columns of the input; -1: none */
	int out[COLUMNS];	/* of the output */
	allowance allowance;
	tolerance_tally tally;
	/* of the case under way: */
	question_moment at;
	case_member *member;		/* [rows] */
	int rows;
	uint32_t *now, nows;	/* the rows of jobs that run and send, ascending */
	uint32_t *before, befores;	/* the rows that were asked about together last, with --network-tolerance looked at, */
	int64_t looked;			/* at this time */
	sender **running, **started;	/* [rows] scratch: of those that run; those of them that are new */
	exposure **exposed;		/* [rows] scratch */
	names known;			/* sets of rows that were asked about together, as lists, */
	double **answer;		/* [known.count] and the answers */
	size_t answers;
	int64_t next;
};

network_model *
network_open(const driver *d)
{
	network_model *n = xcalloc(1, sizeof *n);

	n->driver = d;
	n->opt = &d->opt->network;
	n->share = isnan(n->opt->share) ? table_need_hint(d->in, "comm_share", "or give --comm-share X") : table_column(d->in, "comm_share");
	n->iterations = table_column(d->in, "iterations");
	for (int i = 0; i < COLUMNS; i++)
		n->out[i] = i < CHARGED || (i == CHARGED ? n->opt->tolerance : n->opt->checked) > 0 ? sink_own(d->out, column[i]) : -1;
	n->allowance = (allowance){ .tolerance = n->opt->tolerance,
		.load = xcalloc((size_t)d->machine.occupancy.machine->router_links + 1, sizeof *n->allowance.load) };
	network_query_open(&n->query, d);
	return n;
}

/* Say how often all were asked about, and how far run times may be off. */
static void
report(const network_model *n)
{
	const tolerance_tally *y = &n->tally;
	char *text = xprintf("asked about jobs together at %" PRId64 " of %" PRId64 " changes; by the loads of their links no run time is off by more than"
		" %.2g%%, %.2g%% in the mean", y->asked, y->changes, 100 * y->worst, y->ran > 0 ? 100 * y->charged / y->ran : 0);

	if (n->opt->checked > 0)
		text = xappend(text, "; %" PRId64 " of the other changes asked about to see the error: %.2g%% in the mean", y->checks,
			y->ran > 0 ? 100 * y->off / y->ran : 0);
	warn("%s", text);
	sink_note(n->driver->out, "#network %s", text);
	free(text);
}

void
network_close(network_model *n)
{
	if (n->opt->tolerance > 0)
		report(n);
	ask_close(&n->query.asker);
}

/* --- a case */

static void
add_member(network_model *n, const timed_job *j, bool played)
{
	const row *r = j->request.row;
	const table *in = n->driver->in;
	case_member *m = &n->member[j->row];
	double share = cell_real(in, r, n->share, 0, 1, n->opt->share);

	if (isnan(share))
		table_bad(in, r, n->share, "must be the share of communication in the runtime, or give --comm-share X");
	m->sends = share > 0 && j->request.nodes > 1;
	if (m->sends)
		sender_init(&m->sender, &n->query, n->at.id, j, played, share, cell_int(in, r, n->iterations, 1, INT32_MAX, 1));
}

void
network_begin(network_model *n, const timeline *t, const batch *b)
{
	size_t room = (size_t)b->rows + 1;

	n->at.id = t->id;
	n->rows = b->rows;
	n->member = xcalloc(room, sizeof *n->member);
	n->now = xalloc(room, sizeof *n->now);
	n->before = xalloc(room, sizeof *n->before);
	n->running = xalloc(room, sizeof *n->running);
	n->started = xalloc(room, sizeof *n->started);
	n->exposed = xalloc(room, sizeof *n->exposed);
	n->nows = n->befores = 0;
	n->next = NEVER;
	allowance_forget(&n->allowance);
	for (uint32_t i = 0; i < t->submitted; i++)
		add_member(n, &t->job[i], true);
	for (uint32_t i = t->first_preplaced; i < t->jobs; i++)
		add_member(n, &t->job[i], false);
}

void
network_forget(network_model *n)
{
	for (int i = 0; i < n->rows; i++)
		if (n->member[i].sends) {
			sender_free(&n->member[i].sender, &n->query);
			free(n->member[i].exposure.delay);
		}
	for (uint32_t i = 0; i < n->known.count; i++)
		free(n->answer[i]);
	names_clear(&n->known);
	free_all(n->member, n->now, n->before, n->running, n->started, n->exposed);
}

int64_t
network_next(const network_model *n)
{
	return n->next;
}

/* --- who runs */

static void
list_sender(network_model *n, const timed_job *j)
{
	if (n->member[j->row].sends)
		n->now[n->nows++] = (uint32_t)j->row;
}

/* List the jobs that run and send.  True if one of them is played; else no job's pace depends on them. */
static bool
list_senders(network_model *n, const timeline *t)
{
	uint32_t played;

	n->nows = 0;
	for (uint32_t i = agenda_first(&t->ends); i != NONE; i = agenda_next(&t->ends, i))
		if (i < t->submitted)
			list_sender(n, &t->job[i]);
	played = n->nows;
	for (uint32_t i = t->first_preplaced; i < t->jobs; i++)
		if (!t->job[i].gone)
			list_sender(n, &t->job[i]);
	qsort(n->now, n->nows, sizeof *n->now, ascending_u32);
	for (uint32_t i = 0; i < n->nows; i++)
		n->running[i] = &n->member[n->now[i]].sender;
	return played > 0;
}

/* Do other jobs run together than before? */
static bool
have_changed(const network_model *n)
{
	return n->nows != n->befores || memcmp(n->now, n->before, n->nows * sizeof *n->now) != 0;
}

/* Those that run now are those before from here on. */
static void
note(network_model *n)
{
	memcpy(n->before, n->now, n->nows * sizeof *n->now);
	n->befores = n->nows;
}

/* Is it time to ask about all together?  n->next is when it will be. */
static bool
is_time(network_model *n, const timeline *t)
{
	int64_t every = n->opt->every, passed = every ? t->now % every : 0;
	bool changed = have_changed(n);

	if (changed && passed)
		n->next = t->now + every - passed;
	return changed && !passed;
}

/* --- paces */

/* From now on a job takes that many times as long as at the reference. */
static void
set_pace(const network_model *n, timeline *t, uint32_t job, double stretch)
{
	const timed_job *j = &t->job[job];
	work *w = &n->member[j->row].work;
	int64_t end;

	work_pace(w, t->now, stretch);
	if (n->opt->observe)
		return;
	end = work_end(w);
	if (end == NEVER)
		die(FAIL_DATA, "'%s' about job '%s' at %s s of case '%s': %.9g times as long: it would end too late for a table", n->opt->command,
			j->request.job, times_write(t->now), n->at.id, stretch);
	if (n->driver->opt->kill && j->times.limited && end > j->due)
		end = j->due;
	if (end != j->end)
		timeline_postpone(t, job, end);
}

/* The work that a job has when it begins. */
static int64_t
work_of(const network_model *n, const timed_job *j)
{
	return n->opt->observe ? OBSERVED * j->times.run : j->times.run;
}

/* Jobs that have started begin their work; those that do not send run as at the reference. */
static void
begin_work(const network_model *n, timeline *t)
{
	uint32_t next;

	for (uint32_t i = agenda_first(&t->ends); i != NONE; i = next) {
		const timed_job *j = &t->job[i];
		case_member *m = &n->member[j->row];

		next = agenda_next(&t->ends, i);
		if (i >= t->submitted || m->begun)
			continue;
		m->begun = true;
		work_begin(&m->work, j->due - j->times.wall, work_of(n, j));
		if (!m->sends)
			set_pace(n, t, i, 1);
	}
}

/* Set the paces of some jobs by the time that an iteration of each communicates; without times as they are alone. */
static void
set_paces(const network_model *n, timeline *t, sender *const *s, uint32_t count, const double *time)
{
	for (uint32_t i = 0; i < count; i++)
		if (s[i]->played)
			set_pace(n, t, (uint32_t)(s[i]->job - t->job), time ? sender_stretch(s[i], time[i]) : s[i]->stretch);
}

/* How long an iteration of each of those that run communicates, as was asked before; NULL: it was not. */
static double *
known_answer(const network_model *n)
{
	uint32_t at = names_find(&n->known, list_write(n->now, n->nows, false));

	return at == NONE ? NULL : n->answer[at];
}

/* How long an iteration of each of those that run communicates, beside those that have started; NULL for one that is alone. */
static const double *
ask_together(network_model *n, uint32_t started)
{
	double *time = known_answer(n);
	bool fresh = !time && n->nows > 1;

	if (fresh) {
		uint32_t at = names_add(&n->known, list_write(n->now, n->nows, false), NULL);

		n->answer = xgrow(n->answer, &n->answers, (size_t)at + 1, sizeof *n->answer);
		time = n->answer[at] = xalloc(n->nows, sizeof *time);
	}
	network_query_ask(&n->query, &n->at, n->started, started, n->running, fresh ? n->nows : 0, time);
	note(n);
	return time;
}

/* Ask about those that have started, each alone, and let them run so. */
static void
start_alone(network_model *n, timeline *t, uint32_t started)
{
	network_query_ask(&n->query, &n->at, n->started, started, NULL, 0, NULL);
	set_paces(n, t, n->started, started, NULL);
}

/* --- --network-tolerance */

/* The jobs that ran until now are charged for the time since the last look; what a check has found of that time is added up. */
static void
charge(network_model *n, const timeline *t)
{
	for (uint32_t i = 0; i < n->nows; i++) {
		case_member *m = &n->member[n->now[i]];

		m->exposure.charged += m->exposure.rate * (double)(t->now - n->looked);
		if (m->truth > 0) {
			double off = (m->truth / m->work.stretch - 1) * (double)(t->now - n->looked) / n->opt->checked;

			m->off += off;
			n->tally.off += fabs(off);
		}
	}
	n->looked = t->now;
}

/* List the exposures of those that run.  Do other jobs run together than at the last look?  Then nothing that was checked holds. */
static bool
list_exposed(network_model *n)
{
	bool other = have_changed(n), changed = other && n->nows > 1;

	for (uint32_t i = 0; i < n->nows; i++) {
		case_member *m = &n->member[n->now[i]];

		n->exposed[i] = &m->exposure;
		m->truth = other ? 0 : m->truth;
	}
	note(n);
	n->tally.changes += changed;
	return changed;
}

/* Has one of those that run used its allowance up?  n->next is when one will have. */
static bool
is_overdrawn(network_model *n)
{
	allowance_rate(&n->allowance, n->exposed, n->nows);
	for (uint32_t i = 0; i < n->nows; i++) {
		int64_t ends = n->running[i]->played ? allowance_ends(&n->allowance, n->exposed[i], n->at.time) : NEVER;

		n->next = ends < n->next ? ends : n->next;
	}
	return n->next == n->at.time;
}

/* Ask about all together though it need not be, and change nothing, with the probability that --network-check says. */
static void
check(network_model *n)
{
	double *time;
	rng r;

	rng_init(&r, n->driver->opt->cli.seed, "network-check", n->at.id, times_write(n->at.time));
	if (rng_unit(&r) >= n->opt->checked)
		return;
	time = xalloc(n->nows, sizeof *time);
	network_query_ask(&n->query, &n->at, NULL, 0, n->running, n->nows, time);
	for (uint32_t i = 0; i < n->nows; i++)
		n->member[n->now[i]].truth = n->running[i]->played ? sender_stretch(n->running[i], time[i]) : 0;
	n->tally.checks++;
	free(time);
}

/* Other jobs run, or an allowance has been used up: ask about all only where it matters, or costs nothing. */
static void
update_sparingly(network_model *n, timeline *t, uint32_t started)
{
	bool free_answer = n->nows == 1 || known_answer(n), changed;
	const double *time;

	if (started)
		start_alone(n, t, started);
	for (uint32_t i = 0; i < started; i++) {
		const sender *s = n->started[i];
		case_member *m = &n->member[s->job->row];

		/* A job has been asked about alone: what its links say of it from here on. */
		m->exposure = (exposure){ .uses = &s->uses, .iteration = s->here + s->compute, .communication = s->here,
			.sensitive = s->played && s->alone > 0 ? s->share * s->here / s->alone / s->stretch : 0,
			.runtime = s->played ? (double)s->job->times.run * s->stretch : 0, .began = n->at.time,
			.delay = xcalloc((size_t)s->uses.count + 1, sizeof *m->exposure.delay) };
	}
	changed = list_exposed(n);
	if (free_answer || is_overdrawn(n)) {
		n->next = NEVER;
		n->tally.asked += !free_answer;
		time = ask_together(n, 0);
		for (uint32_t i = 0; i < n->nows && !free_answer; i++)
			if (n->running[i]->played)
				allowance_learn(&n->allowance, n->exposed[i], fabs(sender_stretch(n->running[i], time[i]) / n->member[n->now[i]].work.stretch - 1));
		set_paces(n, t, n->running, n->nows, time);
		allowance_settle(&n->allowance, n->exposed, n->nows);
	} else if (changed && n->opt->checked > 0) {
		check(n);
	}
}

void
network_update(network_model *n, timeline *t)
{
	uint32_t started = 0;

	begin_work(n, t);
	charge(n, t);
	n->at.time = t->now;
	n->next = NEVER;
	if (!list_senders(n, t))
		return;
	for (uint32_t i = 0; i < n->nows; i++)
		if (!n->running[i]->known)	/* the filter has not been asked about it */
			n->started[started++] = n->running[i];
	if (n->opt->tolerance > 0)
		update_sparingly(n, t, started);
	else if (is_time(n, t))
		set_paces(n, t, n->running, n->nows, ask_together(n, started));
	else if (started)
		start_alone(n, t, started);
	if (ask_is_scout(&n->query.asker))
		t->unusable = NULL;	/* the file of --fragments is not a scout's */
}

void
network_over(network_model *n)
{
	ask_forget(&n->query.asker);
}

/* --- the columns */

/* Tally how much a job that has ended was charged; write the share of its run time, and that by which checks say it is off. */
static void
write_charged(network_model *n, const timed_job *j)
{
	const case_member *m = &n->member[j->row];
	double ran = (double)(j->end - j->start), charged = m->exposure.charged;

	n->tally.worst = fmax(n->tally.worst, charged / ran);
	n->tally.charged += charged;
	n->tally.ran += ran;
	sink_put_real(n->driver->out, n->out[CHARGED], charged / ran);
	sink_put_real(n->driver->out, n->out[OFF], m->off / ran);
}

static void
write_work(network_model *n, const timed_job *j)
{
	const case_member *m = &n->member[j->row];
	sink *out = n->driver->out;
	double left, done, alone, placement = m->sends ? m->sender.stretch : 1;
	work w = m->work;

	if (!m->begun)		/* it ended when it began */
		work_begin(&w, j->end, work_of(n, j));
	left = work_left(&w, j->end);
	done = (double)work_of(n, j) - left;
	alone = n->opt->observe ? done : (double)j->times.run;
	sink_put(out, n->out[ALONE], times_write((int64_t)(alone + 0.5)));
	sink_put(out, n->out[AT_LIMIT], j->times.limited && 100 * j->times.run >= 99 * j->times.wall ? "yes" : "no");
	sink_put_real(out, n->out[LOST], n->opt->observe ? 0 : left / LOG_SECOND);
	if (done <= 0)
		return;
	if (n->opt->tolerance > 0)
		write_charged(n, j);
	sink_put_real(out, n->out[SLOWDOWN], (double)(j->end - j->start) / alone);
	sink_put_real(out, n->out[WORST], w.worst);
	sink_put_real(out, n->out[PLACEMENT], placement);
	sink_put_real(out, n->out[CONTENTION], work_spent(&w, j->end) / done / placement);
	if (m->sends && m->sender.alone > 0)
		sink_put_real(out, n->out[COMMUNICATION], 1 + (work_spent(&w, j->end) / done - 1) / m->sender.share);
}

void
network_write(network_model *n, const row *r, const timed_job *j)
{
	if (!*cell_text(r, n->share) && !isnan(n->opt->share))
		sink_put_real(n->driver->out, n->out[SHARE], n->opt->share);
	if (j)
		write_work(n, j);
}
