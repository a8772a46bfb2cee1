import DatabaseTypes

/// A statement that the server has prepared.
///
/// It belongs to the connection that prepared it. If the connection has dropped it since, or the
/// schema has changed, it is prepared again when it runs.
public final class PostgresStatement {
  /// The SQL text.
  public let sql: String
  /// The types of the parameters, in order.
  public let parameterTypes: [PostgresType]
  /// The columns of the rows; none if the statement returns no rows.
  public let columns: PostgresColumns
  /// The statement's name on the server.
  let name: String
  /// The time of the last use, relative to other statements.
  var lastUse = 0
  /// Whether the server still has it.
  var isPrepared = true
  /// Whether it has succeeded at least once.
  var hasRun = false
  /// Whether it only reads, so that a later `COMMIT` cannot fail because of it, and no one waits
  /// for it.
  private(set) lazy var isPlainQuery = SQLText.isPlainQuery(sql)

  init(sql: String, name: String, parameterTypes: [PostgresType], columns: PostgresColumns) {
    self.sql = sql
    self.name = name
    self.parameterTypes = parameterTypes
    self.columns = columns
  }
}

/// The most recently used statements of a connection, by their SQL.
struct StatementCache {
  private let limit: Int
  private var statements: [ByteText: PostgresStatement] = [:]
  private var clock = 0
  private var nameCount = 0
  /// A mark that makes the statements' names unique.
  ///
  /// A pooler may share the session with other clients, which prepare statements too.
  private let mark = String(UInt64.random(in: 0 ... .max), radix: 36)
  /// The names of statements that are no longer needed, but which the server still has.
  private(set) var dismissed: [String] = []

  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of statements.
  var count: Int { statements.count }

  /// Returns a name that no other statement has, of this connection or another one.
  mutating func nextName() -> String {
    nameCount += 1
    return "livesql_\(mark)_\(nameCount)"
  }

  /// Returns the statement for a text, if it is cached, and marks it as used.
  mutating func statement(for sql: String) -> PostgresStatement? {
    guard let statement = statements[ByteText(sql)] else { return nil }
    use(statement)
    return statement
  }

  mutating func use(_ statement: PostgresStatement) {
    clock += 1
    statement.lastUse = clock
  }

  /// Adds a statement, and drops the least recently used one if there are too many.
  mutating func insert(_ statement: PostgresStatement) {
    if statements.count >= limit,
      let oldest = statements.values.min(by: { $0.lastUse < $1.lastUse })
    {
      remove(oldest)
    }
    statements[ByteText(statement.sql)] = statement
    use(statement)
  }

  /// Drops a statement.
  mutating func remove(_ statement: PostgresStatement) {
    let key = ByteText(statement.sql)
    if statements[key] === statement { statements[key] = nil }
    guard statement.isPrepared else { return }
    statement.isPrepared = false
    dismissed.append(statement.name)
  }

  /// Drops a statement that the server has, but that was not added.
  mutating func dismiss(_ name: String) { dismissed.append(name) }

  /// Drops all statements, which the server no longer has.
  mutating func removeAll() {
    for statement in statements.values { statement.isPrepared = false }
    statements = [:]
    dismissed = []
  }

  /// Drops all statements, which the server still has.
  mutating func dismissAll() {
    for statement in Array(statements.values) { remove(statement) }
  }

  /// Removes and returns names of statements for the server to drop, at most a given number.
  mutating func takeDismissed(_ count: Int) -> [String] {
    defer { dismissed.removeFirst(min(count, dismissed.count)) }
    return Array(dismissed.prefix(count))
  }
}
