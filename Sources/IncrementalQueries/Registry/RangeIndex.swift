import DatabaseTypes

/// Queries found by the ranges that hold a value.
///
/// It is a tree without pointers: the ranges are sorted by where they begin, the middle one is the root, and each knows
/// how far those of its part reach.
///
/// - Invariant: all arrays have one length, and the nodes are sorted by their starts.
/// - Invariant: a node's reach is the farthest end of the ranges of its part.
struct RangeIndex<ID: Hashable & Sendable>: Sendable {
  private struct Node: Sendable {
    let start: ValuePlace
    var reach: ValuePlace
  }

  private var ids: [ID] = []
  private var ranges: [ValueRange] = []
  private var nodes: [Node] = []

  var isEmpty: Bool { ids.isEmpty }

  /// Adds a query.
  ///
  /// - Complexity: Linear: live queries come and go seldom, and are looked for at each commit.
  mutating func insert(_ id: ID, _ range: ValueRange) {
    let start = range.start
    let index = nodes.firstIndex { $0.start > start } ?? nodes.count
    ids.insert(id, at: index)
    ranges.insert(range, at: index)
    updateNodes()
  }

  /// Removes a query.
  ///
  /// - Complexity: Linear.
  mutating func remove(_ id: ID) {
    guard let index = ids.firstIndex(of: id) else { return }
    ids.remove(at: index)
    ranges.remove(at: index)
    updateNodes()
  }

  /// Calls a closure with each query whose range holds a value.
  ///
  /// - Complexity: Logarithmic for each query found, where values differ in their first bytes.
  func forEach(containing value: DatabaseValue, _ body: (ID) -> Void) {
    guard !value.isNull else { return }
    if value.mayBeRepaired { return ids.forEach(body) }
    nodes.withUnsafeBufferPointer { nodes in
      Self.forEachNode(of: nodes, around: ValuePlace(value), 0, nodes.count) { index in
        if ranges[index].contains(value) { body(ids[index]) }
      }
    }
  }

  /// By a pointer, since a step is less work than to hold on to the arrays for it.
  private static func forEachNode(
    of nodes: UnsafeBufferPointer<Node>,
    around place: ValuePlace,
    _ start: Int,
    _ end: Int,
    _ body: (Int) -> Void
  ) {
    guard start < end else { return }
    let middle = (start + end) / 2
    if nodes[middle].reach < place { return }
    forEachNode(of: nodes, around: place, start, middle, body)
    if nodes[middle].start > place { return }
    body(middle)
    forEachNode(of: nodes, around: place, middle + 1, end, body)
  }

  private mutating func updateNodes() {
    nodes = ranges.map { Node(start: $0.start, reach: $0.end) }
    updateReach(0, nodes.count)
  }

  private mutating func updateReach(_ start: Int, _ end: Int) {
    guard end - start > 1 else { return }
    let middle = (start + end) / 2
    updateReach(start, middle)
    nodes[middle].reach = max(nodes[middle].reach, nodes[(start + middle) / 2].reach)
    guard middle + 1 < end else { return }
    updateReach(middle + 1, end)
    nodes[middle].reach = max(nodes[middle].reach, nodes[(middle + 1 + end) / 2].reach)
  }
}

extension ValueRange {
  fileprivate var start: ValuePlace { lower.map { ValuePlace($0.value) } ?? .start }
  fileprivate var end: ValuePlace { upper.map { ValuePlace($0.value) } ?? .end }
}
