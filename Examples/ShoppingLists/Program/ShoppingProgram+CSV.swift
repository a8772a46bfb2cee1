import LiveSQL
import ShoppingListsModel
import Terminal

extension ShoppingProgram {
  /// Writes the items of a list as CSV.
  func exportItems(of name: String) async throws {
    let list = try await lists.findList(name)
    let note = progressNote("Exporting", unit: "items", isBesideOutput: false)
    // The number is only for the bar.
    let total = note == nil ? 0 : try await items.fetchItems(forListId: list.id).count
    let content = Output(destination: output, palette: palette)
    let pieces = items.exportItems(ofListId: list.id) { count in
      try note?.update(completed: count, total: total)
    }
    for try await piece in pieces { try content.writeContent(piece) }
    try note?.end()
  }

  /// Adds the items of a CSV file to a list, and tells how many they are.
  func importItems(from path: String, into name: String) async throws {
    let list = try await lists.findList(name)
    let note = progressNote("Reading", unit: "bytes", isBesideOutput: true)
    let count = try await items.importItems(from: .file(path), intoListId: list.id) { progress in
      guard let total = progress.totalByteCount else { return }
      try note?.update(completed: progress.completedByteCount, total: total)
    }
    try note?.end()
    try write([Line("Added \(count) \(count == 1 ? "item" : "items") to \(list.title).", .success)])
  }

  /// Returns a progress bar if it can be seen.
  ///
  /// - Parameter isBesideOutput: Whether the bar may be on a terminal that also shows the output.
  private func progressNote(_ title: String, unit: String, isBesideOutput: Bool) -> ProgressNote? {
    guard let notes, notes.terminalSize != nil, isBesideOutput || output.terminalSize == nil else {
      return nil
    }
    return ProgressNote(
      title: title,
      unit: unit,
      on: Output(destination: notes, palette: palette)
    )
  }
}
