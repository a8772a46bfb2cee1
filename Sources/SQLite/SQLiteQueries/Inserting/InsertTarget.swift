import SQLite
public import SQLiteDatabase
public import TypedSQL

/// A target that runs an `INSERT` for each of its rows, through one prepared statement per row
/// shape.
///
/// If the statement is the same for all rows of a type, it is kept together with the target, for
/// the rows of the next `INSERT`.
@usableFromInline
final class InsertTarget: _RowWriter {
  private let db: Database
  private let key: StatementKey?
  @exclusivity(unchecked) private var takeRow: ((PreparedStatement) throws -> Void)?
  @exclusivity(unchecked) private var statement: PreparedStatement?
  /// The parameters of the statement; using the statement itself would retain it for each value.
  @exclusivity(unchecked) private var parameters: StatementParameters?
  @exclusivity(unchecked) private var failure: (any Error)?
  /// The statement that is kept together with the target.
  @exclusivity(unchecked) private var cachedRowStatement: PreparedStatement?
  @exclusivity(unchecked) @usableFromInline private(set) var template: _RowTemplate?
  /// Whether rows are being written.
  @exclusivity(unchecked) private(set) var isBusy = false

  init(_ db: Database, key: StatementKey?) {
    self.db = db
    self.key = key
  }

  /// Prepares the target for rows.
  fileprivate func begin(takeRow: ((PreparedStatement) throws -> Void)?) {
    isBusy = true
    self.takeRow = takeRow
  }

  /// Resets the target for its next use.
  @usableFromInline
  func end() {
    isBusy = false
    if takeRow != nil { takeRow = nil }
    if failure != nil { failure = nil }
    if statement !== cachedRowStatement { use(cachedRowStatement) }
  }

  private func use(_ statement: PreparedStatement?) {
    self.statement = statement
    parameters = statement?.statement.parameters
  }

  @usableFromInline
  func prepare(_ query: QueryFragment, template: _RowTemplate?) throws {
    use(try db.statement(binding: query))
    // These values are those of the first row only.
    statement?.boundQueryValues = nil
    guard let template, let key, let statement, cachedRowStatement == nil,
      statement.parameterCount == template.count, !db.statementCache.contains(key)
    else { return }
    db.statementCache.insert(statement, for: key, owner: self)
    cachedRowStatement = statement
    self.template = template
  }

  @usableFromInline @inline(__always)
  func bind(_ value: Int64, at index: Int) {
    do throws(SQLiteError) { try parameters?.bind(value, at: index) } catch {
      note(error)
    }
  }

  @usableFromInline @inline(__always)
  func bind(_ value: Double, at index: Int) {
    if value.isNaN { return bind(.double(value), at: index) }
    do throws(SQLiteError) { try parameters?.bind(value, at: index) } catch {
      note(error)
    }
  }

  @usableFromInline @inline(__always)
  func bind(_ value: String, at index: Int) {
    do throws(SQLiteError) { try parameters?.bind(value, at: index) } catch {
      note(error)
    }
  }

  @usableFromInline
  func bind(_ value: QueryBinding, at index: Int) {
    do { try statement?.bind(value, at: index) } catch { note(error) }
  }

  private func note(_ error: any Error) {
    if failure == nil { failure = statement?.bindingError(error) ?? error }
  }

  @usableFromInline @inline(__always)
  func step() throws {
    if let failure {
      self.failure = nil
      throw failure
    }
    guard let statement else { return }
    guard let takeRow else { return try statement.run() }
    try statement.start()
    do {
      while try statement.step() { try takeRow(statement) }
    } catch {
      // After an SQLite error the run has already ended.
      try? statement.finish()
      throw error
    }
  }
}

extension StatementKey {
  init(_ key: _RowKey) {
    self.init(
      key.purpose.forStatement,
      key.table,
      record: key.record,
      name: key.tableName,
      schemaName: key.schemaName
    )
  }

  /// Whether the key is that of a kind of rows.
  fileprivate func isFor(_ key: _RowKey) -> Bool {
    object == key.table && record == key.record
      && isNamed(key.tableName, key.schemaName)
  }
}

extension _RowKey.Purpose {
  fileprivate var forStatement: StatementKey.Purpose {
    switch self {
    case .insertion: .insertion
    case .upsert: .upsert
    case .update: .update
    }
  }
}

extension Database {
  /// Returns the kept statement for a kind of rows, with its owner, unless it is running.
  func cachedRowStatement(for key: _RowKey) -> CachedStatement? {
    // Comparing the key is cheaper than creating one.
    statementCache.recentlyCached(key.purpose.forStatement) { $0.isFor(key) }
      ?? statementCache.idleStatement(for: StatementKey(key))
  }
}

extension Database {
  /// Runs a statement once for each of its rows: all of them are written, or none.
  @inlinable
  func writeRows(
    of statement: some TypedSQL.Statement,
    count: Int,
    takeRow: ((PreparedStatement) throws -> Void)? = nil
  ) throws {
    switch count {
    case 0: return
    case 1: try writeEach(of: statement, takeRow)
    default:
      try inSavepoint {
        try writeEach(of: statement, takeRow)
        return .commit
      }
    }
  }

  @inlinable
  func writeEach(
    of statement: some TypedSQL.Statement,
    _ takeRow: ((PreparedStatement) throws -> Void)?
  ) throws {
    let target = beginRows(statement._rowKey, takeRow)
    defer { target.end() }
    try statement._writeRows(to: target)
  }

  /// Returns the target that is kept with a key, or a new one if that is in use.
  @usableFromInline
  func beginRows(
    _ rowKey: _RowKey?,
    _ takeRow: ((PreparedStatement) throws -> Void)?
  ) -> InsertTarget {
    let target =
      rowKey.flatMap { cachedTarget($0) }
      ?? InsertTarget(self, key: rowKey.map { StatementKey($0) })
    target.begin(takeRow: takeRow)
    return target
  }

  private func cachedTarget(_ key: _RowKey) -> InsertTarget? {
    guard let owner = cachedRowStatement(for: key)?.owner else { return nil }
    // Nothing else is kept with such a key, and a checked cast takes longer than the lookup.
    let target = unsafeDowncast(owner, to: InsertTarget.self)
    return target.isBusy ? nil : target
  }

  /// Runs a statement once for each of its rows, and decodes the rows that it returns.
  ///
  /// All rows are written, or none.
  @inlinable
  func writeRows<Shape: RowShape>(
    of statement: some TypedSQL.Statement,
    count: Int,
    returning shape: Shape.Type
  ) throws -> [Shape.Row] {
    var all: [Shape.Row] = []
    try writeRows(of: statement, count: count) { statement in
      try statement.check(shape, isText: false)
      all.append(try statement.decodeRow { try Shape.decode(&$0) })
    }
    return all
  }
}
