public import DatabaseTypes
import SQLite
import SQLiteDatabase

/// What was done to the rows of a database, as bytes that can be stored, sent, undone and applied elsewhere.
///
/// ```swift
/// let changeset = try database.write { db in
///   try db.recordChangeset { try db.execute(sql: "UPDATE items SET price = price * 2") }
/// }
/// try other.write { db in try db.apply(changeset) }
/// try database.write { db in try db.apply(changeset.inverted()) }  // undo
/// ```
///
/// https://www.sqlite.org/sessionintro.html
public struct DatabaseChangeset: Sendable, Hashable {
  let changeset: Changeset

  init(_ changeset: Changeset) { self.changeset = changeset }

  /// Makes a changeset of bytes that one had.
  ///
  /// Bytes that are none are found out where they are used.
  public init(bytes: [UInt8]) { changeset = Changeset(bytes: bytes) }

  /// SQLite's form.
  public var bytes: [UInt8] { changeset.bytes }

  /// Whether nothing was done.
  public var isEmpty: Bool { changeset.isEmpty }

  /// What undoes it.
  ///
  /// - Throws: ``DatabaseError`` with `.corrupt` for bytes that are no changeset.
  public func inverted() throws -> DatabaseChangeset {
    try Self.reporting { DatabaseChangeset(try changeset.inverted()) }
  }

  /// What does the same as this one and then another.
  ///
  /// A row that both change is in it once.
  ///
  /// - Throws: ``DatabaseError`` where they know a table with different columns, and for bytes that are no changeset.
  public func concatenated(with next: DatabaseChangeset) throws -> DatabaseChangeset {
    try Self.reporting {
      DatabaseChangeset(try changeset.concatenated(with: next.changeset))
    }
  }

  /// The changes, table by table.
  ///
  /// - Throws: ``DatabaseError`` with `.corrupt` for bytes that are no changeset.
  public func changes() throws -> [RowChange] {
    var changes: [RowChange] = []
    try Self.reporting { try changeset.forEach { changes.append(RowChange($0)) } }
    return changes
  }

  /// Runs a call of the binding's that has to do with changesets.
  static func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    guard Capability.session.isAvailable else {
      throw DatabaseError(code: .missingCapability, message: Capability.session.advice)
    }
    do { return try body() } catch let error as SQLiteError {
      guard error.code.primary == .corrupt else { throw DatabaseError(error) }
      throw DatabaseError(
        code: .corrupt,
        message: "The bytes are not a changeset, or are damaged.",
        resultCode: error.code
      )
    }
  }
}

extension DatabaseChangeset {
  /// What a changeset does to one row.
  public struct RowChange: Sendable, Hashable {
    /// The table's name.
    public let table: String
    /// What happens to the row.
    public let kind: Change.Kind
    /// The indexes of the columns that make up the PRIMARY KEY.
    public let keyColumns: [Int]
    /// The values before, in the order of the table's columns.
    ///
    /// `nil` for all values of a new row, and for values that an update leaves as they are, except those of the key.
    public let old: [DatabaseValue?]
    /// The values afterwards, in the order of the table's columns.
    ///
    /// `nil` for all values of a deleted row, and for values that an update leaves as they are.
    public let new: [DatabaseValue?]

    init(_ change: borrowing RecordedChange) {
      table = change.table
      kind =
        switch change.operation {
        case .insert: .insert
        case .update: .update
        case .delete: .delete
        }
      keyColumns = change.keyColumns
      var old: [DatabaseValue?] = []
      var new: [DatabaseValue?] = []
      for index in 0..<change.columnCount {
        old.append(change.oldValue(at: index))
        new.append(change.newValue(at: index))
      }
      self.old = old
      self.new = new
    }
  }
}

extension DatabaseChangeset: CustomStringConvertible {
  /// The size: values may be private.
  public var description: String { "a changeset of \(bytes.count) bytes" }
}
