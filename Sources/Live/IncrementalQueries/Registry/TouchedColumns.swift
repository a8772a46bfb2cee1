import DatabaseTypes

/// The columns of a table that a commit touched, collected once for all queries that read it.
///
/// For each query the answer is that of `ChangeSet.touches(_:)`; a property test compares the two.
enum TouchedColumns: Hashable {
  /// The table did not change.
  case none
  /// Only these columns, in lower case; possibly none, if rows were written unchanged.
  case some(Set<String>)
  /// Any column: rows were inserted or deleted, or the columns are unknown.
  case any

  init(_ changes: ChangeSet.TableChanges) {
    guard case .rows(let changes) = changes else {
      self = .any
      return
    }
    self = changes.isEmpty ? .none : .some([])
    for change in changes where self != .any { insert(change) }
  }

  private mutating func insert(_ change: Change) {
    guard case .row(let old) = change.old, case .row(let new) = change.new else {
      insertWithoutImages(change)
      return
    }
    guard old.columnNames == new.columnNames else {
      self = .any
      return
    }
    for (index, name) in old.columnNames.enumerated() where old.values[index] != new.values[index] {
      insert(name)
    }
  }

  private mutating func insertWithoutImages(_ change: Change) {
    if change.old == .unknown, change.new == .unknown, case .some(let names) = change.columns {
      for name in names { insert(name) }
    } else if change.old != .absent || change.new != .absent {
      // A row that was inserted and deleted within the commit never existed for a query.
      self = .any
    }
  }

  private mutating func insert(_ name: String) {
    guard case .some(var names) = self else { return }
    self = .none
    names.insert(name.lowercased())
    self = .some(names)
  }
}

extension TouchedColumns {
  /// Returns whether the result of a query that reads some columns may have changed.
  func affects(_ columns: Region.Columns) -> Bool {
    switch (self, columns) {
    case (.none, _): false
    case (.any, _), (.some, .all): true
    case (.some(let touched), .some(let names)): !touched.isDisjoint(with: names)
    }
  }
}
