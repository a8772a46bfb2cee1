import DatabaseTypes
import SQLiteDatabase
import TestBrowser

// MARK: - Editing

extension StudioPage {
  /// Returns the single value of a query, as text.
  func value(_ sql: String) async throws -> String? {
    try await other.read { db in try String.fetchOne(db, sql: "SELECT CAST((\(sql)) AS TEXT)") }
  }

  /// Opens the editor of a cell.
  func edit(row: Int, column: Int) async throws {
    try await move(toRow: row, column: column)
    try await page.press("Enter")
    try await page.wait(for: "document.querySelector('.editor')")
  }

  /// Opens the list of the staged changes.
  func review() async throws {
    try await page.wait(
      for: """
        !document.querySelector('.editor') && !document.querySelector('.tools button.main').hidden
        """
    )
    try await page.press("Control+s")
    try await page.wait(
      for: """
        \(Sheet.isOpen) &&
        document.activeElement.textContent.startsWith('Apply')
        """
    )
  }

  /// Applies the staged changes.
  func apply(_ count: Int) async throws {
    try await review()
    try await page.press("Enter")
    try await page.wait(for: Self.tells("\(count) change\(count == 1 ? "" : "s") applied"))
  }

  /// A condition: the notice has a text, and no sheet is open.
  static func tells(_ text: String) -> String {
    """
    \(Sheet.isClosed) &&
    document.querySelector('#notice').textContent.includes('\(text)')
    """
  }

  /// Presses a button of the notice, also if it is hidden again because the test was slow.
  func pressNotice(_ name: String) async throws {
    try await page.evaluate(
      """
      [...document.querySelectorAll('#notice button')]
        .find(button => button.textContent === '\(name)').click()
      """
    )
  }

  /// Undoes the changes that were applied last.
  func undo() async throws {
    try await pressNotice("Undo")
    try await page.wait(for: "document.querySelector('#notice').textContent.includes('undone')")
  }
}
