import DatabaseTypes
import SQLite

/// A statement that begins or ends a transaction, or reads a version number.
///
/// These statements are compiled once, are not subject to the statement cache, and run even if the
/// task was cancelled.
package enum ControlStatement: Hashable {
  case begin(TransactionKind)
  case commit
  case rollback
  case savepoint
  case releaseSavepoint
  case rollbackToSavepoint
  case schemaVersion
  case dataVersion

  /// The index at which the statement is kept.
  var index: Int {
    switch self {
    case .begin(.deferred): 0
    case .begin(.immediate): 1
    case .begin(.exclusive): 2
    case .commit: 3
    case .rollback: 4
    case .savepoint: 5
    case .releaseSavepoint: 6
    case .rollbackToSavepoint: 7
    case .schemaVersion: 8
    case .dataVersion: 9
    }
  }

  static let count = 10

  /// The effect on the savepoint with the library's name.
  fileprivate var savepointStep: StatementAccess.SavepointStep? {
    switch self {
    case .savepoint: .init(operation: .begin, name: "livesql")
    case .releaseSavepoint: .init(operation: .release, name: "livesql")
    case .rollbackToSavepoint: .init(operation: .rollback, name: "livesql")
    default: nil
    }
  }

  var sql: String {
    switch self {
    case .begin(.deferred): "BEGIN DEFERRED"
    case .begin(.immediate): "BEGIN IMMEDIATE"
    case .begin(.exclusive): "BEGIN EXCLUSIVE"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .savepoint: "SAVEPOINT livesql"
    case .releaseSavepoint: "RELEASE livesql"
    case .rollbackToSavepoint: "ROLLBACK TO livesql"
    case .schemaVersion: "PRAGMA schema_version"
    case .dataVersion: "PRAGMA data_version"
    }
  }
}

/// A reference to a statement, which can be stored in a dictionary.
final class StatementBox {
  let statement: Statement
  private var addresses = ValueAddresses()

  init(_ statement: consuming Statement) { self.statement = statement }

  /// Copies the first values of the statement's current row.
  func values(count: Int) throws(ConversionFailure) -> [DatabaseValue] {
    let row = statement.values(&addresses)
    var values: [DatabaseValue] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try row.value(at: index)) }
    return values
  }
}

extension Database {
  /// Runs a control statement.
  ///
  /// - Returns: The integer of its row, or 0 if it returns none.
  @discardableResult
  package func control(_ kind: ControlStatement) throws -> Int64 {
    let value: Int64
    do throws(SQLiteError) { value = try run(controlStatement(kind)) } catch {
      note(error)
      if capture.transactionEnd != nil { try settle() }
      if isCancellation(error) { throw CancellationError() }
      throw databaseError(error)
    }
    if kind == .rollbackToSavepoint { didUndoSavepoint() }
    if let step = kind.savepointStep { capture.events.note(step) }
    if capture.transactionEnd != nil { try settle() }
    return value
  }

  private func run(_ box: StatementBox) throws(SQLiteError) -> Int64 {
    defer { box.statement.reset() }
    var value: Int64 = 0
    while try box.statement.step() == .row { value = box.statement.integer(at: 0) }
    return value
  }

  /// Returns an internal statement, which observers and the statement cache do not see.
  func internalStatement(_ sql: String) throws -> StatementBox {
    if let box = internalStatements[ByteText(sql)] { return box }
    recorder.start()
    defer { _ = recorder.finish() }
    do throws(SQLiteError) {
      let box = StatementBox(try Statement(sql, on: connection, isPersistent: true))
      internalStatements[ByteText(sql)] = box
      tracer.add(sql)
      return box
    } catch {
      throw databaseError(error)
    }
  }

  /// Returns the integer result of a pragma for an attached database, using a kept statement.
  func number(_ pragma: String, ofAttached schema: String) throws -> Int64 {
    let box = try internalStatement("PRAGMA \(quotedIdentifier(schema)).\(pragma)")
    do throws(SQLiteError) { return try run(box) } catch { throw databaseError(error) }
  }

  private func controlStatement(_ kind: ControlStatement) throws(SQLiteError) -> StatementBox {
    if let box = controlStatements[kind.index] { return box }
    recorder.start()
    defer { _ = recorder.finish() }
    let box = StatementBox(try Statement(kind.sql, on: connection, isPersistent: true))
    controlStatements[kind.index] = box
    return box
  }
}
