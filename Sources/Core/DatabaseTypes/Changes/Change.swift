/// The change that a transaction made to one row.
public struct Change: Sendable, Hashable {
  /// The state of a row before or after a transaction.
  public enum Image: Sendable, Hashable {
    /// The row did not exist.
    case absent
    /// The row may have existed; its values are unknown.
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
  /// The columns that may differ if the images are unknown.
  public let columns: Region.Columns

  /// Creates a change.
  public init(key: RowKey, old: Image, new: Image, columns: Region.Columns = .all) {
    self.key = key
    self.old = old
    self.new = new
    self.columns = columns
  }
}

extension Change {
  /// The kind of a change.
  public enum Kind: Sendable, Hashable {
    /// The row is new.
    case insert
    /// The row has other values.
    case update
    /// The row no longer exists.
    case delete
  }

  /// The kind of the change; an update if the old values are unknown.
  public var kind: Kind {
    switch (old, new) {
    case (.absent, _): .insert
    case (_, .absent): .delete
    default: .update
    }
  }
}

extension Change.Image {
  /// The row; `nil` if it did not exist or its values are unknown.
  public var row: Row? {
    if case .row(let row) = self { row } else { nil }
  }
}
