import TestBrowser
import TestSockets
import Testing

extension StudioPage {
  /// The roles of nodes that need a name for screen readers.
  private static let namedRoles: Set = [
    "button", "link", "textbox", "searchbox", "combobox", "checkbox", "grid", "menu", "menuitem",
    "menuitemcheckbox", "listbox", "option", "dialog", "tab",
  ]

  /// Returns the roles of the controls without a name for screen readers.
  func namelessControls() async throws -> [String] {
    try await page.accessibilityTree()
      .filter { Self.namedRoles.contains($0.role) && $0.name.isEmpty }.map(\.role)
  }

  /// Expects that each control has a name, and each text enough contrast.
  func expectReadable(_ what: String) async throws {
    #expect(try await namelessControls() == [], "\(what)")
    #expect(try await page.evaluate(Contrast.tooLow) == [], "\(what)")
  }
}
