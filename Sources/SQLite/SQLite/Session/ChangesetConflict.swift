public import DatabaseTypes

/// A change of a changeset that conflicts with the database to which it is applied.
///
/// It is valid only within the closure that receives it.
///
/// https://www.sqlite.org/session/c_changeset_conflict.html
@safe
public struct ChangesetConflict: ~Copyable {
  /// The kind of a conflict.
  public enum Kind: Int32, Sendable, Hashable {
    /// The row to update or delete has values that differ from the changeset's old values.
    case data = 1
    /// The row to update or delete does not exist.
    case notFound = 2
    /// A row with the key to insert already exists.
    case conflict = 3
    /// A constraint other than a foreign key would be violated.
    case constraint = 4
    /// All changes are applied, and foreign keys are violated.
    case foreignKey = 5
  }

  /// The resolution of a conflict.
  public enum Resolution: Int32, Sendable, Hashable {
    /// The change is skipped; foreign-key violations are committed.
    case omit = 0
    /// The change overwrites the row; only for ``Kind/data`` and ``Kind/conflict``.
    case replace = 1
    /// All changes are rolled back, and applying fails with ``ResultCode/abort``.
    case abort = 2
  }

  /// The kind of the conflict.
  public let kind: Kind
  private let iterator: OpaquePointer?

  init?(_ kind: Int32, _ iterator: OpaquePointer?) {
    guard let kind = Kind(rawValue: kind) else { return nil }
    self.kind = kind
    unsafe self.iterator = iterator
  }

  /// The conflicting change; `nil` for ``Kind/foreignKey``, which concerns all changes.
  public var change: RecordedChange? { unsafe RecordedChange(iterator) }

  /// Returns the value of a column in the existing row, for ``Kind/data`` and ``Kind/conflict``.
  ///
  /// It is `nil` for the other kinds, and for text with invalid UTF-8.
  public borrowing func conflictingValue(at index: Int) -> DatabaseValue? {
    unsafe recordedValue(at: index, of: iterator, SessionSymbols.conflict)
  }

  /// The number of violated foreign keys, for ``Kind/foreignKey``.
  public var brokenForeignKeyCount: Int {
    var count: Int32 = 0
    guard kind == .foreignKey else { return 0 }
    _ = unsafe SessionSymbols.foreignKeyConflicts?(iterator, &count)
    return Int(count)
  }
}
