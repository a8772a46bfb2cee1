// SQLite's header, and what Swift cannot import from it: variadic calls and the destructor constants.
//
// Symbols that a distribution may leave out of its library (preupdate hook, session, column metadata,
// serialization, error offset) are not named here: `SQLite/Platform` looks them up at run time.
#ifndef LIVESQL_CSQLITE_SHIM_H
#define LIVESQL_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <string.h>

#if SQLITE_VERSION_NUMBER < 3037000
#error "LiveSQL needs SQLite 3.37 or newer: install newer development files, or let PKG_CONFIG_PATH name them."
#endif

/// Sets a boolean option of a connection. https://www.sqlite.org/c3ref/db_config.html
static inline int livesql_db_config(sqlite3 *db, int option, int value) {
  int result = 0;
  return sqlite3_db_config(db, option, value, &result);
}

/// Reads a boolean option of a connection, or -1 where the library does not know it.
static inline int livesql_db_config_value(sqlite3 *db, int option) {
  int result = 0;
  return sqlite3_db_config(db, option, -1, &result) == SQLITE_OK ? result : -1;
}

/// Binds text that SQLite copies. https://www.sqlite.org/c3ref/bind_blob.html
static inline int livesql_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a blob that SQLite copies.
static inline int livesql_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Sets the result of an SQL function to text that SQLite copies.
static inline void livesql_result_text(sqlite3_context *context, const char *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Sets the result of an SQL function to a blob that SQLite copies.
static inline void livesql_result_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}

/// Whether two texts are the same, byte by byte.
static inline int livesql_is_same(const unsigned char *left, const unsigned char *right, size_t count) {
  return memcmp(left, right, count) == 0;
}

/// Returns the functions of FTS5, or null if the library was built without it.
/// https://www.sqlite.org/fts5.html#extending_fts5
static inline fts5_api *livesql_fts5_api(sqlite3 *db) {
  fts5_api *api = NULL;
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, NULL) == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, (void *)&api, "fts5_api_ptr", NULL);
    sqlite3_step(statement);
  }
  sqlite3_finalize(statement);
  return api;
}

#endif
