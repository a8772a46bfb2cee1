/// The rows that a transaction touched, by table.
public struct TouchedTables: Sendable, Hashable {
  /// The rows of a table that a transaction touched.
  public enum Rows: Sendable, Hashable {
    /// The rows with these keys: the values of the columns that identify rows, in order.
    case keys(Set<[ReplicatedValue]>)
    /// Any row.
    case all
  }

  /// The known effect of a transaction on a row.
  public struct Row: Sendable, Hashable {
    /// Whether the transaction inserted the row.
    public internal(set) var isNew: Bool
    /// The row after the transaction.
    public internal(set) var image: Image
  }

  /// The state of a row after a transaction.
  public enum Image: Sendable, Hashable {
    /// The row is not known, or was not kept.
    case unknown
    /// The row does not exist.
    case absent
    /// The values of all published columns.
    case values([ReplicatedValue])
  }

  /// The tables, by OID.
  public internal(set) var tables: [UInt32: Rows] = [:]
  /// The known rows, by table and key; none for tables whose description changed during the
  /// transaction.
  public internal(set) var rows: [UInt32: [[ReplicatedValue]: Row]] = [:]
  /// The prefixes of the messages that `pg_logical_emit_message` sent in the transaction.
  ///
  /// Each occurs once, and there are at most a thousand.
  public internal(set) var messages: [String] = []
  /// Whether there were more messages.
  public internal(set) var hasMoreMessages = false
}

/// Combines the messages of the change stream into transactions.
///
/// For each row, its key and final state are kept; for many rows, only the keys; and for a table
/// with very many touched rows, not even these. So memory is bounded, whatever a transaction does.
///
/// It is a value that does no I/O.
public struct TransactionCollector: Sendable {
  /// The number of keys of a table that are kept; beyond it, any of its rows counts as touched.
  private let keyLimit: Int
  /// The tables that the stream has described.
  public private(set) var relations: [UInt32: ReplicatedRelation] = [:]
  /// The number of the current transaction.
  private var xid: UInt32?
  private var touched = TouchedTables()
  /// The number of bytes of keys that are kept for each table.
  private var keyBytes: [UInt32: Int] = [:]
  /// The number of bytes of rows that are kept, for all tables together.
  private var rowBytes = 0
  /// The tables whose description changed since the last transaction ended.
  ///
  /// Their earlier rows no longer match.
  private var changedTables: Set<UInt32> = []

  /// The number of bytes of a table's keys that are kept before any of its rows counts as touched.
  ///
  /// With `REPLICA IDENTITY FULL`, whole rows are keys.
  private static let byteLimit = 4 << 20
  /// The number of bytes of rows that are kept.
  private static let rowByteLimit = 4 << 20
  private static let messageLimit = 1_000

  /// Creates a collector.
  ///
  /// - Parameter keyLimit: The number of keys of a table that are kept; beyond it, any of its rows
  ///   counts as touched.
  public init(keyLimit: Int = 10_000) { self.keyLimit = keyLimit }

  /// Adds the next message.
  ///
  /// - Returns: The transaction that the message completes, or `nil`.
  public mutating func add(_ message: ReplicationMessage) -> StreamedTransaction<TouchedTables>? {
    switch message {
    case .begin(_, _, let xid):
      self.xid = xid
      (touched, keyBytes, rowBytes) = (TouchedTables(), [:], 0)
    case .commit(_, let endLSN, _): return end(endLSN)
    case .relation(let relation): take(relation)
    case .insert(let table, let new): touch(table, new, isNew: true, .values(new))
    case .update(let table, let old, let new):
      // The old row is sent if its key was different: then both rows are touched.
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
    defer { (self.xid, touched, keyBytes, changedTables) = (nil, TouchedTables(), [:], []) }
    return StreamedTransaction(xid: xid, endLSN: endLSN, changes: touched)
  }

  /// Records a table's description, which the stream sends for the first time or again, mostly
  /// unchanged.
  ///
  /// If its rows are identified by other columns, any row counts as touched: keys of both kinds do
  /// not belong into one set, and at the end of the transaction it may have its old key again.
  private mutating func take(_ relation: ReplicatedRelation) {
    let old = relations.updateValue(relation, forKey: relation.oid)
    if relation.mayHaveOtherKeys(than: old) { touched.tables[relation.oid] = .all }
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
    // The set is changed in place: copying it for each row would take quadratic time.
    guard case .keys(var keys) = touched.tables.removeValue(forKey: table) ?? .keys([]) else {
      return
    }
    if keys.insert(key).inserted {
      keyBytes[table, default: 0] += key.reduce(0) { $0 + $1.byteCount }
    }
    let isTooMuch = keys.count > keyLimit || keyBytes[table, default: 0] > Self.byteLimit
    touched.tables[table] = isTooMuch ? .all : .keys(keys)
    if isTooMuch { touched.rows[table] = nil } else { keep(table, key, isNew: isNew, image) }
  }

  /// Keeps the current state of a row.
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

  /// Returns the values that identify a row; `nil` if they were not sent.
  private func key(of row: [ReplicatedValue], in table: UInt32) -> [ReplicatedValue]? {
    guard let columns = relations[table]?.columns, columns.count == row.count else { return nil }
    let key = zip(columns, row).filter(\.0.isKey).map(\.1)
    return key.isEmpty || key.contains(.unchanged) ? nil : key
  }
}

extension ReplicatedRelation {
  /// Returns whether rows may be identified by other columns than before.
  ///
  /// An index that identifies rows is mostly as permanent as a primary key. But if it is the first
  /// that is known of a table, it may have been chosen within the transaction.
  fileprivate func mayHaveOtherKeys(than old: ReplicatedRelation?) -> Bool {
    guard let old else { return identity == UInt8(ascii: "i") }
    // Names that are equal to Swift may differ in their bytes.
    func keys(_ relation: ReplicatedRelation) -> [[UInt8]] {
      relation.columns.filter(\.isKey).map { Array("\($0.type) \($0.name)".utf8) }
    }
    return identity != old.identity || keys(self) != keys(old)
  }
}

extension TouchedTables.Image {
  /// The number of bytes that the server sent for the row.
  fileprivate var byteCount: Int {
    if case .values(let values) = self { values.reduce(0) { $0 + $1.byteCount } } else { 0 }
  }
}

extension ReplicatedValue {
  /// The number of bytes that the server sent for the value.
  fileprivate var byteCount: Int {
    switch self {
    case .null, .unchanged: 0
    case .text(let bytes), .binary(let bytes): bytes.count
    }
  }
}
