import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLLive
import SQLiteDatabase
import WebServer

/// An error as the page shows it: a sentence without bound values and without the file's path.
struct StudioProblem {
  let sentence: String

  init(_ error: any Error) {
    sentence =
      switch error {
      case let error as DatabaseError: error.explanation
      case let error as PostgresError: error.studioSentence
      case let error as PostgresDatabaseError: error.studioSentence
      case let error as RequestError: error.message
      case is CancellationError: "Cancelled."
      default: "The server could not handle the request."
      }
  }
}
