/// The reason why changes were refused; none of them was made.
struct EditRefusal: Error, Sendable {
  /// The place of the change that was refused.
  var index: Int
  /// A sentence for the user.
  var message: String
  var conflict: EditConflict?

  static let gone = "The row no longer exists."
  static let changed = "Someone else has changed this row."

  static func prevented(_ table: StudioTable) -> String {
    "A trigger of \(table.name) prevented the change."
  }
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
    if table.kind == .view {
      self.init(index: edit.place, message: Self.sentence(view: table, count: count))
      return
    }
    guard count == 0 else {
      self.init(
        index: edit.place,
        message: "The key of \(table.name) identifies several rows. Change them with SQL."
      )
      return
    }
    switch edit.change.kind {
    case .insert:
      self.init(index: edit.place, message: Self.prevented(table))
    case .delete(let key, let was):
      let names = was.keys.sorted()
      let theirs = try row(key, names.isEmpty ? table.key : names)
      self.init(
        deleting: key,
        was,
        now: theirs.map { Array(zip(names, $0)) },
        at: edit.place,
        table
      )
    case .update(let key, let cells):
      let theirs = try row(key, cells.map(\.column))
      let differing = theirs.flatMap { theirs in
        cells.indices.first { !cells[$0].was.isSame(as: theirs[$0]) }
      }
      let (cell, value) = (cells[differing ?? 0], theirs?[differing ?? 0])
      let difference = EditConflict.Difference(
        column: cell.column,
        was: cell.was,
        yours: cell.value,
        theirs: value
      )
      self.init(
        index: edit.place(of: cell.column),
        message: theirs == nil ? Self.gone : Self.changed,
        conflict: EditConflict(key: key, differences: [difference], isGone: theirs == nil)
      )
    }
  }

  /// The sentence about a view, whose rows have no key by which their new values could be found.
  private static func sentence(view: StudioTable, count: Int) -> String {
    count == 0
      ? "No row of \(view.name) was changed: someone else has changed or deleted it, or a trigger prevented it."
      : "Several rows of \(view.name) have the same values. Change them with SQL."
  }

  /// The refusal of a deletion that found no row.
  ///
  /// - Parameters:
  ///   - was: The values that the user saw.
  ///   - now: The current values of the same columns; `nil` if the row was deleted.
  private init(
    deleting key: [WireCell],
    _ was: [String: SeenCell],
    now: [(String, WireCell)]?,
    at place: Int,
    _ table: StudioTable
  ) {
    guard let now else {
      self.init(index: place, message: Self.gone, conflict: EditConflict(key: key, isGone: true))
      return
    }
    let differences = now.compactMap { column, value -> EditConflict.Difference? in
      guard let seen = was[column], !seen.isSame(as: value) else { return nil }
      return EditConflict.Difference(column: column, was: seen, theirs: value)
    }
    guard !differences.isEmpty else {
      self.init(index: place, message: Self.prevented(table))
      return
    }
    let conflict = EditConflict(key: key, differences: differences, isGone: false)
    self.init(index: place, message: Self.changed, conflict: conflict)
  }
}
