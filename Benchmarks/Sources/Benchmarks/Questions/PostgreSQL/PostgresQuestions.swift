import Foundation
import PostgreSQLTestSupport

/// The questions about PostgreSQL; none if no server can be started.
let postgresQuestions: [AnyQuestion] = {
  guard PostgresTestServer.isInstalled else {
    let text = "PostgreSQL is not installed: the questions about it are left out.\n"
    FileHandle.standardError.write(Data(text.utf8))
    return []
  }
  return [
    AnyQuestion(PostgresReadIntegers.self),
    AnyQuestion(PostgresTypedRead.self),
    AnyQuestion(PostgresRecordsRead.self),
    AnyQuestion(PostgresLookUpByKey.self),
    AnyQuestion(PostgresTypedLookUp.self),
    AnyQuestion(PostgresPreparedLookUp.self),
    AnyQuestion(PostgresPipelined.self),
    AnyQuestion(PostgresPipelinedUpdates.self),
    AnyQuestion(PostgresPipelinedRecords.self),
    AnyQuestion(PostgresCopy.self),
    AnyQuestion(PostgresTypedInsert.self),
    AnyQuestion(PostgresRecordsInsert.self),
    AnyQuestion(PostgresPipelinedInserts.self),
    AnyQuestion(PostgresKeyedRecords.self),
    AnyQuestion(PostgresPoolReads.self),
    AnyQuestion(PostgresJoinedReads.self),
    AnyQuestion(PostgresAsyncReads.self),
  ]
}()
