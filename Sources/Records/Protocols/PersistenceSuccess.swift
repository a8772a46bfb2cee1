public import TypedSQL

/// What was inserted.
public struct InsertionSuccess: Sendable {
  /// The number of the row; `nil` where rows have none, and where a conflict left the row out.
  public let rowID: Int64?
  /// The name of the `INTEGER PRIMARY KEY`, if there is one.
  public let rowIDColumn: String?
  /// Whether a row was inserted: a conflict may have left it out.
  public let isInserted: Bool
  /// The values that were inserted.
  public let persistenceContainer: PersistenceContainer

  package init(
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

/// What was saved.
public struct PersistenceSuccess: Sendable {
  /// The values of the record.
  public let persistenceContainer: PersistenceContainer

  package init(persistenceContainer: PersistenceContainer) {
    self.persistenceContainer = persistenceContainer
  }

  /// What was inserted, saved.
  public init(_ inserted: InsertionSuccess) {
    persistenceContainer = inserted.persistenceContainer
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
