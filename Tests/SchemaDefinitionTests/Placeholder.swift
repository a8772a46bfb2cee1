// Deleted with the first test.
