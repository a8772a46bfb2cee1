import Foundation

extension Node {
  /// The elements without an end tag.
  private static let emptyElements: Set = ["input", "meta", "link", "br", "hr"]

  /// Renders the node as HTML.
  ///
  /// - Parameter now: The current time, from which relative times are computed.
  func html(now: Date = Date()) -> String {
    var html = ""
    write(to: &html, now)
    return html
  }

  private func write(to html: inout String, _ now: Date) {
    switch self {
    case .text(let text): html += Self.escaped(text)
    case .time(let date):
      html += "<time datetime=\"\(date.ISO8601Format())\">\(PassedTime.text(since: date, now: now))"
      html += "</time>"
    case .element(let element):
      html += "<\(element.name)"
      for attribute in element.attributes { html += attribute.html }
      html += ">"
      guard !Self.emptyElements.contains(element.name) else { return }
      for child in element.children { child.write(to: &html, now) }
      html += "</\(element.name)>"
    }
  }

  /// Escapes a text for use as element content or as a quoted attribute value.
  ///
  /// NUL is not allowed in HTML and becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    var html = ""
    html.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      case "\0": html += "\u{FFFD}"
      default: html.unicodeScalars.append(scalar)
      }
    }
    return html
  }
}

extension Attribute {
  fileprivate var html: String {
    switch value {
    case .text(""): " \(name)"
    case .text(let text): " \(name)=\"\(Node.escaped(text))\""
    case .freshKey: " \(name)=\"\(UUID().uuidString)\""
    }
  }
}
