/* token-vc -- the tokens of a channel between routers, and the credits under way to it.
 *
 * Where packets take tokens, a channel's credit is here until a packet takes it, and only what packets in its queue have
 * taken is in network.h's `channel`: so that to compare channels is to read this. */
#ifndef HOPLINE_NETSIM_ESCAPE_TOKEN_VC_H
#define HOPLINE_NETSIM_ESCAPE_TOKEN_VC_H

#include "netsim/engine/credits.h"

/* Half a cache line. */
typedef struct token_vc {
	int64_t time;		/* of the first credit under way; NEVER: none is */
	int32_t tokens;		/* by the credits that have been taken in */
	uint32_t least;		/* no first packet of a candidate has fewer bytes (wait-sets.h); UINT32_MAX: there is none */
	uint32_t first, last;	/* credits under way, by time; first NONE: none are */
	struct candidates *waiting;	/* who wait for it (wait-sets.h); NULL: nobody ever has */
} token_vc;

/* As it is when nobody uses the channel, the heap apart. */
void token_vc_reset(const network *n, token_vc *o);

/* Take in the credits that have come. */
void token_vc_take_in(network *n, token_vc *o);

static inline int64_t
token_vc_tokens(network *n, token_vc *o)
{
	if (o->time <= n->calendar.now)
		token_vc_take_in(n, o);
	return o->tokens;
}

/* So many bytes of credit come at `time`.  Are they now the first to come? */
bool token_vc_credit(network *n, token_vc *o, uint32_t bytes, int64_t time);

/* Has it all its tokens, when what is under way has come? */
bool token_vc_whole(const network *n, const token_vc *o);

#endif
