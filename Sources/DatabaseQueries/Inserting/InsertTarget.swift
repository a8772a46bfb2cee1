import SQLite
public import SQLiteDatabase
public import TypedSQL

/// Runs an `INSERT` once for each of its rows, through one prepared statement for each shape of a row.
final class InsertTarget: _RowTarget {
  private let db: Database
  private let takeRow: (PreparedStatement) throws -> Void
  @exclusivity(unchecked) private var statement: PreparedStatement?
  /// Its parameters: the statement itself would be retained for each value.
  @exclusivity(unchecked) private var parameters: StatementParameters?
  @exclusivity(unchecked) private var failure: (any Error)?

  init(_ db: Database, takeRow: @escaping (PreparedStatement) throws -> Void = { _ in }) {
    self.db = db
    self.takeRow = takeRow
  }

  func prepare(_ query: QueryFragment) throws {
    statement = try db.statement(binding: query)
    parameters = statement?.statement.parameters
    // They are the first row's only.
    statement?.boundQueryValues = nil
  }

  func recall(_ key: _InsertKey) -> Int? {
    guard let known = db.keptStatements.statement(for: StatementKey(key)) else { return nil }
    statement = known
    parameters = known.statement.parameters
    return known.parameterCount
  }

  func keep(for key: _InsertKey, placeholderCount: Int) {
    guard let statement, statement.parameterCount == placeholderCount else { return }
    db.keptStatements.insert(statement, for: StatementKey(key))
  }

  func bind(_ value: Int64, at index: Int) {
    do throws(SQLiteError) { try parameters?.bind(value, at: index) } catch {
      note(error)
    }
  }

  func bind(_ value: Double, at index: Int) {
    if value.isNaN { return bind(.double(value), at: index) }
    do throws(SQLiteError) { try parameters?.bind(value, at: index) } catch {
      note(error)
    }
  }

  func bind(_ value: String, at index: Int) {
    do throws(SQLiteError) { try parameters?.bind(value, at: index) } catch {
      note(error)
    }
  }

  func bind(_ value: QueryBinding, at index: Int) {
    do { try statement?.bind(value, at: index) } catch { note(error) }
  }

  private func note(_ error: any Error) {
    if failure == nil { failure = statement?.bindingError(error) ?? error }
  }

  func step() throws {
    if let failure {
      self.failure = nil
      throw failure
    }
    guard let statement else { return }
    try statement.start()
    do {
      while try statement.step() { try takeRow(statement) }
    } catch {
      // After an error of SQLite's the run has ended already.
      try? statement.finish()
      throw error
    }
  }
}

extension StatementKey {
  fileprivate init(_ key: _InsertKey) {
    self.init(
      .insertion,
      key.table,
      record: key.record,
      name: key.tableName,
      schemaName: key.schemaName
    )
  }
}

extension Database {
  /// Inserts rows one by one; all of them or none.
  @usableFromInline
  func insert(
    _ rows: _InsertRun,
    takeRow: @escaping (PreparedStatement) throws -> Void = { _ in }
  ) throws {
    let target = InsertTarget(self, takeRow: takeRow)
    switch rows.rowCount {
    case 0: return
    case 1: try rows.write(to: target)
    default:
      try inSavepoint {
        try rows.write(to: target)
        return .commit
      }
    }
  }
}

extension Database {
  /// Inserts rows one by one, all of them or none, and decodes what they return.
  @inlinable
  func insert<Shape: RowShape>(
    _ rows: _InsertRun,
    returning shape: Shape.Type
  ) throws -> [Shape.Row] {
    var all: [Shape.Row] = []
    try insert(rows) { statement in
      try statement.check(shape, isText: false)
      all.append(try statement.decodeRow { try Shape.decode(&$0) })
    }
    return all
  }
}
