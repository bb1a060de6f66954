/* setup -- the slow simulator's state for a case, from its plan. */
#pragma once

#include "unit/slow/plan.h"
#include "unit/slow/run.h"

static void
add_workers(slow *s, uint32_t at, const job_plan *plan)
{
	slow_job *j = &s->job[at];

	for (uint32_t i = 0; i < plan->tasks; i++) {
		worker *w = &s->worker[s->workers];

		*w = (worker){ .job = at, .node = plan->task_node[i], .rank = i, .state = SLEEPS, .wakes = j->start + j->compute };
		if (j->program) {
			w->op = xcalloc(operations(s, w) + 1, sizeof *w->op);
			w->cpu = xcalloc(j->program->cpus, sizeof *w->cpu);
			for (uint32_t k = 0; k < j->program->cpus; k++)
				w->cpu[k].ends = NEVER;
		}
		else
			w->arrived = xcalloc(j->phases * (size_t)j->iterations, sizeof *w->arrived);
		for (uint32_t k = 0; k < s->machine->nics; k++) {
			nic *d = &s->nic[interface_at(s, w->node, k)];

			NEW(d->task, d->tasks, d->task_room) = s->workers;
		}
		s->workers++;
	}
}

static void
add_job(slow *s, uint32_t at, const job_plan *plan, int64_t first, const case_job *known, uint64_t seed, const char *case_)
{
	slow_job *j = &s->job[at];
	char id[16];

	snprintf(id, sizeof id, "j%u", at);
	*j = (slow_job){ .open = plan->load != NULL, .start = plan->start - first, .end = plan->start - first };
	if (!j->open) {
		j->traffic = known->traffic;
		j->compute = plan->compute;
		j->iterations = plan->iterations;
		j->tasks = plan->tasks;
		j->program = plan->program ? plan->program : known->traffic.program;	/* patterns run as programs where messages cost */
		j->left = plan->program ? plan->left : j->program != NULL;
		if (!j->program)
			j->phases = traffic_phases(&j->traffic) ? traffic_phases(&j->traffic) : 1;
		add_workers(s, at, plan);
		return;
	}
	j->endpoints = known->endpoints;
	j->bytes = plan->bytes ? plan->bytes : s->packet_bytes;
	j->gap = (double)j->bytes * 8e12 / (strtod(plan->load, NULL) * (double)s->machine->speeds[CLASS_NODE].bits_per_s);
	j->background = plan->duration == 0;
	j->warm = j->start + plan->warmup;
	j->stop = j->background ? NEVER : j->warm + plan->duration;
	j->drained = j->background ? NEVER : j->stop + plan->duration;
	philox_key(j->key, seed, "source", case_, id);
	sources_begin(s, at);
}

static uint32_t
stride_of(const machine *m)
{
	const char *text = strstr(m->spec, "nic-stride=");

	return text ? (uint32_t)atoi(text + strlen("nic-stride=")) : 1;
}

/* `known`: the patterns as the engine has prepared them. */
static void
slow_init(slow *s, const machine *m, const routing *r, int vcs, const router_plan *router, uint32_t piece, const case_plan *c,
	const case_job *known, uint64_t seed, const char *case_)
{
	int64_t first = NEVER;

	*s = (slow){ .machine = m, .routing = r, .vcs = vcs, .router = *router, .packet_bytes = piece,
		.link_state = xcalloc(m->links, sizeof *s->link_state), .nic = xcalloc(m->interfaces, sizeof *s->nic),
		.port_out = xcalloc(m->nodes, sizeof *s->port_out), .port_in = xcalloc(m->nodes, sizeof *s->port_in), .stride = stride_of(m), .shares = strstr(m->spec, "interface-order=shared"),
		.waiting_room = xcalloc(m->routers, sizeof *s->waiting_room),
		.sent = xcalloc(m->interfaces, sizeof *s->sent), .job = xcalloc(MOST_JOBS, sizeof *s->job), .jobs = c->jobs,
		.worker = xcalloc(MOST_JOBS * MOST_NODES, sizeof *s->worker) };
	paths_init(&s->paths, m, r->routes, r->decision->detours, vcs);
	for (int k = 0; k < m->classes; k++)
		s->channels = s->paths.channels[k] > s->channels ? s->paths.channels[k] : s->channels;
	philox_key(s->route_key, seed, "route", case_, "");
	for (uint32_t i = 0; i < m->links; i++) {
		s->link_state[i].statistics.since = NEVER;
		s->link_state[i].in_channel = xcalloc(s->channels, sizeof *s->link_state[i].in_channel);
		s->link_state[i].out_channel = xcalloc(s->channels, sizeof *s->link_state[i].out_channel);
		s->link_state[i].behind = xcalloc(s->channels, sizeof *s->link_state[i].behind);
		s->link_state[i].served = s->link_state[i].crossed = s->channels - 1;	/* so channel 0 is first */
	}
	for (uint32_t v = 0; v < m->interfaces; v++) {
		s->nic[v].leaving = s->nic[v].job = NONE;
		s->nic[v].created = NEVER;
	}
	for (uint32_t i = 0; i < c->jobs; i++)
		if (c->job[i].start < first)
			first = c->job[i].start;
	for (uint32_t i = 0; i < c->jobs; i++)
		add_job(s, i, &c->job[i], first, &known[i], seed, case_);
}

static void
slow_free(slow *s)
{
	for (uint32_t i = 0; i < s->machine->links; i++) {
		free(s->link_state[i].waiting.item);
		free(s->link_state[i].flying.item);
		for (unsigned v = 0; v < s->channels; v++) {
			free(s->link_state[i].in_channel[v].behind.item);
			free(s->link_state[i].behind[v].item);
		}
		free(s->link_state[i].in_channel);
		free(s->link_state[i].out_channel);
		free(s->link_state[i].behind);
	}
	for (uint32_t v = 0; v < s->machine->interfaces; v++) {
		free(s->nic[v].task);
		free(s->nic[v].queue);
	}
	for (uint32_t i = 0; i < s->workers; i++) {
		free(s->worker[i].arrived);
		free(s->worker[i].outbox);
		free(s->worker[i].queue);
		free(s->worker[i].inbox);
		free(s->worker[i].news);
		for (uint32_t k = 0; s->worker[i].cpu && k < s->job[s->worker[i].job].program->cpus; k++)
			free(s->worker[i].cpu[k].line);
		free(s->worker[i].cpu);
		free(s->worker[i].op);
	}
	paths_free(&s->paths);
	for (uint32_t r = 0; r < s->machine->routers; r++)
		free(s->waiting_room[r].item);
	free(s->waiting_room);
	free(s->link_state);
	free(s->nic);
	free(s->sent);
	free(s->job);
	free(s->worker);
	free(s->refund);
	free(s->letter);
	free(s->errand);
	free(s->posted);
	free(s->port_out);
	free(s->port_in);
}
