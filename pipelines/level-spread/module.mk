# The study of the Level-Spread policy: Fig. 2, Fig. 10 and its claims, and real jobs of Atlas.
#
#   make demo                 the quick grid, then Atlas; shows what came out
#   make level-spread-quick   Fig. 2 and Fig. 10 on the quick grid
#   make level-spread-full    the same on the paper's 1,000 workloads
#   make level-spread-keep    the full grid, and its summaries into data/results/level-spread
#
# Results go to build/level-spread/GRID/.

level_spread := pipelines/level-spread
level_spread_out := $(BUILD)/level-spread
level_spread_cases_quick := 200
level_spread_cases_full := 1000

.PHONY: demo level-spread-quick level-spread-full level-spread-keep
demo level-spread-quick level-spread-full level-spread-keep: export HOPLINE_BIN := $(abspath $(BIN))

# $1: a grid
define level_spread_grid
level-spread-$1: all setup
	$(level_spread)/sweep $(level_spread_out)/$1 $(level_spread_cases_$1)
	$(level_spread)/fig10 $(level_spread_out)/$1 $(level_spread_cases_$1)
	$(level_spread)/fig2 $(level_spread_out)/$1
	$(level_spread)/measure $(level_spread_out)/$1 $(level_spread_cases_$1)
endef
$(foreach grid,quick full,$(eval $(call level_spread_grid,$(grid))))

demo: level-spread-quick
	$(level_spread)/atlas $(level_spread_out)
	@$(level_spread)/show $(level_spread_out) quick

level-spread-keep: level-spread-full
	$(level_spread)/atlas $(level_spread_out)
	$(level_spread)/keep $(level_spread_out)/full
