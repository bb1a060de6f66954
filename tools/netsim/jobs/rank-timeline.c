#include "netsim/jobs/rank-timeline.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/cli/files.h"

struct rank_timeline {
	const char *path;
	FILE *out;
	int64_t most;
	const char *case_;	/* of the table, while it is played */
	uint32_t jobs;
	uint64_t spans, left_out;
};

rank_timeline *
rank_timeline_open(const char *path, int64_t most)
{
	rank_timeline *t = xcalloc(1, sizeof *t);

	*t = (rank_timeline){ .path = path, .out = files_write(path), .most = most };
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", t->out);
	return t;
}

void
rank_timeline_case(rank_timeline *t, const char *case_)
{
	t->case_ = case_;
}

/* The text as a part of a string of JSON. */
static void
put_text(FILE *out, const char *s)
{
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			putc('\\', out);
		putc((unsigned char)*s < ' ' ? ' ' : *s, out);
	}
}

/* An event begins, behind others. */
static void
next(rank_timeline *t)
{
	fputs(t->spans++ ? ",\n" : "\n", t->out);
}

uint32_t
rank_timeline_job(rank_timeline *t, const char *id)
{
	next(t);
	fprintf(t->out, "{\"ph\":\"M\",\"pid\":%" PRIu32 ",\"name\":\"process_name\",\"args\":{\"name\":\"case ", ++t->jobs);
	put_text(t->out, t->case_);
	fputs(", job ", t->out);
	put_text(t->out, id);
	fputs("\"}}", t->out);
	return t->jobs;
}

static void
put_us(FILE *out, const char *key, int64_t ps)
{
	fprintf(out, ",\"%s\":%" PRId64 ".%06d", key, ps / 1000000, (int)(ps % 1000000));
}

void
rank_timeline_span(rank_timeline *t, const rank_span *s)
{
	uint64_t tid = 2 * (uint64_t)s->rank + (uint64_t)s->lane;

	if (ftell(t->out) > t->most) {
		t->left_out++;
		return;
	}
	if (s->first) {
		next(t);
		fprintf(t->out, "{\"ph\":\"M\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu64 ",\"name\":\"thread_name\",\"args\":{\"name\":\"rank %" PRIu32
			"%s\"}}", s->job, tid, s->rank, s->lane ? ", messages" : "");
	}
	next(t);
	fprintf(t->out, "{\"ph\":\"X\",\"pid\":%" PRIu32 ",\"tid\":%" PRIu64 ",\"name\":\"%s%s%s\"", s->job, tid, s->name,
		*s->detail ? " " : "", s->detail);
	put_us(t->out, "ts", s->begin);
	put_us(t->out, "dur", s->end - s->begin);
	putc('}', t->out);
}

void
rank_timeline_close(rank_timeline *t)
{
	fputs("\n]}\n", t->out);
	if (ferror(t->out) || fclose(t->out) != 0)
		write_failed(t->path);
	if (t->left_out)
		warn("--timeline: '%s': %" PRIu64 " spans behind the first %" PRId64 " bytes are left out (--timeline-size)", t->path, t->left_out,
			t->most);
	free(t);
}
