import Foundation
import TestBrowser
import TestSockets

/// Conditions of pages, as JavaScript.
enum Rows {
  /// A condition: a visible row has a text in a column; the first column is the row number.
  static func has(_ text: String, inColumn column: Int) -> String {
    """
    [...document.querySelectorAll('.row')].some(r =>
      !r.hidden && r.children[\(column)]?.textContent === \(JSONValue.string(text).text))
    """
  }

  /// A condition: the row with a number has a text in a column.
  static func has(_ text: String, inColumn column: Int, ofRow number: Int) -> String {
    """
    [...document.querySelectorAll('.row')].some(r => !r.hidden &&
      r.getAttribute('aria-rowindex') === '\(number + 1)' &&
      r.children[\(column)]?.textContent === \(JSONValue.string(text).text))
    """
  }

  /// A condition: the grid shows this number of rows.
  static func total(_ text: String) -> String {
    "document.querySelector('.total')?.textContent === '\(text)'"
  }

  /// The topmost fully visible row: its key and its distance from the top in pixels.
  static let top = """
    (() => {
      const top = document.querySelector('.rows').getBoundingClientRect().top;
      return [...document.querySelectorAll('.row')].filter(r => !r.hidden)
        .map(r => [r.children[1].textContent, Math.round(r.getBoundingClientRect().top - top)])
        .filter(r => r[1] >= 0 && r[0]).sort((a, b) => a[1] - b[1])[0];
    })()
    """
}

extension StudioPage {
  /// Moves to a cell of the grid using only keys.
  func move(toRow row: Int, column: Int) async throws {
    try await page.press("Control+Home")
    for _ in 1..<row { try await page.press("ArrowDown") }
    for _ in 1..<column { try await page.press("ArrowRight") }
  }

  /// Returns the part of an address that opens a table with filters or an order.
  static func query(_ json: String) -> String {
    "?" + (json.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
  }

  /// Returns whether a condition holds now.
  func holds(_ condition: String) async throws -> Bool {
    try await page.evaluate("!!(\(condition))").bool ?? false
  }
}

extension BrowserPage {
  /// Makes the page believe that its tab is hidden, or visible again.
  ///
  /// A browser without windows shows all tabs at once.
  func hide(_ isHidden: Bool) async throws {
    try await evaluate(
      """
      Object.defineProperty(document, 'hidden', { value: \(isHidden), configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      """
    )
  }
}
