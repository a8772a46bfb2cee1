/// The difference between two states of a page, as a list of steps.
///
/// Checking an item makes a patch of a few kilobytes, however long the list is. Nodes without an
/// identifier are sent together with their nearest ancestor that has one.
struct PagePatch: Hashable, Sendable {
  let steps: [PatchStep]

  /// Compares two states of an element, which has the same identifier in both.
  init(from old: Element, to new: Element) { steps = Self.steps(from: old, to: new) }

  var isEmpty: Bool { steps.isEmpty }

  private static func steps(from old: Element, to new: Element) -> [PatchStep] {
    guard let id = new.id, old != new else { return [] }
    let content = steps(from: old.children, to: new.children, in: id)
    let attributes =
      old.attributes == new.attributes ? [] : [PatchStep.attributes(id, new.attributes)]
    return attributes + (content ?? [.fill(id, new.children)])
  }

  /// Compares the children of an element.
  ///
  /// - Parameter parent: The identifier of the element; `nil` if it has none.
  /// - Returns: `nil` if the children must be sent as a whole.
  private static func steps(
    from old: [Node],
    to new: [Node],
    in parent: String?
  ) -> [PatchStep]? {
    if old == new { return [] }
    if let parent, let old = KeyedElements(old), let new = KeyedElements(new) {
      return steps(from: old, to: new, in: parent)
    }
    guard old.count == new.count else { return nil }
    var steps: [PatchStep] = []
    for (old, new) in zip(old, new) where old != new {
      guard let inner = Self.steps(from: old, to: new) else { return nil }
      steps += inner
    }
    return steps
  }

  /// Compares two nodes at the same position.
  private static func steps(from old: Node, to new: Node) -> [PatchStep]? {
    guard case .element(let old) = old, case .element(let new) = new, old.name == new.name,
      old.id == new.id
    else { return nil }
    if new.id != nil { return steps(from: old, to: new) }
    guard old.attributes == new.attributes else { return nil }
    return steps(from: old.children, to: new.children, in: nil)
  }

  /// Compares children that all have identifiers: removals, insertions, moves and changes.
  private static func steps(
    from old: KeyedElements,
    to new: KeyedElements,
    in parent: String
  ) -> [PatchStep] {
    let removed = old.ids.filter { new.byID[$0] == nil }
      .map { PatchStep.remove($0, from: parent) }
    let staying = old.staying(in: new)
    var placed: [PatchStep] = []
    var changed: [PatchStep] = []
    var next: String?
    // Backwards, so that the next sibling is already in its place.
    for (id, element) in zip(new.ids, new.elements).reversed() {
      if let known = old.byID[id], known.name == element.name {
        if !staying.contains(id) { placed.append(.move(id, within: parent, before: next)) }
        changed += steps(from: known, to: element)
      } else {
        placed.append(.put(element, into: parent, before: next))
      }
      next = id
    }
    return removed + placed + changed
  }
}

/// Child elements that all have different identifiers.
private struct KeyedElements {
  let ids: [String]
  let elements: [Element]
  let byID: [String: Element]

  init?(_ nodes: [Node]) {
    var elements: [Element] = []
    for node in nodes {
      guard case .element(let element) = node, element.id != nil else { return nil }
      elements.append(element)
    }
    ids = elements.compactMap(\.id)
    self.elements = elements
    byID = Dictionary(zip(ids, elements)) { first, _ in first }
    guard byID.count == elements.count else { return nil }
  }

  /// Returns a largest set of elements that need not move, because their order is the same in both.
  func staying(in new: KeyedElements) -> Set<String> {
    let places = Dictionary(uniqueKeysWithValues: zip(new.ids, new.ids.indices))
    let kept = ids.filter { places[$0] != nil }
    let indices = LongestRise.indices(of: kept.compactMap { places[$0] })
    return Set(indices.map { kept[$0] })
  }
}
