import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Studio
import TestBrowser
import TestSockets
import Testing
import WebServer

/// A studio on a scratch file with its page in a browser, and another connection that writes to the
/// file.
struct StudioPage: Sendable {
  let page: BrowserPage
  let studio: Studio
  /// The address that the studio printed.
  let address: String
  /// Another connection to the file, which is unknown to the studio.
  let other: DatabaseQueue
  let path: String

  /// Runs a test, and fails it if the page complained.
  ///
  /// - Parameters:
  ///   - database: Creates the file at a path.
  ///   - isWritable: Whether rows can be edited.
  ///   - look: The screen.
  ///   - allowed: Parts of complaints that are expected.
  static func run(
    _ database: @Sendable (String) throws -> Void = { try SampleShopFile.copy(to: $0) },
    isWritable: Bool = false,
    look: PageLook = PageLook(),
    allowing allowed: [String] = [],
    _ change: (inout Studio.Settings) -> Void = { _ in },
    _ body: (StudioPage) async throws -> Void
  ) async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "shop.db")
    try database(path)
    var settings = Studio.Settings()
    settings.isWritable = isWritable
    // No result depends on how busy the machine is.
    (settings.statementTimeLimit, settings.requestTimeLimit) = (.hang, .hang)
    change(&settings)
    let studio = try Studio(path: path, settings: settings)
    let address = try studio.start()
    let page = try await TestBrowser.shared().open(address, look)
    let other = try DatabaseQueue(path: path, configuration: SampleShopFile.configuration)
    let test = StudioPage(page: page, studio: studio, address: address, other: other, path: path)
    do {
      try await test.untilLive()
      try await body(test)
    } catch {
      try? await test.keepPicture()
      await test.end()
      throw error
    }
    test.expectNoComplaint(allowed)
    await test.end()
    withExtendedLifetime(scratch) {}
  }

  /// Creates a database with some SQL.
  static func create(_ sql: String, at path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { try $0.execute(sql: sql) }
    try database.close()
  }

  /// Fails the test if the page has complained of something that is not expected.
  private func expectNoComplaint(_ allowed: [String]) {
    // Chromium also logs answers to the console that the page handles.
    let allowed = allowed + ["status of 409"]
    let rest = page.diagnostics.filter { text in !allowed.contains { text.contains($0) } }
    #expect(rest == [], "the console")
  }

  private func end() async {
    await page.closeContext()
    try? await studio.stop()
    try? other.close()
  }

  /// Saves a screenshot when a test has failed, in the folder that `LIVESQL_SCREENSHOTS` names.
  private func keepPicture() async throws {
    let test = Test.current?.name.filter { $0.isLetter || $0 == " " } ?? "test"
    try await Pictures.take("failed-\(test)", of: page)
  }
}

// MARK: - Actions

extension StudioPage {
  /// Waits until the page follows the database.
  func untilLive() async throws {
    try await page.wait(for: "document.querySelector('#badge')?.dataset.state === 'live'")
  }

  /// Goes to a page of the studio, such as `#/sql`.
  func go(to fragment: String, until condition: String = "true") async throws {
    try await page.evaluate("location.hash = '\(fragment)'")
    try await page.wait(for: condition, "\(fragment)")
  }

  /// Opens a table, and waits for its first rows and their number.
  func open(_ table: String, query: String = "") async throws {
    try await go(
      to: "#/table/main/\(table)\(query)",
      until: """
        document.querySelector('h1')?.textContent === '\(table)' &&
        document.querySelector('.total')?.textContent.endsWith('rows') &&
        document.querySelector('.row .cell:nth-child(3)')?.textContent
        """
    )
  }

  /// Writes through another connection.
  func write(_ sql: String) async throws { try await other.write { try $0.execute(sql: sql) } }

  /// Returns the texts of the cells of the row with a number, as the grid shows them.
  func cells(ofRow number: Int) async throws -> [String] {
    try await page.evaluate(
      """
      [...([...document.querySelectorAll('.row')].find(r => !r.hidden &&
        r.getAttribute('aria-rowindex') == \(number + 1))?.children ?? [])].map(c => c.textContent)
      """
    ).elements.compactMap(\.string)
  }

  /// Returns the text of the first element that matches a selector.
  func text(_ selector: String) async throws -> String {
    try await page.evaluate("document.querySelector(`\(selector)`)?.innerText ?? ''").string ?? ""
  }

  /// Moves the pointer and the focus out of the grid, so that changes are shown immediately.
  func leaveGrid() async throws {
    try await page.movePointer(to: (100, 700))
    try await page.evaluate("document.activeElement.blur()")
  }
}
