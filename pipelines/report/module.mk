# The report: the results of every study as one page.
#
#   make report         build/report.html, from data/results
#   make test-report    the page in headless Chromium; its screenshots are left in build/report/
#
# RESULTS: another folder of results; STUDIES='NAME=DIR...': those of some studies from elsewhere.

RESULTS ?= data/results
STUDIES ?=

.PHONY: report
report: export HOPLINE_BIN := $(abspath $(BIN))
report: all
	pipelines/report/report $(BUILD)/report.html $(RESULTS) $(STUDIES)
	@echo $(BUILD)/report.html
test-report: export HOPLINE_SHOTS := $(abspath $(BUILD)/report)
