public import DatabaseTypes
import SQLite
import SQLiteDatabase

/// Recorded changes of rows, as bytes that can be stored, sent, inverted and applied elsewhere.
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

  /// Creates a changeset from the bytes of another one.
  ///
  /// Bytes that are not a changeset are detected when they are used.
  public init(bytes: [UInt8]) { changeset = Changeset(bytes: bytes) }

  /// The changeset in SQLite's format.
  public var bytes: [UInt8] { changeset.bytes }

  /// Whether the changeset contains no changes.
  public var isEmpty: Bool { changeset.isEmpty }

  /// Returns the changeset that undoes this one.
  ///
  /// - Throws: ``DatabaseError`` with `.corrupt` if the bytes are not a changeset.
  public func inverted() throws -> DatabaseChangeset {
    try Self.convertingErrors { DatabaseChangeset(try changeset.inverted()) }
  }

  /// Returns a changeset with the effect of this one followed by another.
  ///
  /// A row that both change is in it once.
  ///
  /// - Throws: ``DatabaseError`` if the two have a table with different columns, or if the bytes
  ///   are not a changeset.
  public func concatenated(with next: DatabaseChangeset) throws -> DatabaseChangeset {
    try Self.convertingErrors {
      DatabaseChangeset(try changeset.concatenated(with: next.changeset))
    }
  }

  /// Returns the changes, table by table.
  ///
  /// - Throws: ``DatabaseError`` with `.corrupt` if the bytes are not a changeset.
  public func changes() throws -> [RowChange] {
    var changes: [RowChange] = []
    try Self.convertingErrors { try changeset.forEach { changes.append(RowChange($0)) } }
    return changes
  }

  /// Runs a closure that uses the session extension, and translates its errors.
  static func convertingErrors<Result>(_ body: () throws -> Result) throws -> Result {
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
  /// The change that a changeset makes to one row.
  public struct RowChange: Sendable, Hashable {
    /// The table's name.
    public let table: String
    /// The kind of change.
    public let kind: Change.Kind
    /// The indexes of the columns that make up the PRIMARY KEY.
    public let keyColumns: [Int]
    /// The old values, in the order of the table's columns.
    ///
    /// All values of a new row are `nil`, and so are the values that an update does not change,
    /// except those of the key.
    public let old: [DatabaseValue?]
    /// The new values, in the order of the table's columns.
    ///
    /// All values of a deleted row are `nil`, and so are the values that an update does not change.
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
  /// The size only, since values may be private.
  public var description: String { "a changeset of \(bytes.count) bytes" }
}
