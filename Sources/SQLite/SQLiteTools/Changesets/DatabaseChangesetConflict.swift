public import DatabaseTypes
import SQLite
import SQLiteDatabase

/// A change of a changeset that does not fit the database it is applied to.
///
/// https://www.sqlite.org/session/c_changeset_conflict.html
public struct DatabaseChangesetConflict: Sendable, Hashable {
  /// A reason why a change does not fit.
  public enum Kind: String, Sendable, Hashable {
    /// The row to update or delete has other values than the changeset's old ones.
    case differentValues
    /// There is no row with the key of the row to update or delete.
    case missingRow
    /// There already is a row with the key of the row to insert.
    case rowExists
    /// The change would violate a constraint other than a foreign key.
    case constraint
    /// All changes are applied, and foreign keys are violated now.
    case foreignKey
  }

  /// A way to resolve a conflict.
  public enum Resolution: String, Sendable, Hashable {
    /// Skips the change; violated foreign keys are left to the commit, which then fails.
    case omit
    /// Overwrites the row with the change; only for `.differentValues` and `.rowExists`.
    case replace
    /// Undoes everything, and makes applying fail with `.constraint`.
    case abort
  }

  /// The reason why the change does not fit.
  public let kind: Kind
  /// The change that does not fit; `nil` for `.foreignKey`, which concerns all changes.
  public let change: DatabaseChangeset.RowChange?
  /// The values of the existing row, for `.differentValues` and `.rowExists`.
  public let conflicting: [DatabaseValue?]

  init(_ conflict: borrowing ChangesetConflict) {
    kind =
      switch conflict.kind {
      case .data: .differentValues
      case .notFound: .missingRow
      case .conflict: .rowExists
      case .constraint: .constraint
      case .foreignKey: .foreignKey
      }
    let change: DatabaseChangeset.RowChange?
    if let recorded = conflict.change {
      change = DatabaseChangeset.RowChange(recorded)
    } else {
      change = nil
    }
    self.change = change
    var conflicting: [DatabaseValue?] = []
    if kind == .differentValues || kind == .rowExists {
      for index in 0..<(change?.old.count ?? 0) {
        conflicting.append(conflict.conflictingValue(at: index))
      }
    }
    self.conflicting = conflicting
  }

  /// Whether the change can overwrite the existing row.
  var isReplaceable: Bool { kind == .differentValues || kind == .rowExists }

  /// The reason why the change does not fit, as a sentence.
  var explanation: String {
    let table = change.map { "“\($0.table)”" } ?? "a table"
    return switch kind {
    case .differentValues: "A row of \(table) has other values than the changeset expects."
    case .missingRow: "A row of \(table) that the changeset changes does not exist."
    case .rowExists: "A row of \(table) that the changeset inserts already exists."
    case .constraint: "A row of \(table) would violate a constraint."
    case .foreignKey: "Foreign keys would be violated."
    }
  }
}

extension DatabaseChangesetConflict.Resolution {
  var answer: ChangesetConflict.Resolution {
    switch self {
    case .omit: .omit
    case .replace: .replace
    case .abort: .abort
    }
  }
}
