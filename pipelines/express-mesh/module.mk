# The study of express meshes: five networks, their structure, their performance, and jobs kept apart.
#
#   make express-mesh-structure     Fig. 5 and Table I: what the networks are made of; seconds
#   make express-mesh-demo          some of the figures in small, in seconds
#   make express-mesh-quick         all figures and claims on five small networks, in about a minute
#   make express-mesh-full          the same on the networks of Table I
#   make express-mesh-routers       the claims with routers that queue at their outputs and at their inputs
#   make express-mesh-count         how many simulations these are
#   make express-mesh-keep          the full grid's summaries into data/results/express-mesh
#
# Results go to build/express-mesh/GRID/.  Options of GNU parallel: SWEEP='-j 8 …'.

SWEEP ?=
express_mesh := pipelines/express-mesh
express_mesh_out := $(BUILD)/express-mesh
express_mesh_grids := demo quick full routers

$(eval $(call study,$(patsubst %,express-mesh-%,$(express_mesh_grids) structure count keep)))

$(express_mesh_grids:%=express-mesh-%): express-mesh-%: express-mesh-structure
	$(express_mesh)/reproduce $* $(express_mesh_out) $(SWEEP)
	@$(if $(filter $@,$(MAKECMDGOALS)),pipelines/lib/made $(express_mesh_out)/$*)

express-mesh-structure: all setup
	$(express_mesh)/structure $(express_mesh_out)/structure $(SWEEP)
	@$(if $(filter $@,$(MAKECMDGOALS)),pipelines/lib/made $(express_mesh_out)/structure)

express-mesh-count: all
	@for grid in $(express_mesh_grids); do echo "$$grid"; $(express_mesh)/grid --count $$grid; done

express-mesh-keep: express-mesh-full express-mesh-routers
	$(express_mesh)/keep $(express_mesh_out)
	@pipelines/lib/made data/results/express-mesh
