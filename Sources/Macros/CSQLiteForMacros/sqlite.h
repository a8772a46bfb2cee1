// SQLite's header once more, for the macros' checks of `#sql` alone. `CSQLite` would do, but is also part of what ships,
// and where a target of a macro is, SwiftPM gives up the prebuilt swift-syntax of every macro of the application.
#include <sqlite3.h>
