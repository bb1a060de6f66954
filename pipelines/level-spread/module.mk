# The study of the Level-Spread policy: every figure, its claims, and real jobs of Atlas.
#
#   make demo                       Fig. 2, 9, 10 and 12 in small, then Atlas; shows what came out
#   make level-spread-FIGURE        one figure: fig2 fig4a fig4b … (drawings.csv), GRID=part or full
#   make level-spread-part          all figures and claims from a part of the simulations
#   make level-spread-full          the same with the paper's counts, at 1 KB
#   make level-spread-paper         all that the paper ran, 100 KB too; see CLUSTERS.md
#   make level-spread-count         how many simulations these are
#   make level-spread-keep          the summaries of GRID into data/results/level-spread
#   make watch                      draw a figure of a running study again and again; FIGURE=fig10 GRID=full
#
# Results go to build/level-spread/GRID/.  Options of GNU parallel: SWEEP='-j 8 …'.

GRID ?= part
FIGURE ?= fig10
SWEEP ?=
level_spread := pipelines/level-spread
level_spread_out := $(BUILD)/level-spread
level_spread_figures := $(shell sed '1d; s/,.*//' $(level_spread)/drawings.csv)
level_spread_grids := demo part full paper

$(eval $(call study,demo watch $(patsubst %,level-spread-%,$(level_spread_figures) $(level_spread_grids) keep count)))

$(level_spread_grids:%=level-spread-%): level-spread-%: all setup
	$(level_spread)/reproduce $* $(level_spread_out) all $(SWEEP)
	@$(if $(filter $@,$(MAKECMDGOALS)),pipelines/lib/made $(level_spread_out)/$*)

$(level_spread_figures:%=level-spread-%): level-spread-%: all setup
	$(level_spread)/reproduce $(GRID) $(level_spread_out) $* $(SWEEP)
	@pipelines/lib/made $(level_spread_out)/$(GRID)/$* $*

demo: level-spread-demo
	$(level_spread)/atlas $(level_spread_out)
	@$(level_spread)/show $(level_spread_out) demo

level-spread-count: all
	@for grid in $(level_spread_grids); do echo "$$grid"; $(level_spread)/grid --count $$grid; done

level-spread-keep: level-spread-$(GRID)
	$(level_spread)/atlas $(level_spread_out)
	$(level_spread)/keep $(level_spread_out) $(GRID)
	@pipelines/lib/made data/results/level-spread

watch: all
	$(level_spread)/watch $(GRID) $(level_spread_out) $(FIGURE)
