/// A statement that the server has prepared.
///
/// It belongs to the connection that prepared it. Where the connection has let go of it since, or the schema has
/// changed, it is
/// prepared anew when it runs.
public final class PostgresStatement {
  /// The statement.
  public let sql: String
  /// The types of its parameters, in their order.
  public let parameterTypes: [PostgresType]
  /// The columns of its rows; none for what returns no rows.
  public let columns: PostgresColumns
  /// The server's name of it.
  let name: String
  /// When it was used, compared with others.
  var lastUse = 0
  /// Whether the server still has it.
  var isPrepared = true
  /// Whether it has succeeded once.
  var hasRun = false

  init(sql: String, name: String, parameterTypes: [PostgresType], columns: PostgresColumns) {
    self.sql = sql
    self.name = name
    self.parameterTypes = parameterTypes
    self.columns = columns
  }
}

/// The statements that a connection keeps, by their SQL; those that were used last.
struct StatementCache {
  private let limit: Int
  private var statements: [String: PostgresStatement] = [:]
  private var clock = 0
  private var nameCount = 0
  /// Makes names of statements the connection's own: a pooler may give its session to others, who use names too.
  private let mark = String(UInt64.random(in: 0 ... .max), radix: 36)
  /// The names of statements that are not needed any more, which the server still has.
  private(set) var dismissed: [String] = []

  init(limit: Int) { self.limit = max(1, limit) }

  /// The number of statements.
  var count: Int { statements.count }

  /// A name that no statement had, of this connection or another.
  mutating func nextName() -> String {
    nameCount += 1
    return "livesql_\(mark)_\(nameCount)"
  }

  /// The statement of a text, if there is one; notes that it is used.
  mutating func statement(for sql: String) -> PostgresStatement? {
    guard let statement = statements[sql] else { return nil }
    use(statement)
    return statement
  }

  mutating func use(_ statement: PostgresStatement) {
    clock += 1
    statement.lastUse = clock
  }

  /// Keeps a statement, and lets go of the one that was not used for longest where there are too many.
  mutating func insert(_ statement: PostgresStatement) {
    if statements.count >= limit,
      let oldest = statements.values.min(by: { $0.lastUse < $1.lastUse })
    {
      remove(oldest)
    }
    statements[statement.sql] = statement
    use(statement)
  }

  /// Lets go of a statement.
  mutating func remove(_ statement: PostgresStatement) {
    if statements[statement.sql] === statement { statements[statement.sql] = nil }
    guard statement.isPrepared else { return }
    statement.isPrepared = false
    dismissed.append(statement.name)
  }

  /// Lets go of all; the server has none of them any more.
  mutating func removeAll() {
    for statement in statements.values { statement.isPrepared = false }
    statements = [:]
    dismissed = []
  }

  /// Lets go of all, which the server still has.
  mutating func dismissAll() {
    for statement in Array(statements.values) { remove(statement) }
  }

  /// The names that the server is now told of, so many at most.
  mutating func takeDismissed(_ count: Int) -> [String] {
    defer { dismissed.removeFirst(min(count, dismissed.count)) }
    return Array(dismissed.prefix(count))
  }
}
