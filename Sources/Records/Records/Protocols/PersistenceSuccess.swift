import DatabaseTypes
public import TypedSQL

/// The result of an insertion.
public struct InsertionSuccess: Sendable, _HasRowID {
  fileprivate let row: WrittenRow

  package init(
    rowID: Int64?,
    rowIDColumn: String?,
    isInserted: Bool,
    persistenceContainer: PersistenceContainer
  ) {
    row = WrittenRow(
      rowID: rowID,
      rowIDColumn: rowIDColumn,
      isInserted: isInserted,
      persistenceContainer: persistenceContainer
    )
  }

  /// The row number; `nil` if rows have no numbers, or a conflict skipped the insertion.
  public var rowID: Int64? { row.rowID }
  /// The name of the `INTEGER PRIMARY KEY`, if there is one.
  public var rowIDColumn: String? { row.rowIDColumn }
  /// Whether a row was inserted; a conflict may have skipped the insertion.
  public var isInserted: Bool { row.isInserted }
  /// The inserted values, with the key that the database generated.
  public var persistenceContainer: PersistenceContainer { row.keyedContainer }
}

/// A type that may have a row number.
@_documentation(visibility: internal)
public protocol _HasRowID {
  /// The row number, if there is one.
  var rowID: Int64? { get }
}

extension _HasRowID {
  /// The row number, for a record whose key is not optional: `var id: Int64`.
  ///
  /// It is 0 if rows have no numbers, or if a conflict skipped the insertion: see
  /// ``InsertionSuccess/isInserted``.
  @_disfavoredOverload  // Optional contexts get the optional.
  public var rowID: Int64 { let number: Int64? = rowID; return number ?? 0 }
}

/// The result of saving a record.
public struct PersistenceSuccess: Sendable {
  private let row: WrittenRow

  package init(persistenceContainer: PersistenceContainer) {
    row = WrittenRow(
      rowID: nil,
      rowIDColumn: nil,
      isInserted: false,
      persistenceContainer: persistenceContainer
    )
  }

  /// Creates the result of saving from that of an insertion.
  public init(_ inserted: InsertionSuccess) { row = inserted.row }

  /// The values of the record, with the key that the database generated.
  public var persistenceContainer: PersistenceContainer { row.keyedContainer }
}

/// A row that was written.
///
/// It is an object, since callbacks pass it on several times.
private final class WrittenRow: Sendable {
  let rowID: Int64?
  let rowIDColumn: String?
  let isInserted: Bool
  private let persistenceContainer: PersistenceContainer

  /// The values, with the row number in its column if there is one.
  var keyedContainer: PersistenceContainer {
    guard isInserted, let rowID, let rowIDColumn else { return persistenceContainer }
    var container = persistenceContainer
    container.set(.integer(rowID), forColumn: rowIDColumn)
    return container
  }

  init(
    rowID: Int64?,
    rowIDColumn: String?,
    isInserted: Bool,
    persistenceContainer: PersistenceContainer
  ) {
    self.rowID = rowID
    self.rowIDColumn = rowIDColumn
    self.isInserted = isInserted
    self.persistenceContainer = persistenceContainer
  }
}

/// A policy for inserting or updating records whose row violates a constraint.
public struct PersistenceConflictPolicy: Sendable, Hashable {
  /// The conflict resolution of insertions.
  public let conflictResolutionForInsert: ConflictResolution
  /// The conflict resolution of updates.
  public let conflictResolutionForUpdate: ConflictResolution

  /// Creates a policy.
  public init(insert: ConflictResolution = .abort, update: ConflictResolution = .abort) {
    conflictResolutionForInsert = insert
    conflictResolutionForUpdate = update
  }
}
