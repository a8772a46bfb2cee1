#include "CPostgreSQL.h"

struct livesql_libpq livesql_libpq;

const char *livesql_load_libpq(void *(*find)(const char *name, void *argument), void *argument) {
  struct {
    const char *name;
    void *place;
  } const functions[] = {
    {"PQconnectdbParams", &livesql_libpq.PQconnectdbParams},
    {"PQconnectStartParams", &livesql_libpq.PQconnectStartParams},
    {"PQfinish", &livesql_libpq.PQfinish},
    {"PQstatus", &livesql_libpq.PQstatus},
    {"PQerrorMessage", &livesql_libpq.PQerrorMessage},
    {"PQserverVersion", &livesql_libpq.PQserverVersion},
    {"PQlibVersion", &livesql_libpq.PQlibVersion},
    {"PQtransactionStatus", &livesql_libpq.PQtransactionStatus},
    {"PQparameterStatus", &livesql_libpq.PQparameterStatus},
    {"PQbackendPID", &livesql_libpq.PQbackendPID},
    {"PQsocket", &livesql_libpq.PQsocket},
    {"PQsslInUse", &livesql_libpq.PQsslInUse},
    {"PQconninfo", &livesql_libpq.PQconninfo},
    {"PQconninfoParse", &livesql_libpq.PQconninfoParse},
    {"PQconninfoFree", &livesql_libpq.PQconninfoFree},
    {"PQsetNoticeReceiver", &livesql_libpq.PQsetNoticeReceiver},
    {"PQgetCancel", &livesql_libpq.PQgetCancel},
    {"PQfreeCancel", &livesql_libpq.PQfreeCancel},
    {"PQcancel", &livesql_libpq.PQcancel},
    {"PQexec", &livesql_libpq.PQexec},
    {"PQexecPrepared", &livesql_libpq.PQexecPrepared},
    {"PQsendPrepare", &livesql_libpq.PQsendPrepare},
    {"PQsendDescribePrepared", &livesql_libpq.PQsendDescribePrepared},
    {"PQsendQueryPrepared", &livesql_libpq.PQsendQueryPrepared},
    {"PQsendQuery", &livesql_libpq.PQsendQuery},
    {"PQsendQueryParams", &livesql_libpq.PQsendQueryParams},
    {"PQisBusy", &livesql_libpq.PQisBusy},
    {"PQsetSingleRowMode", &livesql_libpq.PQsetSingleRowMode},
    {"PQgetResult", &livesql_libpq.PQgetResult},
    {"PQconsumeInput", &livesql_libpq.PQconsumeInput},
    {"PQflush", &livesql_libpq.PQflush},
    {"PQnotifies", &livesql_libpq.PQnotifies},
    {"PQenterPipelineMode", &livesql_libpq.PQenterPipelineMode},
    {"PQexitPipelineMode", &livesql_libpq.PQexitPipelineMode},
    {"PQpipelineSync", &livesql_libpq.PQpipelineSync},
    {"PQsendFlushRequest", &livesql_libpq.PQsendFlushRequest},
    {"PQpipelineStatus", &livesql_libpq.PQpipelineStatus},
    {"PQputCopyData", &livesql_libpq.PQputCopyData},
    {"PQputCopyEnd", &livesql_libpq.PQputCopyEnd},
    {"PQgetCopyData", &livesql_libpq.PQgetCopyData},
    {"PQfreemem", &livesql_libpq.PQfreemem},
    {"PQresultStatus", &livesql_libpq.PQresultStatus},
    {"PQresultErrorField", &livesql_libpq.PQresultErrorField},
    {"PQresultErrorMessage", &livesql_libpq.PQresultErrorMessage},
    {"PQntuples", &livesql_libpq.PQntuples},
    {"PQnfields", &livesql_libpq.PQnfields},
    {"PQfname", &livesql_libpq.PQfname},
    {"PQftype", &livesql_libpq.PQftype},
    {"PQfmod", &livesql_libpq.PQfmod},
    {"PQftable", &livesql_libpq.PQftable},
    {"PQftablecol", &livesql_libpq.PQftablecol},
    {"PQfformat", &livesql_libpq.PQfformat},
    {"PQgetvalue", &livesql_libpq.PQgetvalue},
    {"PQgetlength", &livesql_libpq.PQgetlength},
    {"PQgetisnull", &livesql_libpq.PQgetisnull},
    {"PQcmdTuples", &livesql_libpq.PQcmdTuples},
    {"PQcmdStatus", &livesql_libpq.PQcmdStatus},
    {"PQnparams", &livesql_libpq.PQnparams},
    {"PQparamtype", &livesql_libpq.PQparamtype},
    {"PQclear", &livesql_libpq.PQclear},
  };
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    void *address = find(functions[index].name, argument);
    if (!address) return functions[index].name;
    *(void **)functions[index].place = address;
  }
  return NULL;
}
