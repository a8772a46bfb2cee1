import DatabaseTypes

/// An index of queries by the ranges that contain a value.
///
/// It is an implicit tree: the ranges are sorted by their starts, the middle one is the root, and
/// each node records how far the ranges of its subtree reach.
///
/// - Invariant: All arrays have the same length, and the nodes are sorted by their starts.
/// - Invariant: A node's reach is the farthest end of the ranges in its subtree.
struct RangeIndex<ID: Hashable & Sendable>: Sendable {
  private struct Node: Sendable {
    let start: ApproximateValue
    var reach: ApproximateValue
  }

  private var ids: [ID] = []
  private var ranges: [ValueRange] = []
  private var nodes: [Node] = []

  var isEmpty: Bool { ids.isEmpty }

  /// Adds a query.
  ///
  /// - Complexity: Linear. Live queries rarely start and end, but are looked up at each commit.
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

  /// Calls a closure with each query whose range contains a value.
  ///
  /// - Complexity: Logarithmic for each query found, if values differ in their first bytes.
  func forEach(containing value: DatabaseValue, _ body: (ID) -> Void) {
    guard !value.isNull else { return }
    if value.hasReplacedBytes { return ids.forEach(body) }
    nodes.withUnsafeBufferPointer { nodes in
      Self.forEachNode(of: nodes, around: ApproximateValue(value), 0, nodes.count) { index in
        if ranges[index].contains(value) { body(ids[index]) }
      }
    }
  }

  /// Takes a pointer, since retaining the arrays would cost more than a step itself.
  private static func forEachNode(
    of nodes: UnsafeBufferPointer<Node>,
    around place: ApproximateValue,
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
  fileprivate var start: ApproximateValue { lower.map { ApproximateValue($0.value) } ?? .start }
  fileprivate var end: ApproximateValue { upper.map { ApproximateValue($0.value) } ?? .end }
}
