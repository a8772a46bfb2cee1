import DatabaseTypes

/// The staged changes that one statement makes: an insertion, or all changes of one row.
///
/// Changes name a row by the key that the page has shown. If each were a statement of its own, the
/// first would change the key or the values by which the second finds the row.
struct RowEdit: Sendable {
  /// The changes as one.
  private(set) var change: StagedChange
  /// The place of the change that the statement belongs to; for a deletion, that of the deletion.
  private(set) var place: Int
  /// The places of all its changes.
  private(set) var places: [Int]
  /// The places of the changes of columns.
  private var placesByColumn: [String: Int] = [:]

  init(_ change: StagedChange, at place: Int) {
    (self.change, self.place, places) = (change, place, [place])
    if case .update(_, let cells) = change.kind {
      for cell in cells { placesByColumn[cell.column] = place }
    }
  }

  /// The place of the change of a column.
  func place(of column: String) -> Int { placesByColumn[column] ?? place }

  /// Groups changes by their rows; each row is where its first change was.
  static func edits(of changes: [StagedChange]) -> [RowEdit] {
    var edits: [RowEdit] = []
    var indexes: [RowName: Int] = [:]
    for (place, change) in changes.enumerated() {
      guard let name = RowName(change) else {
        edits.append(RowEdit(change, at: place))
        continue
      }
      if let index = indexes[name] {
        edits[index].add(change, at: place)
      } else {
        indexes[name] = edits.count
        edits.append(RowEdit(change, at: place))
      }
    }
    return edits
  }

  /// Adds another change of the row; a deletion replaces updates, and checks their values too.
  private mutating func add(_ other: StagedChange, at place: Int) {
    places.append(place)
    switch (change.kind, other.kind) {
    case (.update(let key, let cells), .update(_, let new)):
      change.kind = .update(key: key, cells: new.reduce(cells) { $0.with($1) })
      for cell in new { placesByColumn[cell.column] = place }
    case (.update(let key, let cells), .delete(_, let was)):
      self.place = place
      change.kind = .delete(key: key, was: was.with(cells))
    case (.delete(let key, let was), .update(_, let cells)):
      change.kind = .delete(key: key, was: was.with(cells))
    case (.delete(let key, let was), .delete(_, let seen)):
      change.kind = .delete(key: key, was: was.merging(seen) { first, _ in first })
    case (.insert, _), (_, .insert):
      // An insertion has no key, and is never grouped.
      break
    }
  }
}

extension [RowEdit] {
  /// The place of the last change, which is blamed for errors of the commit.
  var lastPlace: Int { flatMap(\.places).max() ?? 0 }
}

/// A row that changes name: its table, spelled exactly, and its key.
private struct RowName: Hashable {
  let schema: String
  let table: String
  let key: [WireCell]

  /// The row of a change; `nil` for an insertion.
  init?(_ change: StagedChange) {
    switch change.kind {
    case .insert: return nil
    case .update(let key, _), .delete(let key, _): self.key = key
    }
    (schema, table) = (change.table.schema, change.table.name)
  }
}

extension [StagedChange.NewCell] {
  /// The cells with another one, whose value replaces that of the same column.
  fileprivate func with(_ cell: StagedChange.NewCell) -> Self {
    var cells = self
    if let index = cells.firstIndex(where: { $0.column == cell.column }) {
      cells[index].value = cell.value
    } else {
      cells.append(cell)
    }
    return cells
  }
}

extension [String: SeenCell] {
  /// The values that the user saw, with those of updates.
  fileprivate func with(_ cells: [StagedChange.NewCell]) -> Self {
    cells.reduce(into: self) { seen, cell in seen[cell.column] = seen[cell.column] ?? cell.was }
  }
}
