import Foundation
import LiveSQL
import Testing

@testable import DatabaseDependencies
@testable import DatabaseTypes
@testable import DynamicColumns
@testable import IncrementalQueries
@testable import LiveEngine
@testable import LiveSQLPostgres
@testable import PostgreSQL
@testable import PostgreSQLDatabase
@testable import PostgreSQLLive
@testable import PostgreSQLTools
@testable import Records
@testable import SQLite
@testable import SQLiteTools
@testable import TypedSQL

/// The texts of public errors in alerts and logs: `localizedDescription`.
@Suite struct ErrorDescriptionTests {
  /// An error of each public type, and a part of the advice that its text gives.
  static let errors: [(error: any Error, advice: String)] = [
    (NotFound(table: "items"), "use fetchOne"),
    (ConversionFailure(expectedType: "Date", found: .text), "Date"),
    (RowAdapterError.noColumn("a", among: ["b"]), "its columns are b"),
    (DuplicateKeyError(), "key"),
    (QueryDecodingError.missingRequiredColumn, "Make the property optional"),
    (QueryDecodingError.typeMismatch(Int.self), "Change the type"),
    (QueryBindingError("A number is too large for a column."), "too large"),
    (DatabaseFunctionError.missingArgument("a", function: "f"), "optional"),
    (SQLiteError(code: ResultCode(rawValue: 5), message: "database is locked"), "locked"),
    (RecordError.recordNotFound(databaseTableName: "items", key: ["id": .null]), "use upsert"),
    (RecordError.notInserted(databaseTableName: "items"), "use upsert"),
    (UnstoredPropertyError(record: "Item"), "Item"),
    (AssociationError.noForeignKey("items", to: "lists"), "using: ForeignKey"),
    (Records.RequestError.noPrimaryKey(table: "items"), "Filter by a column"),
    (
      Records.RequestError.missingAssociationValue(column: "id", table: "items"),
      "Select that column"
    ), (UnknownAliasError(column: "id"), "alias"), (SQLArgumentError(.tooFew), "Pass a value"),
    (IrreversibleOrderError(), "order"),
    (ResultKeyFailure(missingColumn: "id", columnNames: ["a"]), "id"),
    (DifferenceFailure(description: "The difference does not belong to this array."), "array"),
    (LiveQueriesBehind(queries: ["SELECT 1"], limit: .seconds(1)), "SELECT 1"),
    (DefaultDatabaseError(), "defaultDatabase"), (ReportedIssue("It failed."), "It failed"),
    (UnimplementedError(name: "load"), "withDependencies"), (UndoError.groupIsOpen, "group"),
    (SchemaMismatch(differences: []), "types"),
    (
      PostgresError(code: .uniqueViolation, message: "It is a duplicate.", hint: "Use another."),
      "Use another"
    ), (MalformedMessage(kind: nil), "message"),
    (PostgresSchemaMismatch(differences: []), "types"),
    (StreamUnavailable(reason: .closed), "Keep"),
    (StreamUnavailable(reason: .late), "pg_stat_replication"),
    (PostgresRequestError("It cannot be live. Use a pool."), "Use a pool"),
  ]

  @Test(arguments: errors.indices)
  func `an alert shows what happened and what to do`(index: Int) {
    let (error, advice) = Self.errors[index]
    #expect(error.localizedDescription == "\(error)")
    #expect(error.localizedDescription.contains(advice), "\(error)")
  }
}
