// What of libpq, PostgreSQL's C library, the binding uses: declared here, and found when a program runs.
//
// So the package builds where there is no libpq, and an application that uses SQLite alone links nothing more. The
// functions
// stand in a table, which `livesql_load_libpq` fills once, before the first connection is opened.
// https://www.postgresql.org/docs/current/libpq.html
#ifndef LIVESQL_CPOSTGRESQL_H
#define LIVESQL_CPOSTGRESQL_H

#include <stddef.h>

typedef unsigned int livesql_Oid;
typedef struct livesql_PGconn livesql_PGconn;
typedef struct livesql_PGresult livesql_PGresult;
typedef struct livesql_PGcancel livesql_PGcancel;

/// A message of `NOTIFY`. https://www.postgresql.org/docs/current/libpq-notify.html
typedef struct livesql_PGnotify {
  char *relname;
  int be_pid;
  char *extra;
  struct livesql_PGnotify *next;
} livesql_PGnotify;

/// A keyword of a connection string. https://www.postgresql.org/docs/current/libpq-connect.html
typedef struct livesql_PQconninfoOption {
  char *keyword;
  char *envvar;
  char *compiled;
  char *val;
  char *label;
  char *dispchar;
  int dispsize;
} livesql_PQconninfoOption;

typedef void (*livesql_PQnoticeReceiver)(void *argument, const livesql_PGresult *result);

/// What `PQstatus` tells of a connection that is open.
enum { LIVESQL_CONNECTION_OK = 0 };

/// What `PQresultStatus` tells.
enum {
  LIVESQL_PGRES_EMPTY_QUERY = 0,
  LIVESQL_PGRES_COMMAND_OK,
  LIVESQL_PGRES_TUPLES_OK,
  LIVESQL_PGRES_COPY_OUT,
  LIVESQL_PGRES_COPY_IN,
  LIVESQL_PGRES_BAD_RESPONSE,
  LIVESQL_PGRES_NONFATAL_ERROR,
  LIVESQL_PGRES_FATAL_ERROR,
  LIVESQL_PGRES_COPY_BOTH,
  LIVESQL_PGRES_SINGLE_TUPLE,
  LIVESQL_PGRES_PIPELINE_SYNC,
  LIVESQL_PGRES_PIPELINE_ABORTED
};

/// The functions of libpq.
struct livesql_libpq {
  // Of connections.
  livesql_PGconn *(*PQconnectdbParams)(const char *const *keywords, const char *const *values, int expand);
  livesql_PGconn *(*PQconnectStartParams)(const char *const *keywords, const char *const *values, int expand);
  void (*PQfinish)(livesql_PGconn *connection);
  int (*PQstatus)(const livesql_PGconn *connection);
  char *(*PQerrorMessage)(const livesql_PGconn *connection);
  int (*PQserverVersion)(const livesql_PGconn *connection);
  int (*PQlibVersion)(void);
  int (*PQtransactionStatus)(const livesql_PGconn *connection);
  const char *(*PQparameterStatus)(const livesql_PGconn *connection, const char *name);
  int (*PQbackendPID)(const livesql_PGconn *connection);
  int (*PQsocket)(const livesql_PGconn *connection);
  int (*PQsslInUse)(livesql_PGconn *connection);
  livesql_PQconninfoOption *(*PQconninfo)(livesql_PGconn *connection);
  livesql_PQconninfoOption *(*PQconninfoParse)(const char *text, char **message);
  void (*PQconninfoFree)(livesql_PQconninfoOption *options);
  livesql_PQnoticeReceiver (*PQsetNoticeReceiver)(livesql_PGconn *connection, livesql_PQnoticeReceiver receiver,
    void *argument);
  livesql_PGcancel *(*PQgetCancel)(livesql_PGconn *connection);
  void (*PQfreeCancel)(livesql_PGcancel *cancel);
  int (*PQcancel)(livesql_PGcancel *cancel, char *message, int size);
  // Of statements.
  livesql_PGresult *(*PQexec)(livesql_PGconn *connection, const char *sql);
  livesql_PGresult *(*PQexecPrepared)(livesql_PGconn *connection, const char *name, int count,
    const char *const *values, const int *lengths, const int *formats, int format);
  int (*PQsendPrepare)(livesql_PGconn *connection, const char *name, const char *sql, int count,
    const livesql_Oid *types);
  int (*PQsendDescribePrepared)(livesql_PGconn *connection, const char *name);
  int (*PQsendQueryPrepared)(livesql_PGconn *connection, const char *name, int count, const char *const *values,
    const int *lengths, const int *formats, int format);
  int (*PQsendQuery)(livesql_PGconn *connection, const char *sql);
  int (*PQsendQueryParams)(livesql_PGconn *connection, const char *sql, int count, const livesql_Oid *types,
    const char *const *values, const int *lengths, const int *formats, int format);
  int (*PQisBusy)(livesql_PGconn *connection);
  int (*PQsetSingleRowMode)(livesql_PGconn *connection);
  livesql_PGresult *(*PQgetResult)(livesql_PGconn *connection);
  int (*PQconsumeInput)(livesql_PGconn *connection);
  int (*PQflush)(livesql_PGconn *connection);
  livesql_PGnotify *(*PQnotifies)(livesql_PGconn *connection);
  // Of pipelines.
  int (*PQenterPipelineMode)(livesql_PGconn *connection);
  int (*PQexitPipelineMode)(livesql_PGconn *connection);
  int (*PQpipelineSync)(livesql_PGconn *connection);
  int (*PQsendFlushRequest)(livesql_PGconn *connection);
  int (*PQpipelineStatus)(const livesql_PGconn *connection);
  // Of copying.
  int (*PQputCopyData)(livesql_PGconn *connection, const char *bytes, int count);
  int (*PQputCopyEnd)(livesql_PGconn *connection, const char *message);
  int (*PQgetCopyData)(livesql_PGconn *connection, char **bytes, int isAsynchronous);
  void (*PQfreemem)(void *memory);
  // Of results.
  int (*PQresultStatus)(const livesql_PGresult *result);
  char *(*PQresultErrorField)(const livesql_PGresult *result, int field);
  char *(*PQresultErrorMessage)(const livesql_PGresult *result);
  int (*PQntuples)(const livesql_PGresult *result);
  int (*PQnfields)(const livesql_PGresult *result);
  char *(*PQfname)(const livesql_PGresult *result, int column);
  livesql_Oid (*PQftype)(const livesql_PGresult *result, int column);
  int (*PQfmod)(const livesql_PGresult *result, int column);
  livesql_Oid (*PQftable)(const livesql_PGresult *result, int column);
  int (*PQftablecol)(const livesql_PGresult *result, int column);
  int (*PQfformat)(const livesql_PGresult *result, int column);
  char *(*PQgetvalue)(const livesql_PGresult *result, int row, int column);
  int (*PQgetlength)(const livesql_PGresult *result, int row, int column);
  int (*PQgetisnull)(const livesql_PGresult *result, int row, int column);
  char *(*PQcmdTuples)(livesql_PGresult *result);
  char *(*PQcmdStatus)(livesql_PGresult *result);
  int (*PQnparams)(const livesql_PGresult *result);
  livesql_Oid (*PQparamtype)(const livesql_PGresult *result, int parameter);
  void (*PQclear)(livesql_PGresult *result);
};

extern struct livesql_libpq livesql_libpq;

/// Fills the table; to be called once, before anything else.
///
/// `find` tells the address of a function by its name. Returns the name of a function that is missing, or NULL.
const char *livesql_load_libpq(void *(*find)(const char *name, void *argument), void *argument);

// The functions under their names. A parameter that Swift passes as an array or a text is borrowed for the call.

// Of connections.

static inline livesql_PGconn *livesql_PQconnectdbParams(const char *const *keywords, const char *const *values,
  int expand) {
  return livesql_libpq.PQconnectdbParams(keywords, values, expand);
}
static inline livesql_PGconn *livesql_PQconnectStartParams(const char *const *keywords, const char *const *values,
  int expand) {
  return livesql_libpq.PQconnectStartParams(keywords, values, expand);
}
static inline void livesql_PQfinish(livesql_PGconn *connection) {
  livesql_libpq.PQfinish(connection);
}
static inline int livesql_PQstatus(const livesql_PGconn *connection) {
  return livesql_libpq.PQstatus(connection);
}
static inline char *livesql_PQerrorMessage(const livesql_PGconn *connection) {
  return livesql_libpq.PQerrorMessage(connection);
}
static inline int livesql_PQserverVersion(const livesql_PGconn *connection) {
  return livesql_libpq.PQserverVersion(connection);
}
static inline int livesql_PQlibVersion(void) {
  return livesql_libpq.PQlibVersion();
}
static inline int livesql_PQtransactionStatus(const livesql_PGconn *connection) {
  return livesql_libpq.PQtransactionStatus(connection);
}
static inline const char *livesql_PQparameterStatus(const livesql_PGconn *connection, const char *name) {
  return livesql_libpq.PQparameterStatus(connection, name);
}
static inline int livesql_PQbackendPID(const livesql_PGconn *connection) {
  return livesql_libpq.PQbackendPID(connection);
}
static inline int livesql_PQsocket(const livesql_PGconn *connection) {
  return livesql_libpq.PQsocket(connection);
}
static inline int livesql_PQsslInUse(livesql_PGconn *connection) {
  return livesql_libpq.PQsslInUse(connection);
}
static inline livesql_PQconninfoOption *livesql_PQconninfo(livesql_PGconn *connection) {
  return livesql_libpq.PQconninfo(connection);
}
static inline livesql_PQconninfoOption *livesql_PQconninfoParse(const char *text, char **message) {
  return livesql_libpq.PQconninfoParse(text, message);
}
static inline void livesql_PQconninfoFree(livesql_PQconninfoOption *options) {
  livesql_libpq.PQconninfoFree(options);
}
static inline livesql_PQnoticeReceiver livesql_PQsetNoticeReceiver(livesql_PGconn *connection,
  livesql_PQnoticeReceiver receiver, void *argument) {
  return livesql_libpq.PQsetNoticeReceiver(connection, receiver, argument);
}
static inline livesql_PGcancel *livesql_PQgetCancel(livesql_PGconn *connection) {
  return livesql_libpq.PQgetCancel(connection);
}
static inline void livesql_PQfreeCancel(livesql_PGcancel *cancel) {
  livesql_libpq.PQfreeCancel(cancel);
}
static inline int livesql_PQcancel(livesql_PGcancel *cancel, char *message, int size) {
  return livesql_libpq.PQcancel(cancel, message, size);
}

// Of statements.

static inline livesql_PGresult *livesql_PQexec(livesql_PGconn *connection, const char *sql) {
  return livesql_libpq.PQexec(connection, sql);
}
static inline livesql_PGresult *livesql_PQexecPrepared(livesql_PGconn *connection, const char *name, int count,
  const char *const *values, const int *lengths, const int *formats, int format) {
  return livesql_libpq.PQexecPrepared(connection, name, count, values, lengths, formats, format);
}
static inline int livesql_PQsendPrepare(livesql_PGconn *connection, const char *name, const char *sql, int count,
  const livesql_Oid *types) {
  return livesql_libpq.PQsendPrepare(connection, name, sql, count, types);
}
static inline int livesql_PQsendDescribePrepared(livesql_PGconn *connection, const char *name) {
  return livesql_libpq.PQsendDescribePrepared(connection, name);
}
static inline int livesql_PQsendQueryPrepared(livesql_PGconn *connection, const char *name, int count,
  const char *const *values, const int *lengths, const int *formats, int format) {
  return livesql_libpq.PQsendQueryPrepared(connection, name, count, values, lengths, formats, format);
}
static inline int livesql_PQsendQuery(livesql_PGconn *connection, const char *sql) {
  return livesql_libpq.PQsendQuery(connection, sql);
}
/// Sends one statement without parameters by the extended protocol, as pipeline mode requires.
static inline int livesql_PQsendCommand(livesql_PGconn *connection, const char *sql) {
  return livesql_libpq.PQsendQueryParams(connection, sql, 0, NULL, NULL, NULL, NULL, 0);
}
static inline int livesql_PQisBusy(livesql_PGconn *connection) {
  return livesql_libpq.PQisBusy(connection);
}
static inline int livesql_PQsetSingleRowMode(livesql_PGconn *connection) {
  return livesql_libpq.PQsetSingleRowMode(connection);
}
static inline livesql_PGresult *livesql_PQgetResult(livesql_PGconn *connection) {
  return livesql_libpq.PQgetResult(connection);
}
static inline int livesql_PQconsumeInput(livesql_PGconn *connection) {
  return livesql_libpq.PQconsumeInput(connection);
}
static inline int livesql_PQflush(livesql_PGconn *connection) {
  return livesql_libpq.PQflush(connection);
}
static inline livesql_PGnotify *livesql_PQnotifies(livesql_PGconn *connection) {
  return livesql_libpq.PQnotifies(connection);
}

// Of pipelines.

static inline int livesql_PQenterPipelineMode(livesql_PGconn *connection) {
  return livesql_libpq.PQenterPipelineMode(connection);
}
static inline int livesql_PQexitPipelineMode(livesql_PGconn *connection) {
  return livesql_libpq.PQexitPipelineMode(connection);
}
static inline int livesql_PQpipelineSync(livesql_PGconn *connection) {
  return livesql_libpq.PQpipelineSync(connection);
}
static inline int livesql_PQsendFlushRequest(livesql_PGconn *connection) {
  return livesql_libpq.PQsendFlushRequest(connection);
}
static inline int livesql_PQpipelineStatus(const livesql_PGconn *connection) {
  return livesql_libpq.PQpipelineStatus(connection);
}

// Of copying.

static inline int livesql_PQputCopyData(livesql_PGconn *connection, const char *bytes, int count) {
  return livesql_libpq.PQputCopyData(connection, bytes, count);
}
static inline int livesql_PQputCopyEnd(livesql_PGconn *connection, const char *message) {
  return livesql_libpq.PQputCopyEnd(connection, message);
}
static inline int livesql_PQgetCopyData(livesql_PGconn *connection, char **bytes, int isAsynchronous) {
  return livesql_libpq.PQgetCopyData(connection, bytes, isAsynchronous);
}
static inline void livesql_PQfreemem(void *memory) {
  livesql_libpq.PQfreemem(memory);
}

// Of results.

static inline int livesql_PQresultStatus(const livesql_PGresult *result) {
  return livesql_libpq.PQresultStatus(result);
}
static inline char *livesql_PQresultErrorField(const livesql_PGresult *result, int field) {
  return livesql_libpq.PQresultErrorField(result, field);
}
static inline char *livesql_PQresultErrorMessage(const livesql_PGresult *result) {
  return livesql_libpq.PQresultErrorMessage(result);
}
static inline int livesql_PQntuples(const livesql_PGresult *result) {
  return livesql_libpq.PQntuples(result);
}
static inline int livesql_PQnfields(const livesql_PGresult *result) {
  return livesql_libpq.PQnfields(result);
}
static inline char *livesql_PQfname(const livesql_PGresult *result, int column) {
  return livesql_libpq.PQfname(result, column);
}
static inline livesql_Oid livesql_PQftype(const livesql_PGresult *result, int column) {
  return livesql_libpq.PQftype(result, column);
}
static inline int livesql_PQfmod(const livesql_PGresult *result, int column) {
  return livesql_libpq.PQfmod(result, column);
}
static inline livesql_Oid livesql_PQftable(const livesql_PGresult *result, int column) {
  return livesql_libpq.PQftable(result, column);
}
static inline int livesql_PQftablecol(const livesql_PGresult *result, int column) {
  return livesql_libpq.PQftablecol(result, column);
}
static inline int livesql_PQfformat(const livesql_PGresult *result, int column) {
  return livesql_libpq.PQfformat(result, column);
}
static inline char *livesql_PQgetvalue(const livesql_PGresult *result, int row, int column) {
  return livesql_libpq.PQgetvalue(result, row, column);
}
static inline int livesql_PQgetlength(const livesql_PGresult *result, int row, int column) {
  return livesql_libpq.PQgetlength(result, row, column);
}
static inline int livesql_PQgetisnull(const livesql_PGresult *result, int row, int column) {
  return livesql_libpq.PQgetisnull(result, row, column);
}
static inline char *livesql_PQcmdTuples(livesql_PGresult *result) {
  return livesql_libpq.PQcmdTuples(result);
}
static inline char *livesql_PQcmdStatus(livesql_PGresult *result) {
  return livesql_libpq.PQcmdStatus(result);
}
static inline int livesql_PQnparams(const livesql_PGresult *result) {
  return livesql_libpq.PQnparams(result);
}
static inline livesql_Oid livesql_PQparamtype(const livesql_PGresult *result, int parameter) {
  return livesql_libpq.PQparamtype(result, parameter);
}
static inline void livesql_PQclear(livesql_PGresult *result) {
  livesql_libpq.PQclear(result);
}

#endif
