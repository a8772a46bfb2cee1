/// What a transaction touched, by tables.
public struct TouchedTables: Sendable, Hashable {
  /// What a transaction touched of a table.
  public enum Rows: Sendable, Hashable {
    /// The rows of these keys: the values of the columns that identify rows, in their order.
    case keys(Set<[ReplicatedValue]>)
    /// Any row.
    case all
  }

  /// The tables, by their numbers.
  public internal(set) var tables: [UInt32: Rows] = [:]
  /// What was told beside changes, by `pg_logical_emit_message` in the transaction: each prefix once, a thousand at most.
  public internal(set) var messages: [String] = []
  /// Whether there were more.
  public internal(set) var hasMoreMessages = false
}

/// Puts the messages of the change stream together to transactions.
///
/// Of a row only its key is kept, and of a table of which very many rows are touched, not even that: so memory is
/// bounded
/// whatever a transaction does.
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

  /// So many bytes of the keys of a table are kept before any of its rows counts as touched: a table whose old rows are told
  /// as a whole has rows as keys.
  private static let byteLimit = 4 << 20
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
      (touched, keptBytes) = (TouchedTables(), [:])
    case .commit(_, let endLSN, _): return end(endLSN)
    case .relation(let relation): relations[relation.oid] = relation
    case .insert(let table, let new): touch(table, new)
    case .update(let table, let old, let new):
      // The old row is told where its key was another: then both are touched.
      if let old { touch(table, old) }
      touch(table, new)
    case .delete(let table, let old): touch(table, old)
    case .truncate(let tables): for table in tables { touched.tables[table] = .all }
    case .message(let isTransactional, _, let prefix, _):
      if isTransactional { note(prefix) }
    case .type, .origin: break
    }
    return nil
  }

  private mutating func end(_ endLSN: PostgresLSN) -> StreamedTransaction<TouchedTables>? {
    guard let xid else { return nil }
    defer { (self.xid, touched, keptBytes) = (nil, TouchedTables(), [:]) }
    return StreamedTransaction(xid: xid, endLSN: endLSN, changes: touched)
  }

  private mutating func note(_ prefix: String) {
    if touched.messages.contains(prefix) { return }
    if touched.messages.count < Self.messageLimit {
      touched.messages.append(prefix)
    } else {
      touched.hasMoreMessages = true
    }
  }

  private mutating func touch(_ table: UInt32, _ row: [ReplicatedValue]) {
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
  }

  /// The values that identify a row; `nil` where they are not told.
  private func key(of row: [ReplicatedValue], in table: UInt32) -> [ReplicatedValue]? {
    guard let columns = relations[table]?.columns, columns.count == row.count else { return nil }
    let key = zip(columns, row).filter(\.0.isKey).map(\.1)
    return key.isEmpty || key.contains(.unchanged) ? nil : key
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
