/// What a transaction did to one row.
public struct Change: Sendable, Hashable {
  /// A row as it was at one moment.
  public enum Image: Sendable, Hashable {
    /// There was no such row.
    case absent
    /// There may have been such a row; its values are not known.
    case unknown
    /// The values, in the order of the table's columns.
    case row(Row)
  }

  /// The row's key.
  public let key: RowKey
  /// The row before the transaction.
  public let old: Image
  /// The row after the transaction.
  public let new: Image
  /// The columns that may differ, for a row whose images are not known.
  public let columns: Region.Columns

  /// Makes a change.
  public init(key: RowKey, old: Image, new: Image, columns: Region.Columns = .all) {
    self.key = key
    self.old = old
    self.new = new
    self.columns = columns
  }
}

extension Change {
  /// What kind of change a transaction made.
  public enum Kind: Sendable, Hashable {
    /// The row is new.
    case insert
    /// The row has other values.
    case update
    /// The row is gone.
    case delete
  }

  /// What happened to the row; an update where the old values are not known.
  public var kind: Kind {
    switch (old, new) {
    case (.absent, _): .insert
    case (_, .absent): .delete
    default: .update
    }
  }
}

extension Change.Image {
  /// The row, where there was one whose values are known.
  public var row: Row? {
    if case .row(let row) = self { row } else { nil }
  }
}
