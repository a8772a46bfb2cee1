/// A cache of compiled statements: the most recently used ones, limited in number and size.
///
/// A running statement is not returned, so statements are never shared.
///
/// - Invariant: count <= maximumCount, and byteCount <= maximumBytes, after each change.
@usableFromInline
package struct StatementCache {
  /// A statement with its keys.
  @usableFromInline
  final class Entry {
    /// The maximum number of keys of a statement; different queries may have the same text.
    static let maximumKeyCount = 5

    let statement: PreparedStatement
    let byteCount: Int
    var keys: [StatementKey] = []
    @exclusivity(unchecked) @usableFromInline var lastUse = 0

    init(_ statement: PreparedStatement) {
      self.statement = statement
      byteCount = statement.memoryUsed
    }
  }

  private let maximumCount: Int
  private let maximumBytes: Int
  private var entries: [ObjectIdentifier: Entry] = [:]
  private var found: [StatementKey: CachedStatement] = [:]
  @usableFromInline var clock = 0
  /// The most recently used statement for each purpose, which is likely to be used next.
  @usableFromInline private(set) var recent =
    [CachedStatement?](repeating: nil, count: StatementKey.Purpose.allCases.count)
  /// The memory that the statements use, in bytes.
  private(set) var byteCount = 0

  init(maximumCount: Int, maximumBytes: Int) {
    self.maximumCount = max(maximumCount, 0)
    self.maximumBytes = max(maximumBytes, 0)
  }

  /// The number of kept statements.
  var count: Int { entries.count }

  /// Returns the most recently used statement for a purpose, if it matches and is not running.
  ///
  /// Comparing its key is faster than creating one.
  @inlinable
  package mutating func recent(
    _ purpose: StatementKey.Purpose,
    where isWanted: (StatementKey) -> Bool
  ) -> PreparedStatement? {
    guard let last = recent[purpose.rawValue], isWanted(last.key) else { return nil }
    return use(last)
  }

  /// Returns whether there is a statement with a key, running or not.
  package func contains(_ key: StatementKey) -> Bool { found[key] != nil }

  /// Returns the statement with a key, unless it is running.
  package mutating func statement(for key: StatementKey) -> PreparedStatement? {
    recent(key.purpose) { $0 == key } ?? find(key)
  }

  /// Returns the most recently used entry for a purpose, if it matches and is not running.
  @inlinable
  package mutating func recentlyCached(
    _ purpose: StatementKey.Purpose,
    where isWanted: (StatementKey) -> Bool
  ) -> CachedStatement? {
    guard let last = recent[purpose.rawValue], isWanted(last.key), use(last) != nil else {
      return nil
    }
    return last
  }

  /// Returns the entry with a key, unless its statement is running.
  package mutating func idleStatement(for key: StatementKey) -> CachedStatement? {
    guard let cached = found[key], use(cached) != nil else { return nil }
    recent[key.purpose.rawValue] = cached
    return cached
  }

  /// Returns the statement with an SQL text, unless it is running.
  package mutating func statement(forSQL sql: String) -> PreparedStatement? {
    recent(.text) { $0.isNamed(sql, nil) } ?? find(StatementKey(sql: sql))
  }

  /// Returns the statement of a query, unless it is running.
  ///
  /// - Parameter code: The code of the query's SQL.
  package mutating func statement(forCode code: [UInt8]) -> PreparedStatement? {
    recent(.query) { $0.code?.bytes.isSame(as: code) == true } ?? find(StatementKey(code: code))
  }

  private mutating func find(_ key: StatementKey) -> PreparedStatement? {
    guard let cached = found[key], let statement = use(cached) else { return nil }
    recent[key.purpose.rawValue] = cached
    return statement
  }

  /// Returns the statement of an entry, unless it is running, and records its use.
  @inlinable
  mutating func use(_ cached: CachedStatement) -> PreparedStatement? {
    clock &+= 1
    cached.entry.lastUse = clock
    return cached.available
  }

  /// Adds a statement, evicting others if the limits are exceeded.
  ///
  /// - Parameters:
  ///   - statement: The statement; if it is already kept, it gets an additional key.
  ///   - key: The key.
  ///   - owner: An object that is retained as long as the statement is kept, such as the object
  ///     whose identity is in the key, or facts about the statement.
  package mutating func insert(
    _ statement: PreparedStatement,
    for key: StatementKey,
    owner: AnyObject? = nil
  ) {
    guard found[key] == nil else { return }
    clock += 1
    let entry = entries[ObjectIdentifier(statement)] ?? added(statement)
    entry.lastUse = clock
    // The first key is likely to be the SQL text.
    if entry.keys.count == Entry.maximumKeyCount { forget(entry.keys.remove(at: 1)) }
    entry.keys.append(key)
    let cached = CachedStatement(entry, key: key, owner: owner)
    found[key] = cached
    recent[key.purpose.rawValue] = cached
    while count > maximumCount || byteCount > maximumBytes { evict() }
  }

  private mutating func added(_ statement: PreparedStatement) -> Entry {
    let entry = Entry(statement)
    entries[ObjectIdentifier(statement)] = entry
    byteCount += entry.byteCount
    return entry
  }

  /// Removes a statement.
  mutating func remove(_ statement: PreparedStatement) {
    guard let entry = entries.removeValue(forKey: ObjectIdentifier(statement)) else { return }
    for key in entry.keys { forget(key) }
    byteCount -= entry.byteCount
  }

  /// Removes all statements.
  mutating func removeAll() {
    self = StatementCache(maximumCount: maximumCount, maximumBytes: maximumBytes)
  }

  private mutating func forget(_ key: StatementKey) {
    found[key] = nil
    if recent[key.purpose.rawValue]?.key == key { recent[key.purpose.rawValue] = nil }
  }

  /// Removes the least recently used statement, searching all of them, usually at most some
  /// hundred.
  private mutating func evict() {
    guard let oldest = entries.values.min(by: { $0.lastUse < $1.lastUse }) else { return }
    remove(oldest.statement)
  }
}

/// A kept statement with one of its keys.
@usableFromInline
package final class CachedStatement {
  @usableFromInline package let statement: PreparedStatement
  @usableFromInline package let key: StatementKey
  @usableFromInline let entry: StatementCache.Entry
  /// The object that is retained as long as the statement is kept.
  @usableFromInline package let owner: AnyObject?

  fileprivate init(_ entry: StatementCache.Entry, key: StatementKey, owner: AnyObject?) {
    self.entry = entry
    self.key = key
    self.owner = owner
    statement = entry.statement
  }

  /// The statement, unless it is running.
  @inlinable var available: PreparedStatement? {
    statement.isRunning ? nil : statement
  }
}
