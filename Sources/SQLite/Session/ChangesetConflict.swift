public import DatabaseTypes

/// A change of a changeset that does not fit the database to which it is applied.
///
/// It is valid within the closure that it is handed to.
///
/// https://www.sqlite.org/session/c_changeset_conflict.html
@safe
public struct ChangesetConflict: ~Copyable {
  /// What does not fit.
  public enum Kind: Int32, Sendable, Hashable {
    /// The row to update or delete is there with other values than the changeset's old ones.
    case data = 1
    /// There is no row of that key to update or delete.
    case notFound = 2
    /// There is a row already with the key that would be inserted.
    case conflict = 3
    /// A constraint other than a foreign key would be broken.
    case constraint = 4
    /// All is applied, and foreign keys are broken now.
    case foreignKey = 5
  }

  /// What to do.
  public enum Answer: Int32, Sendable, Hashable {
    /// The change is left out; broken foreign keys are committed.
    case omit = 0
    /// The change overwrites the row; only for ``Kind/data`` and ``Kind/conflict``.
    case replace = 1
    /// All is rolled back, and applying fails with ``ResultCode/abort``.
    case abort = 2
  }

  /// What does not fit.
  public let kind: Kind
  private let iterator: OpaquePointer?

  init?(_ kind: Int32, _ iterator: OpaquePointer?) {
    guard let kind = Kind(rawValue: kind) else { return nil }
    self.kind = kind
    unsafe self.iterator = iterator
  }

  /// The change that does not fit; `nil` for ``Kind/foreignKey``, which is about all of them.
  public var change: RecordedChange? { unsafe RecordedChange(iterator) }

  /// The value of a column in the row that is there, for ``Kind/data`` and ``Kind/conflict``.
  ///
  /// `nil` for the other kinds and for text that is not valid UTF-8.
  public borrowing func conflictingValue(at index: Int) -> DatabaseValue? {
    unsafe recordedValue(at: index, of: iterator, SessionSymbols.conflict)
  }

  /// How many foreign keys are broken, for ``Kind/foreignKey``.
  public var brokenForeignKeyCount: Int {
    var count: Int32 = 0
    guard kind == .foreignKey else { return 0 }
    _ = unsafe SessionSymbols.foreignKeyConflicts?(iterator, &count)
    return Int(count)
  }
}
