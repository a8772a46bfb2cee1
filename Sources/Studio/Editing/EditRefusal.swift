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
  /// The refusal of a change that found no row, or several.
  ///
  /// - Parameters:
  ///   - count: The number of rows that the change found.
  ///   - row: Reads columns of the row of a key; `nil` if there is none.
  init(
    of change: StagedChange,
    at index: Int,
    count: Int,
    in table: StudioTable,
    row: (_ key: [WireCell], _ columns: [String]) throws -> [WireCell]?
  ) rethrows {
    guard count == 0 else {
      self.init(
        index: index,
        message: "The key of \(table.name) identifies several rows. Change them with SQL."
      )
      return
    }
    switch change.kind {
    case .insert:
      self.init(index: index, message: "A trigger of \(table.name) prevented the change.")
    case .delete(let key, _):
      let isThere = try row(key, table.key) != nil
      self.init(index: index, message: isThere ? Self.changed : Self.gone)
    case .update(let key, let column, let was, let value):
      let theirs = try row(key, [column])?.first
      self.init(
        index: index,
        message: theirs == nil ? Self.gone : Self.changed,
        conflict: EditConflict(key: key, column: column, yours: value, theirs: theirs, was: was)
      )
    }
  }
}

/// A row that no longer has the values that the user saw.
struct EditConflict: Sendable {
  var key: [WireCell]
  var column: String
  /// The value that the user wants to write.
  var yours: WireCell
  /// The current value; `nil` if the row was deleted.
  var theirs: WireCell?
  /// The value that the user saw.
  var was: WireCell
}
