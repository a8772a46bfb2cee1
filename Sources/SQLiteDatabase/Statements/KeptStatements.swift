/// The compiled statements that a connection keeps: the most recently used, up to a number and a size.
///
/// A statement that is running is not given out, so that it is never shared.
///
/// - Invariant: count <= maximumCount, and byteCount <= maximumBytes, after each change.
@usableFromInline
package struct KeptStatements {
  /// A statement with all that it is found by.
  @usableFromInline
  final class Entry {
    /// How many keys a statement has at most: different queries may have one text.
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
  private var found: [StatementKey: KeptStatement] = [:]
  @usableFromInline var clock = 0
  /// The statement that was used last for each purpose, which is likely to be used next.
  @usableFromInline private(set) var recent =
    [KeptStatement?](repeating: nil, count: StatementKey.Purpose.allCases.count)
  /// The memory that they take.
  private(set) var byteCount = 0

  init(maximumCount: Int, maximumBytes: Int) {
    self.maximumCount = max(maximumCount, 0)
    self.maximumBytes = max(maximumBytes, 0)
  }

  /// How many statements are kept.
  var count: Int { entries.count }

  /// The statement that was used last for a purpose, where it is the one that is wanted and is not running.
  ///
  /// To compare the key takes less than to make one.
  @inlinable
  package mutating func recent(
    _ purpose: StatementKey.Purpose,
    where isWanted: (StatementKey) -> Bool
  ) -> PreparedStatement? {
    guard let last = recent[purpose.rawValue], isWanted(last.key) else { return nil }
    return use(last)
  }

  /// Whether there is a statement with a key, running or not.
  package func contains(_ key: StatementKey) -> Bool { found[key] != nil }

  /// The statement with a key, unless it is running.
  package mutating func statement(for key: StatementKey) -> PreparedStatement? {
    recent(key.purpose) { $0 == key } ?? find(key)
  }

  /// The statement that was used last for a purpose with what is kept with it, where it is the one that is wanted and is
  /// not running.
  @inlinable
  package mutating func recentlyKept(
    _ purpose: StatementKey.Purpose,
    where isWanted: (StatementKey) -> Bool
  ) -> KeptStatement? {
    guard let last = recent[purpose.rawValue], isWanted(last.key), use(last) != nil else {
      return nil
    }
    return last
  }

  /// The statement with a key and what is kept with it, unless it is running.
  package mutating func kept(for key: StatementKey) -> KeptStatement? {
    guard let kept = found[key], use(kept) != nil else { return nil }
    recent[key.purpose.rawValue] = kept
    return kept
  }

  /// The statement for an SQL text, unless it is running.
  package mutating func statement(forSQL sql: String) -> PreparedStatement? {
    recent(.text) { $0.name == sql } ?? find(StatementKey(sql: sql))
  }

  /// The statement for a query, unless it is running.
  ///
  /// - Parameter code: What its SQL is made of.
  package mutating func statement(forCode code: [UInt8]) -> PreparedStatement? {
    recent(.query) { $0.code?.bytes.isSame(as: code) == true } ?? find(StatementKey(code: code))
  }

  private mutating func find(_ key: StatementKey) -> PreparedStatement? {
    guard let kept = found[key], let statement = use(kept) else { return nil }
    recent[key.purpose.rawValue] = kept
    return statement
  }

  /// The statement that is kept, unless it is running; a note is made of its use.
  @inlinable
  mutating func use(_ kept: KeptStatement) -> PreparedStatement? {
    clock &+= 1
    kept.entry.lastUse = clock
    return kept.available
  }

  /// Keeps a statement, and lets others go where there are too many.
  ///
  /// - Parameters:
  ///   - statement: The statement; one that is kept already has one key more.
  ///   - key: What it is found by.
  ///   - owner: What lives as long as the statement is kept: what the key is the identity of, or what is known of it.
  package mutating func insert(
    _ statement: PreparedStatement,
    for key: StatementKey,
    owner: AnyObject? = nil
  ) {
    guard found[key] == nil else { return }
    clock += 1
    let entry = entries[ObjectIdentifier(statement)] ?? added(statement)
    entry.lastUse = clock
    // The first key is likely to be the text.
    if entry.keys.count == Entry.maximumKeyCount { forget(entry.keys.remove(at: 1)) }
    entry.keys.append(key)
    let kept = KeptStatement(entry, key: key, owner: owner)
    found[key] = kept
    recent[key.purpose.rawValue] = kept
    while count > maximumCount || byteCount > maximumBytes { evict() }
  }

  private mutating func added(_ statement: PreparedStatement) -> Entry {
    let entry = Entry(statement)
    entries[ObjectIdentifier(statement)] = entry
    byteCount += entry.byteCount
    return entry
  }

  /// Lets a statement go.
  mutating func remove(_ statement: PreparedStatement) {
    guard let entry = entries.removeValue(forKey: ObjectIdentifier(statement)) else { return }
    for key in entry.keys { forget(key) }
    byteCount -= entry.byteCount
  }

  /// Lets all statements go.
  mutating func removeAll() {
    self = KeptStatements(maximumCount: maximumCount, maximumBytes: maximumBytes)
  }

  private mutating func forget(_ key: StatementKey) {
    found[key] = nil
    if recent[key.purpose.rawValue]?.key == key { recent[key.purpose.rawValue] = nil }
  }

  /// Lets the statement go that was not used for the longest time; all of at most some hundred are looked at.
  private mutating func evict() {
    guard let oldest = entries.values.min(by: { $0.lastUse < $1.lastUse }) else { return }
    remove(oldest.statement)
  }
}

/// A statement as it is kept under one key.
@usableFromInline
package final class KeptStatement {
  @usableFromInline package let statement: PreparedStatement
  @usableFromInline package let key: StatementKey
  @usableFromInline let entry: KeptStatements.Entry
  /// What lives as long as the statement is kept.
  @usableFromInline package let owner: AnyObject?

  fileprivate init(_ entry: KeptStatements.Entry, key: StatementKey, owner: AnyObject?) {
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
