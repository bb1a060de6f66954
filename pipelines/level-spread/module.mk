# The study of the Level-Spread policy: every figure, its claims, and real jobs of Atlas.
#
#   make demo                       Fig. 2, 9, 10 and 12 in small, then Atlas; shows what came out
#   make level-spread-FIGURE        one figure: fig2 fig4a fig4b … (drawings.csv), GRID=quick or full
#   make level-spread-quick         all figures and claims in small
#   make level-spread-full          the same with the paper's counts, at 1 KB
#   make level-spread-routers       the claims with routers that queue at their outputs and at their inputs
#   make level-spread-paper         all that the paper ran, 100 KB too: half a day on two cores; see CLUSTERS.md
#   make level-spread-count         how many simulations these are
#   make level-spread-keep          the full grid's summaries into data/results/level-spread
#   make watch                      draw a figure of a running study again and again; FIGURE=fig10 GRID=full
#
# Results go to build/level-spread/GRID/.  Options of GNU parallel: SWEEP='-j 8 …'.

GRID ?= quick
FIGURE ?= fig10
SWEEP ?=
level_spread := pipelines/level-spread
level_spread_out := $(BUILD)/level-spread
level_spread_figures := $(shell sed '1d; s/,.*//' $(level_spread)/drawings.csv)
level_spread_grids := demo quick full routers paper

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

level-spread-keep: level-spread-full level-spread-routers
	$(level_spread)/atlas $(level_spread_out)
	$(level_spread)/keep $(level_spread_out)
	@pipelines/lib/made data/results/level-spread

watch: all
	$(level_spread)/watch $(GRID) $(level_spread_out) $(FIGURE)
