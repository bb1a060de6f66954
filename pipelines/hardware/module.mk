# Predicted against measured, on real machines.
#
#	make hardware        each question of questions.csv: minutes
#	make hardware-keep   the table into data/results/hardware
#
# Results go to build/hardware/.

$(eval $(call study,hardware hardware-keep))
hardware: all setup
	pipelines/hardware/judge $(BUILD)/hardware
	@column -s, -t $(BUILD)/hardware/table.csv
	@pipelines/lib/made $(BUILD)/hardware
hardware-keep: hardware
	mkdir -p data/results/hardware && cp $(BUILD)/hardware/table.csv data/results/hardware
	@pipelines/lib/made data/results/hardware
