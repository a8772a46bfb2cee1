import Foundation
import Testing
import WebServer

@testable import ShoppingListsWeb

/// The embedded files.
@Suite struct WebFilesTests {
  @Test func `the embedded files equal the files in Resources`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Web/Resources")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == WebFiles.all.count)
    for file in WebFiles.all {
      let name = String(file.path.dropFirst())
      let written = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      #expect(String(decoding: file.bytes, as: UTF8.self) == written, "\(name): run Scripts/embed")
    }
  }

  @Test func `the style sheets draw each icon`() {
    let styles = WebFiles.all.filter { $0.path.hasSuffix(".css") }
      .map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    for icon in Icon.allCases { #expect(styles.contains(".icon-\(icon.rawValue) {"), "\(icon)") }
  }
}

/// The accent colours of lists.
@Suite struct AccentTests {
  private let style =
    WebFiles.all.first { $0.path == "/shop.css" }
    .map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""

  /// Returns the light and the dark variant of a colour.
  private func colors(_ pattern: String) throws -> [Color] {
    let regex = try Regex(pattern + #": light-dark\((#\w{6}), (#\w{6})\)"#)
    let match = try #require(try regex.firstMatch(in: style))
    return [1, 2].compactMap { match[$0].substring.flatMap(Color.init) }
  }

  @Test(arguments: 0..<Accent.count)
  func `each accent colour has enough contrast on all backgrounds, in both colour schemes`(
    number: Int
  ) throws {
    let accent = try colors(#"\.accent-\#(number) \{ --accent"#)
    for ground in ["--ground", "--card", "--raised", "--on-accent"] {
      for (color, other) in zip(accent, try colors(ground)) {
        #expect(color.contrast(to: other) >= 4.5, "\(number) \(ground)")
      }
    }
  }

  @Test(arguments: ["--text", "--soft", "--danger"])
  func `the other text colours have enough contrast`(name: String) throws {
    for ground in ["--ground", "--card", "--raised"] {
      for (color, other) in zip(try colors(name), try colors(ground)) {
        #expect(color.contrast(to: other) >= 4.5, "\(name) \(ground)")
      }
    }
  }

  @Test func `a list always has the same colour, and all colours are used`() {
    let names = Set((0..<200).map { Accent.className(of: "list \($0)") })
    #expect(names.count == Accent.count)
    #expect(Accent.className(of: "A") == Accent.className(of: "A"))
  }
}

/// A colour of a style sheet.
private struct Color {
  let parts: [Double]

  init?(_ text: Substring) {
    guard let number = Int(text.dropFirst(), radix: 16) else { return nil }
    parts = [16, 8, 0].map { Double(number >> $0 & 0xFF) / 255 }
  }

  /// The relative luminance: https://www.w3.org/TR/WCAG21/#dfn-relative-luminance.
  private var luminance: Double {
    let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  func contrast(to other: Color) -> Double {
    let (one, two) = (luminance + 0.05, other.luminance + 0.05)
    return max(one, two) / min(one, two)
  }
}
