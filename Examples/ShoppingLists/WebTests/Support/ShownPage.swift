@testable import ShoppingListsWeb

/// A page in a browser, which applies steps as `Resources/tree.js` does.
struct ShownPage {
  private(set) var root: Element

  init(_ root: Element) { self.root = root }

  mutating func apply(_ steps: [PatchStep]) {
    for step in steps {
      switch step {
      case .put(let element, let parent, let next):
        if let id = element.id { change(parentOf: id) { $0.children.removeAll { $0.id == id } } }
        insert(element, into: parent, before: next)
      case .move(let id, let parent, let next):
        guard let element = find(id, in: root) else { continue }
        change(parent) { $0.children.removeAll { $0.id == id } }
        insert(element, into: parent, before: next)
      case .remove(let id, let parent):
        change(parent) { $0.children.removeAll { $0.id == id } }
      case .attributes(let id, let attributes): change(id) { $0.attributes = attributes }
      case .fill(let id, let nodes): change(id) { $0.children = nodes }
      }
    }
  }

  private mutating func insert(_ element: Element, into parent: String, before next: String?) {
    change(parent) { parent in
      let place = parent.children.firstIndex { next != nil && $0.id == next }
      parent.children.insert(.element(element), at: place ?? parent.children.endIndex)
    }
  }

  private mutating func change(_ id: String, _ body: (inout Element) -> Void) {
    Self.change(&root, where: { $0.id == id }, body)
  }

  private mutating func change(parentOf id: String, _ body: (inout Element) -> Void) {
    Self.change(&root, where: { $0.children.contains { $0.id == id } }, body)
  }

  private static func change(
    _ element: inout Element,
    where isMeant: (Element) -> Bool,
    _ body: (inout Element) -> Void
  ) {
    if isMeant(element) { return body(&element) }
    for index in element.children.indices {
      guard case .element(var child) = element.children[index] else { continue }
      change(&child, where: isMeant, body)
      element.children[index] = .element(child)
    }
  }

  private func find(_ id: String, in element: Element) -> Element? {
    if element.id == id { return element }
    for case .element(let child) in element.children {
      if let found = find(id, in: child) { return found }
    }
    return nil
  }
}

extension Node {
  /// The identifier of an element.
  var id: String? { if case .element(let element) = self { element.id } else { nil } }
}
