import DatabaseTypes
import SQLite

/// A commit as one process reports it to others: the states before and after it, and its content.
///
/// It is meaningful on its own, independently of other entries: both states are identified by
/// values that SQLite's own page caches rely on.
struct SharedCommit: Sendable, Equatable {
  /// The tables and rows that a commit touched.
  enum Content: Sendable, Equatable {
    /// The commit was not made, or cannot be reported: nothing follows from it.
    case void
    /// Any row of any table may have changed.
    case anything
    /// Rows of these tables changed, identified by key.
    case tables([TableName: ChangeSet.TableChanges])
  }

  /// The position in the order of commits.
  let number: UInt64
  /// The database object that made the commit, identified by a unique number.
  let writer: UInt64
  let before: CommitState
  let after: CommitState
  let content: Content
}

extension SharedCommit.Content {
  /// Creates the content to report for a change set, limited to tables of the main file.
  init(_ changes: ChangeSet) {
    let areAllMain = changes.tables.keys.allSatisfy { isSameIdentifier($0.schema, "main") }
    self = .tables(
      areAllMain
        ? changes.tables : changes.tables.filter { isSameIdentifier($0.key.schema, "main") }
    )
  }
}

// MARK: - Bytes

extension SharedCommit {
  /// The maximum number of bytes of a commit in the side file.
  static let size = 512
  private static let headSize = 78
  private static let most = size - headSize

  /// The encoded commit.
  ///
  /// If a table has too many keys, the commit states that any of its rows may have changed; if
  /// there are too many tables, it states that any table may have changed.
  var bytes: [UInt8] {
    let (kind, tableCount, payload) = payload
    var writer = ByteWriter(capacity: Self.size)
    writer.append(UInt64(0))
    writer.append(number)
    writer.append(self.writer)
    for state in [before, after] { writer.append(state) }
    writer.bytes += [kind, UInt8(tableCount)]
    writer.append(UInt16(payload.count))
    writer.bytes += payload
    writer.replace(at: 0, fingerprint(of: writer.bytes[8...]))
    return writer.bytes
  }

  /// Decodes a commit; fails unless the bytes are a complete one.
  init?(bytes: some RandomAccessCollection<UInt8>) {
    var reader = ByteReader(bytes)
    guard let sum = reader.number64(), let number = reader.number64(),
      (1...SharedHeader.largestNumber).contains(number),
      let writer = reader.number64(), let before = reader.state(), let after = reader.state(),
      let kind = reader.byte(), let tableCount = reader.byte(), let count = reader.number16(),
      count <= Self.most, reader.remaining >= count
    else { return nil }
    let counted = bytes.dropFirst(8).prefix(Self.headSize - 8 + Int(count))
    guard sum == fingerprint(of: counted) else { return nil }
    (self.number, self.writer, self.before, self.after) = (number, writer, before, after)
    switch kind {
    case 0: content = .void
    case 1:
      guard let tables = reader.tables(Int(tableCount)) else { return nil }
      content = .tables(tables)
    case 2: content = .anything
    default: return nil
    }
  }

  private var payload: (kind: UInt8, tableCount: Int, bytes: [UInt8]) {
    switch content {
    case .void: return (0, 0, [])
    case .anything: return (2, 0, [])
    case .tables(let tables):
      var writer = ByteWriter(capacity: Self.most)
      guard tables.count < 200, writer.append(tables, most: Self.most) else { return (2, 0, []) }
      return (1, tables.count, writer.bytes)
    }
  }
}

extension ByteWriter {
  fileprivate mutating func append(_ state: CommitState) {
    append(state.journal.rawValue)
    append(state.changeCount)
    append(state.frameCount)
    append(state.checksum)
    append(state.salts)
  }

  /// Appends the changes of tables.
  ///
  /// - Returns: Whether there was at least enough space for the names.
  fileprivate mutating func append(
    _ tables: [TableName: ChangeSet.TableChanges],
    most: Int
  ) -> Bool {
    // Reserve space for all names before keys use it up.
    var left = tables.keys.reduce(0) { $0 + $1.name.utf8.count + 2 }
    guard left <= most, tables.keys.allSatisfy({ $0.name.utf8.count < 256 }) else { return false }
    for (name, changes) in tables {
      left -= name.name.utf8.count + 2
      bytes.append(UInt8(name.name.utf8.count))
      bytes += Array(name.name.utf8)
      let start = bytes.count
      append(changes, most: most - left)
      if bytes.count > most - left {
        bytes.removeSubrange(start...)
        bytes.append(SharedKeyKind.anyRow.rawValue)
      }
    }
    return true
  }

  private mutating func append(_ changes: ChangeSet.TableChanges, most: Int) {
    guard case .rows(let rows) = changes, let first = rows.first else {
      // If no row differs in the end, none is named.
      if case .rows = changes {
        bytes += [SharedKeyKind.rowIDs.rawValue, 0]
      } else {
        bytes.append(SharedKeyKind.anyRow.rawValue)
      }
      return
    }
    let kind: SharedKeyKind =
      if case .rowID = first.key { .rowIDs } else { .primaryKeys }
    bytes.append(kind.rawValue)
    appendVariable(UInt64(rows.count))
    var last: Int64 = 0
    for row in rows where bytes.count <= most {
      switch row.key {
      case .rowID(let id):
        appendSigned(id &- last)
        last = id
      case .primaryKey(let values):
        appendVariable(UInt64(values.count))
        for value in values { append(value) }
      }
    }
  }
}

/// The encoding of a table's keys.
private enum SharedKeyKind: UInt8 {
  /// No keys: any row may have changed.
  case anyRow
  /// Rowids, each as the difference from the previous one.
  case rowIDs
  /// The values of primary keys.
  case primaryKeys
}

extension ByteReader {
  fileprivate mutating func state() -> CommitState? {
    guard let journal = byte().flatMap(CommitState.Journal.init), let changeCount = number32(),
      let frameCount = number32(), let checksum = number64(), let salts = number64()
    else { return nil }
    return CommitState(
      journal: journal,
      changeCount: changeCount,
      frameCount: frameCount,
      checksum: checksum,
      salts: salts
    )
  }

  fileprivate mutating func tables(_ count: Int) -> [TableName: ChangeSet.TableChanges]? {
    var tables: [TableName: ChangeSet.TableChanges] = [:]
    for _ in 0..<count {
      guard let length = byte(), let name = bytes(Int(length)), let changes = tableChanges() else {
        return nil
      }
      tables[TableName(String(decoding: name, as: UTF8.self))] = changes
    }
    return tables
  }

  private mutating func tableChanges() -> ChangeSet.TableChanges? {
    guard let kind = byte().flatMap(SharedKeyKind.init) else { return nil }
    guard kind != .anyRow else { return .anyRow }
    guard let count = variable(), count <= SharedCommit.size else { return nil }
    var changes: [Change] = []
    var last: Int64 = 0
    for _ in 0..<count {
      guard let key = kind == .rowIDs ? rowID(after: &last) : primaryKey() else { return nil }
      changes.append(Change(key: key, old: .unknown, new: .unknown))
    }
    return .rows(changes)
  }

  private mutating func rowID(after last: inout Int64) -> RowKey? {
    guard let difference = signed() else { return nil }
    last &+= difference
    return .rowID(last)
  }

  private mutating func primaryKey() -> RowKey? {
    guard let count = variable(), count <= SharedCommit.size else { return nil }
    var values: [DatabaseValue] = []
    for _ in 0..<count {
      guard let value = value() else { return nil }
      values.append(value)
    }
    return .primaryKey(values)
  }
}
