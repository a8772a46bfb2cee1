import TypedSQL

/// The compiled statements that a connection keeps: the most recently used, up to a number and a size.
///
/// A statement that is running is not in the cache, so that it is neither shared nor evicted.
///
/// - Invariant: count <= maximumCount, and byteCount <= maximumBytes, after each change.
struct StatementCache {
  private final class Entry {
    let statement: PreparedStatement
    let byteCount: Int
    var lastUse: Int

    init(_ statement: PreparedStatement, byteCount: Int, lastUse: Int) {
      self.statement = statement
      self.byteCount = byteCount
      self.lastUse = lastUse
    }
  }

  private let maximumCount: Int
  private let maximumBytes: Int
  private var entries: [String: Entry] = [:]
  private var clock = 0
  /// The statement that was asked for last, which is likely to be asked for next, with its text.
  private var last: (sql: String, statement: PreparedStatement)?
  /// The kept statements of typed queries by the code of their fragments, so that their text need not be rendered.
  private var entriesByCode: [QueryCode: Entry] = [:]
  /// The query that was asked for last.
  private var lastQuery: (code: [UInt8], statement: PreparedStatement)?
  /// The memory that the kept statements take.
  private(set) var byteCount = 0

  init(maximumCount: Int, maximumBytes: Int) {
    self.maximumCount = max(maximumCount, 0)
    self.maximumBytes = max(maximumBytes, 0)
  }

  var count: Int { entries.count }

  /// The statement for an SQL text, unless it is running.
  mutating func statement(for sql: String) -> PreparedStatement? {
    if let last, last.sql == sql { return last.statement.isRunning ? nil : last.statement }
    guard let entry = entries[sql] else { return nil }
    let statement = entry.statement
    guard !statement.isRunning else { return nil }
    clock += 1
    entry.lastUse = clock
    last = (sql, statement)
    return statement
  }

  /// Keeps the statement for an SQL text, and lets others go where there are too many.
  mutating func insert(_ statement: PreparedStatement, for sql: String) {
    guard entries[sql] == nil else { return }
    clock += 1
    let bytes = statement.memoryUsed
    entries[sql] = Entry(statement, byteCount: bytes, lastUse: clock)
    byteCount += bytes
    last = nil
    lastQuery = nil
    while entries.count > maximumCount || byteCount > maximumBytes { evict() }
  }

  /// Lets a statement go.
  mutating func remove(_ statement: PreparedStatement) {
    guard let entry = entries.first(where: { $0.value.statement === statement }) else { return }
    entries[entry.key] = nil
    forgetQueries()
    byteCount -= entry.value.byteCount
  }

  /// Lets all statements go.
  mutating func removeAll() {
    entries = [:]
    forgetQueries()
    byteCount = 0
  }

  /// Lets the statement go that was not used for the longest time; all of at most some hundred are looked at.
  private mutating func evict() {
    guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else {
      byteCount = 0
      return
    }
    entries[oldest.key] = nil
    forgetQueries()
    byteCount -= oldest.value.byteCount
  }
}

extension StatementCache {
  /// The statement for a query, unless it is running.
  mutating func statement(for query: QueryFragment) -> PreparedStatement? {
    if let lastQuery, lastQuery.code.isSame(as: query.code) {
      return lastQuery.statement.isRunning ? nil : lastQuery.statement
    }
    guard let entry = entriesByCode[QueryCode(query)], !entry.statement.isRunning else {
      return nil
    }
    clock += 1
    entry.lastUse = clock
    lastQuery = (query.code, entry.statement)
    return entry.statement
  }

  /// Remembers the query of a kept statement.
  mutating func remember(_ query: QueryFragment, as sql: String) {
    guard let entry = entries[sql] else { return }
    // Different queries may have one text.
    if entriesByCode.count / 4 > maximumCount { entriesByCode = [:] }
    entriesByCode[QueryCode(query)] = entry
  }

  private mutating func forgetQueries() {
    last = nil
    lastQuery = nil
    entriesByCode = [:]
  }
}
