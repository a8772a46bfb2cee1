import DatabaseTypes
public import TypedSQL

/// What was inserted.
public struct InsertionSuccess: Sendable, _RowNumbered {
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

  /// The number of the row; `nil` where rows have none, and where a conflict left the row out.
  public var rowID: Int64? { row.rowID }
  /// The name of the `INTEGER PRIMARY KEY`, if there is one.
  public var rowIDColumn: String? { row.rowIDColumn }
  /// Whether a row was inserted: a conflict may have left it out.
  public var isInserted: Bool { row.isInserted }
  /// The values that were inserted, with the key that the database made.
  public var persistenceContainer: PersistenceContainer { row.keyedContainer }
}

/// What may have the number of a row.
@_documentation(visibility: internal)
public protocol _RowNumbered {
  /// The number, if there is one.
  var rowID: Int64? { get }
}

extension _RowNumbered {
  /// The number of the row for a record whose key is not optional: `var id: Int64`.
  ///
  /// It is 0 where rows have no number, and where a conflict left the row out, which ``InsertionSuccess/isInserted`` tells.
  @_disfavoredOverload  // Whatever can be `nil` gets `nil`.
  public var rowID: Int64 { let number: Int64? = rowID; return number ?? 0 }
}

/// What was saved.
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

  /// What was inserted, saved.
  public init(_ inserted: InsertionSuccess) { row = inserted.row }

  /// The values of the record, with the key that the database made.
  public var persistenceContainer: PersistenceContainer { row.keyedContainer }
}

/// What was written.
///
/// An object, since callbacks hand it on several times.
private final class WrittenRow: Sendable {
  let rowID: Int64?
  let rowIDColumn: String?
  let isInserted: Bool
  private let persistenceContainer: PersistenceContainer

  /// The values, with the number of the row where a column has it.
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

/// What inserting and updating a record does where a row breaks a constraint.
public struct PersistenceConflictPolicy: Sendable, Hashable {
  /// What an insertion does.
  public let conflictResolutionForInsert: ConflictResolution
  /// What an update does.
  public let conflictResolutionForUpdate: ConflictResolution

  /// Makes a policy.
  public init(insert: ConflictResolution = .abort, update: ConflictResolution = .abort) {
    conflictResolutionForInsert = insert
    conflictResolutionForUpdate = update
  }
}
