# The house's one front door. A comment after ## is what `make help` says.
# Every stage says how long it took; scripts/need holds the table of what is installed for whom.

SHELL := /bin/sh
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

STAGE := scripts/stage
FUZZTIME ?= 10m
FUZZJOBS ?= 1
GO_TEST := go test -timeout=10m
STATICCHECK := go tool -modfile=tools/go.mod staticcheck

.PHONY: help
help: ## this list
	@awk 'BEGIN { FS = ":.*## " } /^[a-z0-9-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## the server on http://localhost:8080, its records in fallas.db
	@go run ./cmd/server

.PHONY: check
check: begin-check format vet staticcheck types unit unit-js ## the quick gate: formatting, linters, types, unit tests; before every commit
	@$(STAGE) --total

.PHONY: test
test: begin-test format vet staticcheck types unit-js whole race oracle e2e ## everything: the gate, the race detector, whole servers, the browser
	@$(STAGE) --total

.PHONY: bench
bench: ## the benchmarks of every package
	@go test -run='^$$' -bench=. -benchmem ./...

.PHONY: bench-store
bench-store: need-go ## durable appends a second on each store, beside one append a transaction and a bare row, in one run
	@go test -run='^$$' -bench=Append -benchtime=4000x ./store/sqlite ./store/postgres

.PHONY: fuzz
fuzz: ## ten minutes of fuzzing for every target, or FUZZTIME=1m, FUZZJOBS=2 at a time; what came of it goes to docs/reports/fuzz.md
	@scripts/fuzz $(FUZZTIME) docs/reports/fuzz.md $(FUZZJOBS)

.PHONY: bench-server
bench-server: need-go ## the server beside bare programs: idle sockets, 5,000 spectators, plays a second on each store, spectators that never read
	@go run ./bench/server -measure idle
	@go run ./bench/server -measure fanout
	@for store in sqlite postgres; do for games in 1 10 200 1000; do \
		go run ./bench/server -measure plays -store $$store -games $$games || exit; done; done
	@go run ./bench/server -measure spectators

.PHONY: crash
crash: need-go ## the server killed 200 times on each store, PostgreSQL restarted 20 times, under play; the outcome goes to docs/reports/crash.md
	@scripts/crash docs/reports/crash.md

SOAKTIME ?= 5m
.PHONY: soak
soak: need-go ## five minutes of two hundred people in the lobby of three servers, or SOAKTIME=1m; the outcome goes to docs/reports/soak.md
	@scripts/soak $(SOAKTIME) docs/reports/soak.md

# Whole servers play at full length without the race detector, which slows them tenfold, and shortly with it.
.PHONY: whole
whole: need-go
	@$(STAGE) "Go tests, whole" $(GO_TEST) -shuffle=on -count=1 ./...

.PHONY: race
race: need-go
	@$(STAGE) "Go tests, race detector, short" $(GO_TEST) -race -short -shuffle=on -count=1 ./...

.PHONY: oracle
oracle: need-gnubg
	@$(STAGE) "GNU Backgammon as oracle" $(GO_TEST) -tags=oracle -count=1 -run=GNUBackgammon ./engine

.PHONY: e2e
e2e: need-go need-browser node_modules/.installed ## the browser tests alone
	@go build -o bin/server ./cmd/server
	@FALLAS_SERVER=$(CURDIR)/bin/server CHROMIUM=$$(scripts/browser) $(STAGE) "browser tests" scripts/node-test --serial $(wildcard web/e2e/*.test.js)

.PHONY: fmt
fmt: ## format the Go code
	@gofmt -l -w $$(go list -f '{{.Dir}}' ./...)

.PHONY: need
need: ## install what the tests need (root on Debian or Ubuntu), or say what is missing
	@scripts/need go cc node postgres browser gnubg

# The stages of the gate.

.PHONY: begin-check begin-test need-go need-node need-browser need-gnubg format vet staticcheck types unit unit-js
begin-check:
	@$(STAGE) --begin
	@scripts/need go node postgres
begin-test:
	@$(STAGE) --begin
	@$(STAGE) "what the tests need" scripts/need go cc node postgres browser gnubg
need-go:
	@scripts/need go cc postgres
need-node:
	@scripts/need node
need-browser:
	@scripts/need browser
need-gnubg:
	@scripts/need gnubg

format:
	@$(STAGE) "gofmt" scripts/format
vet:
	@$(STAGE) "go vet" go vet -tags=oracle ./...
staticcheck:
	@$(STAGE) "staticcheck" $(STATICCHECK) -tags=oracle ./...
types: node_modules/.installed
	@$(STAGE) "types of the client" node_modules/.bin/tsc
unit:
	@$(STAGE) "Go tests, short" $(GO_TEST) -short ./...
unit-js: need-node
	@$(STAGE) "client tests" scripts/node-test $(wildcard web/test/*.test.js)

node_modules/.installed: package-lock.json package.json .npmrc
	@scripts/need node
	@$(STAGE) "npm ci" npm ci --no-progress
	@touch $@
