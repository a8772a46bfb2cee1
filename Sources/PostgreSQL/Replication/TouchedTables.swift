/// What a transaction touched, by tables.
public struct TouchedTables: Sendable, Hashable {
  /// What a transaction touched of a table.
  public enum Rows: Sendable, Hashable {
    /// The rows of these keys: the values of the columns that identify rows, in their order.
    case keys(Set<[ReplicatedValue]>)
    /// Any row.
    case all
  }

  /// What a transaction did to a row, as far as the stream tells it and it is kept.
  public struct Row: Sendable, Hashable {
    /// Whether there was no such row before the transaction.
    public internal(set) var isNew: Bool
    /// The row after the transaction.
    public internal(set) var image: Image
  }

  /// A row after a transaction.
  public enum Image: Sendable, Hashable {
    /// It is not known, or not kept.
    case unknown
    /// There is no such row.
    case absent
    /// The values of all columns that are published.
    case values([ReplicatedValue])
  }

  /// The tables, by their numbers.
  public internal(set) var tables: [UInt32: Rows] = [:]
  /// What is known of the rows of tables besides their keys; nothing of tables that became others within the transaction.
  public internal(set) var rows: [UInt32: [[ReplicatedValue]: Row]] = [:]
  /// What was told beside changes, by `pg_logical_emit_message` in the transaction: each prefix once, a thousand at most.
  public internal(set) var messages: [String] = []
  /// Whether there were more.
  public internal(set) var hasMoreMessages = false
}

/// Puts the messages of the change stream together to transactions.
///
/// Of a row its key is kept and what it is at the end, of many rows their keys alone, and of a table of which very many are
/// touched, not even that: so memory is bounded whatever a transaction does.
///
/// It is a value, which does nothing but decide.
public struct TransactionCollector: Sendable {
  /// How many keys of a table are kept before any of its rows counts as touched.
  private let keyLimit: Int
  /// The tables of which the stream has told what they look like.
  public private(set) var relations: [UInt32: ReplicatedRelation] = [:]
  /// The number of the transaction that is being told.
  private var xid: UInt32?
  private var touched = TouchedTables()
  /// How many bytes of keys are kept of each table.
  private var keptBytes: [UInt32: Int] = [:]
  /// How many bytes of rows are kept of all tables.
  private var rowBytes = 0
  /// The tables that became others since the last transaction ended: what was told of their rows before does not fit.
  private var changedTables: Set<UInt32> = []

  /// So many bytes of the keys of a table are kept before any of its rows counts as touched: a table whose old rows are told
  /// as a whole has rows as keys.
  private static let byteLimit = 4 << 20
  /// So many bytes of rows are kept.
  private static let rowByteLimit = 4 << 20
  private static let messageLimit = 1_000

  /// Makes a collector.
  ///
  /// - Parameter keyLimit: How many keys of a table are kept before any of its rows counts as touched.
  public init(keyLimit: Int = 10_000) { self.keyLimit = keyLimit }

  /// Takes the next message.
  ///
  /// - Returns: The transaction that it ends, or `nil`.
  public mutating func add(_ message: ReplicationMessage) -> StreamedTransaction<TouchedTables>? {
    switch message {
    case .begin(_, _, let xid):
      self.xid = xid
      (touched, keptBytes, rowBytes) = (TouchedTables(), [:], 0)
    case .commit(_, let endLSN, _): return end(endLSN)
    case .relation(let relation): take(relation)
    case .insert(let table, let new): touch(table, new, isNew: true, .values(new))
    case .update(let table, let old, let new):
      // The old row is told where its key was another: then both are touched.
      if let old { touch(table, old, isNew: false, .absent) }
      touch(table, new, isNew: false, .values(new))
    case .delete(let table, let old): touch(table, old, isNew: false, .absent)
    case .truncate(let tables): for table in tables { touched.tables[table] = .all }
    case .message(let isTransactional, _, let prefix, _):
      if isTransactional { note(prefix) }
    case .type, .origin: break
    }
    return nil
  }

  private mutating func end(_ endLSN: PostgresLSN) -> StreamedTransaction<TouchedTables>? {
    guard let xid else { return nil }
    defer { (self.xid, touched, keptBytes, changedTables) = (nil, TouchedTables(), [:], []) }
    return StreamedTransaction(xid: xid, endLSN: endLSN, changes: touched)
  }

  /// The stream says what a table looks like: for the first time, or again, mostly as it was.
  private mutating func take(_ relation: ReplicatedRelation) {
    let old = relations.updateValue(relation, forKey: relation.oid)
    guard let old, old != relation else { return }
    changedTables.insert(relation.oid)
    touched.rows[relation.oid] = nil
  }

  private mutating func note(_ prefix: String) {
    if touched.messages.contains(prefix) { return }
    if touched.messages.count < Self.messageLimit {
      touched.messages.append(prefix)
    } else {
      touched.hasMoreMessages = true
    }
  }

  private mutating func touch(
    _ table: UInt32,
    _ row: [ReplicatedValue],
    isNew: Bool,
    _ image: TouchedTables.Image
  ) {
    if case .all = touched.tables[table] { return }
    guard let key = key(of: row, in: table) else {
      touched.tables[table] = .all
      return
    }
    // Changed in place: a copy of the set for each row would take time by its square.
    guard case .keys(var keys) = touched.tables.removeValue(forKey: table) ?? .keys([]) else {
      return
    }
    if keys.insert(key).inserted {
      keptBytes[table, default: 0] += key.reduce(0) { $0 + $1.byteCount }
    }
    let isTooMuch = keys.count > keyLimit || keptBytes[table, default: 0] > Self.byteLimit
    touched.tables[table] = isTooMuch ? .all : .keys(keys)
    if isTooMuch { touched.rows[table] = nil } else { keep(table, key, isNew: isNew, image) }
  }

  /// Keeps what a row is like now.
  private mutating func keep(
    _ table: UInt32,
    _ key: [ReplicatedValue],
    isNew: Bool,
    _ image: TouchedTables.Image
  ) {
    if changedTables.contains(table) { return }
    rowBytes += image.byteCount
    let image = rowBytes > Self.rowByteLimit ? .unknown : image
    touched.rows[table, default: [:]][key, default: .init(isNew: isNew, image: image)].image = image
  }

  /// The values that identify a row; `nil` where they are not told.
  private func key(of row: [ReplicatedValue], in table: UInt32) -> [ReplicatedValue]? {
    guard let columns = relations[table]?.columns, columns.count == row.count else { return nil }
    let key = zip(columns, row).filter(\.0.isKey).map(\.1)
    return key.isEmpty || key.contains(.unchanged) ? nil : key
  }
}

extension TouchedTables.Image {
  /// How many bytes the server has sent of it.
  fileprivate var byteCount: Int {
    if case .values(let values) = self { values.reduce(0) { $0 + $1.byteCount } } else { 0 }
  }
}

extension ReplicatedValue {
  /// How many bytes the server has sent of it.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .unchanged: 0
    case .text(let bytes), .binary(let bytes): bytes.count
    }
  }
}
