import Foundation

/// A node of a page: an element, a text or a time.
///
/// All HTML is rendered from values of this type, so text that people type never becomes markup.
/// Texts and attribute values are stored unescaped, and are escaped when HTML is rendered
/// (`Node+HTML.swift`). A script gets them as JSON, and sets them as text (`Node+JSON.swift`).
indirect enum Node: Hashable, Sendable {
  case element(Element)
  case text(String)
  /// A time, shown relative to now.
  case time(Date)
}

/// An element of a page.
struct Element: Hashable, Sendable {
  let name: String
  var attributes: [Attribute] = []
  var children: [Node] = []

  /// The value of the attribute `id`.
  var id: String? {
    guard case .text(let id)? = attributes.first(where: { $0.name == "id" })?.value else {
      return nil
    }
    return id
  }
}

/// An attribute of an element; its name is a literal of the program.
struct Attribute: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    case text(String)
    /// A new UUID each time the page is rendered.
    case freshKey
  }

  let name: String
  let value: Value

  init(_ name: StaticString, _ value: Value) {
    self.name = name.description
    self.value = value
  }
}

/// Creates an element.
///
/// ```swift
/// tag("li", .id("item-7"), .classes("item", isDone ? "done" : nil)) { item.name }
/// ```
func tag(
  _ name: StaticString,
  _ attributes: Attribute?...,
  @NodeBuilder children: () -> [Node] = { [] }
) -> Node {
  .element(
    Element(
      name: name.description,
      attributes: attributes.compactMap(\.self),
      children: children()
    )
  )
}
