/* broadcast -- task 0 sends to all other tasks (Level-Spread, V-C).
 *
 * As an MPI library does it, down a binary tree: a task hears from its parent,
 * then tells its children.  With an algorithm it is the program of a collective instead. */
#include "lib/pattern/closed/collectives.h"
#include "lib/pattern/closed/tree.h"

enum { HEAR, TELL };	/* phases of the tree */

static const pattern_column columns[] = { COLLECTIVE_COLUMN_LIST, { 0 } };

static void
read(traffic *t, const own_cells *c)
{
	if (collective_given(c))
		collective_follow(t, c);
}

static uint32_t
phases(const traffic *t)
{
	return t->rounds ? 2 : 1;
}

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	if (t->rounds)
		return phase == TELL ? tree_children(task, t->tasks) : 0;
	return task == 0 ? t->tasks - 1 : 0;
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	(void)phase;
	return (message){ t->rounds ? tree_child(task, k) : k + 1, HEAR, t->bytes };
}

static uint32_t
receives(const traffic *t, uint32_t phase, uint32_t task)
{
	(void)t;
	return phase == HEAR && task > 0;
}

const pattern pattern_broadcast = {
	.name = "broadcast", .about = "task 0 sends to all others", .columns = columns, .read = read, .phases = phases,
	.sends = sends, .send = send, .receives = receives,
};
