# The machines of today: what their files in data/machines describe, beside what is published.
#
#	make machines        the table of machines: seconds
#	make machines-keep   it into data/results/machines
#	make machines-spread  Level-Spread on three of them in small: half an hour
#	make machines-rails   what several interfaces a host change for a training job: ten minutes
#
# Results go to build/machines/.

$(eval $(call study,machines machines-keep machines-spread machines-rails))
machines: all setup
	pipelines/machines/table $(BUILD)/machines
	PATH='$(abspath $(BIN))':"$$PATH" pipelines/machines/pictures $(BUILD)/machines
	@pipelines/lib/made $(BUILD)/machines
machines-keep: machines
	cp $(BUILD)/machines/*.csv $(BUILD)/machines/*.svg data/results/machines
	@pipelines/lib/made data/results/machines
machines-spread: all setup
	pipelines/machines/spread $(BUILD)/machines
	@pipelines/lib/made $(BUILD)/machines
machines-rails: all setup
	PATH='$(abspath $(BIN))':"$$PATH" pipelines/machines/rails $(BUILD)/machines
	@pipelines/lib/made $(BUILD)/machines
