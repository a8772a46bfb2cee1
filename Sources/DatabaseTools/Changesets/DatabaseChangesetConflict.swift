public import DatabaseTypes
import SQLite
import SQLiteDatabase

/// A change of a changeset that does not fit the database to which it is applied.
///
/// https://www.sqlite.org/session/c_changeset_conflict.html
public struct DatabaseChangesetConflict: Sendable, Hashable {
  /// What does not fit.
  public enum Kind: String, Sendable, Hashable {
    /// The row to update or delete is there with other values than the changeset's old ones.
    case otherValues
    /// There is no row of that key to update or delete.
    case noRow
    /// There is a row already with the key that would be inserted.
    case rowExists
    /// A constraint other than a foreign key would be broken.
    case constraint
    /// All is applied, and foreign keys are broken now.
    case foreignKey
  }

  /// What to do.
  public enum Resolution: String, Sendable, Hashable {
    /// The change is left out; broken foreign keys are left to the commit, which then fails.
    case omit
    /// The change overwrites the row; only for `.otherValues` and `.rowExists`.
    case replace
    /// All is undone, and applying fails with `.constraint`.
    case abort
  }

  /// What does not fit.
  public let kind: Kind
  /// The change that does not fit; `nil` for `.foreignKey`, which is about all of them.
  public let change: DatabaseChangeset.RowChange?
  /// The values of the row that is there, for `.otherValues` and `.rowExists`.
  public let conflicting: [DatabaseValue?]

  init(_ conflict: borrowing ChangesetConflict) {
    kind =
      switch conflict.kind {
      case .data: .otherValues
      case .notFound: .noRow
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
    if kind == .otherValues || kind == .rowExists {
      for index in 0..<(change?.old.count ?? 0) {
        conflicting.append(conflict.conflictingValue(at: index))
      }
    }
    self.conflicting = conflicting
  }

  /// Whether the change can overwrite what is there.
  var isReplaceable: Bool { kind == .otherValues || kind == .rowExists }

  /// What does not fit, in a sentence.
  var explanation: String {
    let table = change.map { "“\($0.table)”" } ?? "a table"
    return switch kind {
    case .otherValues: "A row of \(table) has other values than the changeset expects."
    case .noRow: "A row of \(table) that the changeset changes does not exist."
    case .rowExists: "A row of \(table) that the changeset inserts exists already."
    case .constraint: "A row of \(table) would break a constraint."
    case .foreignKey: "Foreign keys would be broken."
    }
  }
}

extension DatabaseChangesetConflict.Resolution {
  var answer: ChangesetConflict.Answer {
    switch self {
    case .omit: .omit
    case .replace: .replace
    case .abort: .abort
    }
  }
}
