import SQLite
public import SQLiteDatabase
public import TypedSQL

/// Runs an `INSERT` once for each of its rows, through one prepared statement for each shape of a row.
///
/// Where the statement is the same for all rows of a type, it is kept with the target, for the rows of the next `INSERT`.
@usableFromInline
final class InsertTarget: _RowTarget {
  private let db: Database
  private let key: StatementKey?
  @exclusivity(unchecked) private var takeRow: ((PreparedStatement) throws -> Void)?
  @exclusivity(unchecked) private var statement: PreparedStatement?
  /// Its parameters: the statement itself would be retained for each value.
  @exclusivity(unchecked) private var parameters: StatementParameters?
  @exclusivity(unchecked) private var failure: (any Error)?
  /// The statement with which the target is kept.
  @exclusivity(unchecked) private var keptStatement: PreparedStatement?
  @exclusivity(unchecked) @usableFromInline private(set) var template: _RowTemplate?
  /// Whether rows are being written.
  @exclusivity(unchecked) private(set) var isBusy = false

  init(_ db: Database, key: StatementKey?) {
    self.db = db
    self.key = key
  }

  /// Makes ready for rows.
  fileprivate func begin(takeRow: ((PreparedStatement) throws -> Void)?) {
    isBusy = true
    self.takeRow = takeRow
  }

  /// Makes ready for the next time.
  @usableFromInline
  func end() {
    isBusy = false
    if takeRow != nil { takeRow = nil }
    if failure != nil { failure = nil }
    if statement !== keptStatement { use(keptStatement) }
  }

  private func use(_ statement: PreparedStatement?) {
    self.statement = statement
    parameters = statement?.statement.parameters
  }

  @usableFromInline
  func prepare(_ query: QueryFragment, template: _RowTemplate?) throws {
    use(try db.statement(binding: query))
    // They are the first row's only.
    statement?.boundQueryValues = nil
    guard let template, let key, let statement, keptStatement == nil,
      statement.parameterCount == template.count, !db.keptStatements.contains(key)
    else { return }
    db.keptStatements.insert(statement, for: key, owner: self)
    keptStatement = statement
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
      // After an error of SQLite's the run has ended already.
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

  /// Whether it is the same as that of rows.
  fileprivate func isFor(_ key: _RowKey) -> Bool {
    object == key.table && record == key.record && name == key.tableName
      && schemaName == key.schemaName
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
  /// The statement that is kept for rows, with what is kept with it, unless it is running.
  func keptStatement(for key: _RowKey) -> KeptStatement? {
    // To compare the key takes less than to make one.
    keptStatements.recentlyKept(key.purpose.forStatement) { $0.isFor(key) }
      ?? keptStatements.kept(for: StatementKey(key))
  }
}

extension Database {
  /// Runs a statement once for each of its rows; for all of them or none.
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

  /// The target that is kept with a key, or a new one where it is busy.
  @usableFromInline
  func beginRows(
    _ rowKey: _RowKey?,
    _ takeRow: ((PreparedStatement) throws -> Void)?
  ) -> InsertTarget {
    let target =
      rowKey.flatMap { keptTarget($0) } ?? InsertTarget(self, key: rowKey.map { StatementKey($0) })
    target.begin(takeRow: takeRow)
    return target
  }

  private func keptTarget(_ key: _RowKey) -> InsertTarget? {
    guard let owner = keptStatement(for: key)?.owner else { return nil }
    // Nothing else is kept with such a key, and a cast that is checked takes longer than the look-up.
    let target = unsafeDowncast(owner, to: InsertTarget.self)
    return target.isBusy ? nil : target
  }

  /// Runs a statement once for each of its rows, for all of them or none, and decodes what they return.
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
