/// The reason why changes were refused; none of them was made.
struct EditRefusal: Error, Sendable {
  /// The place of the change that was refused.
  var index: Int
  /// A sentence for the user.
  var message: String
  var conflict: EditConflict?

  static let gone = "The row no longer exists."
  static let changed = "Someone else has changed this row."
}

extension EditRefusal {
  /// The refusal of a statement that found no row, or several.
  ///
  /// - Parameters:
  ///   - count: The number of rows that the statement found.
  ///   - row: Reads columns of the row of a key; `nil` if there is none.
  init(
    of edit: RowEdit,
    count: Int,
    in table: StudioTable,
    row: (_ key: [WireCell], _ columns: [String]) throws -> [WireCell]?
  ) rethrows {
    guard count == 0 else {
      self.init(
        index: edit.place,
        message: "The key of \(table.name) identifies several rows. Change them with SQL."
      )
      return
    }
    switch edit.change.kind {
    case .insert:
      self.init(index: edit.place, message: "A trigger of \(table.name) prevented the change.")
    case .delete(let key, _):
      let isThere = try row(key, table.key) != nil
      self.init(index: edit.place, message: isThere ? Self.changed : Self.gone)
    case .update(let key, let cells):
      let theirs = try row(key, cells.map(\.column))
      let differing = theirs.flatMap { theirs in
        cells.indices.first { !cells[$0].was.isSame(as: theirs[$0]) }
      }
      let (cell, value) = (cells[differing ?? 0], theirs?[differing ?? 0])
      self.init(
        index: edit.place(of: cell.column),
        message: theirs == nil ? Self.gone : Self.changed,
        conflict: EditConflict(key: key, cell: cell, theirs: value)
      )
    }
  }
}

/// A row that no longer has the values that the user saw.
struct EditConflict: Sendable {
  var key: [WireCell]
  /// The value that the user wants to write, and the one that they saw.
  var cell: StagedChange.NewCell
  /// The current value; `nil` if the row was deleted.
  var theirs: WireCell?
}
