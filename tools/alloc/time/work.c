#include "alloc/time/work.h"

#include <math.h>

#include "alloc/schedule.h"
#include "lib/logtime/logtime.h"

static const double nothing = 1e-3;	/* us: far above the error of sums, far below what a table shows */
static const double latest = 10.0 * LOG_LONGEST_S * LOG_SECOND;	/* us: a double is still exact */

void
work_begin(work *w, int64_t begins, int64_t amount)
{
	*w = (work){ .since = begins, .left = (double)amount, .stretch = 1 };
}

static double
elapsed(const work *w, int64_t time)
{
	return time > w->since ? (double)(time - w->since) : 0;
}

void
work_pace(work *w, int64_t now, double stretch)
{
	double time = elapsed(w, now);

	w->worst = stretch > w->worst ? stretch : w->worst;
	if (stretch == w->stretch)
		return;
	w->left -= time / w->stretch;
	w->spent += time;
	w->since = now > w->since ? now : w->since;
	w->stretch = stretch;
}

double
work_left(const work *w, int64_t time)
{
	double left = w->left - elapsed(w, time) / w->stretch;

	return left < nothing ? 0 : left;
}

int64_t
work_end(const work *w)
{
	double rest = ceil(w->left * w->stretch - nothing);

	if (rest <= 0)
		return w->since;
	return (double)w->since + rest > latest ? NEVER : w->since + (int64_t)rest;
}

double
work_spent(const work *w, int64_t time)
{
	double most = w->left * w->stretch, rest = elapsed(w, time);

	return w->spent + (rest < most ? rest : most);
}
