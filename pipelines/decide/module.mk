# A decision: what other placement policies would do to waits and run times on a machine, with the jobs of its log.
#
#   make decide LOG=jobs.swf MACHINE=SPEC POLICIES=today,other…   one page: waits, turnaround, node-hours, how sure
#   make decide-count …                                           how many questions that asks
#   make three-logs                                               the study: three real logs, four questions; four to five hours on two cores
#   make three-logs-keep                                          its tables and pictures into data/results/decide
#   make releases                                                 what a later Slurm does on a tree and on blocks; ten minutes
#   make releases-keep                                            its tables and pictures into data/results/releases
#   make promises                                                 what a broken promise costs, and that none is missed; ten minutes
#   make promises-keep                                            its tables and pictures into data/results/promises
#   make tolerance                                                what it costs to ask about the network less often
#   make tolerance-keep                                           its table into data/results/tolerance
#   make estimate-truth                                           hidden shares in 200 played logs, and what is found of them; an hour
#   make estimate-truth-keep                                      its table into data/results/estimate-truth
#
# Further variables: pipelines/decide/settings.sh has them all, with their defaults.  Results go to build/decide/; options of GNU
# parallel: SWEEP='-j 8 …'.

decide_variables := LOG READ MACHINE POLICIES ROUTINGS SCHEDULE OVERRUN REFERENCE BUSY PERIOD WARMUP PERIODS PATTERNS BYTES SHARES OBSERVED \
	MIN_NODES PACKET STEADY LIMIT TOLERANCE EVERY AT_ONCE OTHER_SHARES OTHER_BYTES OTHER_PERIODS FIRST MOST
DECIDE_OUT ?= $(BUILD)/decide

$(eval $(call study,decide decide-count three-logs three-logs-keep releases releases-keep promises promises-keep tolerance tolerance-keep estimate-truth estimate-truth-keep))
ifneq ($(filter decide decide-count,$(MAKECMDGOALS)),)
# As they were written: no $ in them is make's.
$(foreach v,$(decide_variables),$(if $(filter-out undefined default,$(origin $v)),$(eval override export $v := $$(value $v))))
endif
decide: all setup
	pipelines/decide/decide '$(DECIDE_OUT)' $(SWEEP)
	@echo '$(DECIDE_OUT)/decision.html'
decide-count: all
	@pipelines/decide/grid --count
three-logs: all setup
	pipelines/decide/three-logs $(BUILD)/three-logs $(SWEEP)
	@pipelines/decide/questions $(BUILD)/three-logs
three-logs-keep: three-logs
	pipelines/decide/keep $(BUILD)/three-logs decide kth theta mira
	pipelines/decide/questions $(BUILD)/three-logs >data/results/decide/questions.md
	@pipelines/lib/made data/results/decide
releases: all setup
	pipelines/decide/releases $(BUILD)/releases $(SWEEP)
releases-keep: releases
	pipelines/decide/keep $(BUILD)/releases releases tree blocks
	@pipelines/lib/made data/results/releases
promises: all setup
	pipelines/decide/promises $(BUILD)/promises
	@pipelines/lib/made $(BUILD)/promises
promises-keep: promises
	mkdir -p data/results/promises
	cp $(BUILD)/promises/*.csv $(BUILD)/promises/*.svg data/results/promises
	pipelines/decide/keep $(BUILD)/promises promises
	@pipelines/lib/made data/results/promises
tolerance: all setup
	@pipelines/decide/tolerance $(BUILD)/tolerance
tolerance-keep: tolerance
	pipelines/decide/keep $(BUILD)/tolerance tolerance
estimate-truth: all setup
	@pipelines/decide/estimate-truth $(BUILD)/estimate-truth
estimate-truth-keep: estimate-truth
	pipelines/decide/keep $(BUILD)/estimate-truth estimate-truth
