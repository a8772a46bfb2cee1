// The steps that the server sends to the page.
// snippet.steps
/// One change to a page in the browser.
///
/// Steps refer to elements by their identifiers, and are applied in order.
enum PatchStep: Hashable, Sendable {
  /// Inserts an element into a parent, before one of its children or, with `nil`, at the end.
  ///
  /// An existing element with the same identifier is moved and updated, so it keeps the focus.
  case put(Element, into: String, before: String?)
  /// Moves an element within its parent.
  case move(String, within: String, before: String?)
  /// Removes an element from a parent, unless it was moved to another parent.
  case remove(String, from: String)
  /// Replaces all attributes of an element.
  case attributes(String, [Attribute])
  /// Replaces the children of an element.
  case fill(String, [Node])
}
// snippet.end

extension PatchStep {
  /// The step as JSON: an array that begins with the name of the step.
  var json: String {
    let parts =
      switch self {
      case .put(let element, let parent, let next):
        ["\"put\"", Node.element(element).json, Self.text(parent), Self.text(next)]
      case .move(let id, let parent, let next):
        ["\"move\"", Self.text(id), Self.text(parent), Self.text(next)]
      case .remove(let id, let parent): ["\"remove\"", Self.text(id), Self.text(parent)]
      case .attributes(let id, let attributes):
        ["\"attributes\"", Self.text(id), attributes.json]
      case .fill(let id, let nodes):
        ["\"fill\"", Self.text(id), "[\(nodes.map(\.json).joined(separator: ","))]"]
      }
    return "[\(parts.joined(separator: ","))]"
  }

  private static func text(_ id: String?) -> String {
    id.map { Node.text($0).json } ?? "null"
  }
}
