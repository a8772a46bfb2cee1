// SQLCipher in the place of SQLite: with `LIVESQL_SQLCIPHER=1`, `Package.swift` takes the module `CSQLite` from this folder.
// The header is that of pkg-config's `sqlcipher`. Its functions for keys are looked up at run time: see `SQLite/Platform`.
#include "../CSQLite/shim.h"
