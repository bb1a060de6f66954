/* by-size -- one policy for small jobs, another for large ones.
 *
 * What is best for a job that fits into a group need not be for one that does not. */
#include <stdlib.h>
#include <string.h>

#include "alloc/policy.h"
#include "lib/cli/cli.h"
#include "lib/cli/units.h"
#include "lib/machine/machine.h"

/* An argument: jobs of up to `most` nodes by one policy, larger ones by the other. */
typedef struct size_rule {
	int64_t most;
	char *name[2];
	const policy *of[2];	/* NULL: there is none of that name */
} size_rule;

static const policy *
find(const char *name)
{
	for (const policy *const *p = policies; *p; p++)
		if (strcmp((*p)->name, name) == 0)
			return *p;
	return NULL;
}

/* Read the argument into r, which rule_free frees; false when it is not of the form. */
static bool
rule_read(const char *text, size_rule *r)
{
	char *copy = xstrdup(text);

	*r = (size_rule){ .name = { strchr(copy, '+') } };
	r->name[1] = r->name[0] ? strchr(r->name[0] + 1, '+') : NULL;
	for (int i = 0; r->name[1] && i < 2; i++)
		*r->name[i]++ = '\0';
	if (!r->name[1] || !read_int(copy, 1, UINT32_MAX, &r->most)) {
		free(copy);
		return false;
	}
	for (int i = 0; i < 2; i++) {
		r->name[i] = xstrdup(r->name[i]);
		r->of[i] = find(r->name[i]);
	}
	free(copy);
	return true;
}

static void
rule_free(size_rule *r)
{
	free_all(r->name[0], r->name[1]);
}

/* What keeps a policy out of a pair; NULL: nothing. */
static char *
unfit(const machine *m, const policy *p, const char *name)
{
	if (!p)
		return xprintf("knows no policy '%s'; --list shows them", name);
	if (p->memory || p->plan || p->reserves || p->track || p->given || p->columns || p->refuses || p->wishes || (p->argument && !p->optional))
		return xprintf("takes policies that go by idle nodes alone and refuse no job, and '%s' is none", name);
	if ((p->kind && !kind_among(m, p->kind)) || (p->level && !machine_level(m, p->level)))
		return xprintf("cannot have '%s' on '%s'", name, m->spec);
	return p->check ? p->check(m, NULL) : NULL;
}

static char *
check(const machine *m, const char *argument)
{
	char *wrong = NULL;
	size_rule r;

	if (!rule_read(argument, &r))
		return xstrdup("wants a number of nodes and two policies, as 128+level-spread+rdn");
	for (int i = 0; i < 2 && !wrong; i++)
		wrong = unfit(m, r.of[i], r.name[i]);
	rule_free(&r);
	return wrong;
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	request part = *q;
	size_rule r;

	rule_read(q->argument, &r);
	part.policy = r.of[q->nodes > r.most];
	part.argument = NULL;
	rule_free(&r);
	return part.policy->choose(o, &part, out);
}

const policy policy_by_size = {
	.name = "by-size",
	.about = "one policy for small jobs, another for large ones",
	.argument = "128+level-spread+rdn",
	.check = check,
	.choose = choose,
};
