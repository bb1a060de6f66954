# Predicted against measured, on real machines.
#
#	make hardware        each question of questions.csv: minutes
#	make hardware-keep   its tables and picture into data/results/hardware
#	make recovered       machines that are drawn, measured with noise and fitted; half an hour
#	make recovered-keep  its table into data/results/recovered
#
# Results go to build/hardware/ and build/recovered/.

$(eval $(call study,hardware hardware-keep recovered recovered-keep))
hardware: all setup
	pipelines/hardware/judge $(BUILD)/hardware
	@column -s, -t $(BUILD)/hardware/table.csv
	@pipelines/lib/made $(BUILD)/hardware
hardware-keep: hardware
	mkdir -p data/results/hardware && cp $(addprefix $(BUILD)/hardware/,table.csv rows.csv errors.svg) data/results/hardware
	@pipelines/lib/made data/results/hardware
recovered: all setup
	@pipelines/hardware/recovered $(BUILD)/recovered
recovered-keep: recovered
	pipelines/decide/keep $(BUILD)/recovered recovered
