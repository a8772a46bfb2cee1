/// Two results whose elements are paired, by their places.
protocol PairedResults {
  /// The key that identifies an element.
  associatedtype Key: Hashable

  var oldCount: Int { get }
  var newCount: Int { get }

  /// Returns whether an old element and a new one are equal; equal elements have equal keys.
  func areEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool

  func oldKey(_ index: Int) -> Key
  func newKey(_ index: Int) -> Key
}

/// The old element that each new element continues.
///
/// It works in three steps, cheapest first, each of which leaves less to the next:
///
/// 1. Cut off equal elements at both ends.
/// 2. Walk through the rest, pairing elements that face each other, and find the way past a few
///    elements that were inserted or removed.
/// 3. Look up by key what the walk could not pair.
struct Pairing {
  /// The old element that a new one continues.
  struct Partner {
    /// The result of a search: no old element, an equal one, or a changed one.
    enum State { case missing, equal, changed }

    var oldIndex: Int
    var state: State

    static let missing = Partner(oldIndex: -1, state: .missing)
  }

  /// The old elements between the equal ends.
  private(set) var old: Range<Int>
  /// The new elements between the equal ends.
  private(set) var new: Range<Int>
  /// The partner of each element of `new`.
  private(set) var partners: [Partner]
  /// The old elements without a partner, in ascending order.
  private(set) var unpairedOld: [Int] = []
  private var unpairedNew: [Int] = []

  /// The number of elements inserted or removed in one place that the walk can skip.
  private static let lookahead = 8
  /// The number of consecutive failures after which the walk leaves the rest to the look-up.
  private static let failureLimit = 64

  /// Cuts off the equal ends.
  private init(endsOf results: some PairedResults) {
    let shorter = min(results.oldCount, results.newCount)
    var start = 0
    while start < shorter, results.areEqual(start, start) { start += 1 }
    var (oldEnd, newEnd) = (results.oldCount, results.newCount)
    while oldEnd > start, newEnd > start, results.areEqual(oldEnd - 1, newEnd - 1) {
      oldEnd -= 1
      newEnd -= 1
    }
    old = start..<oldEnd
    new = start..<newEnd
    partners = [Partner](repeating: .missing, count: newEnd - start)
  }

  /// Pairs the elements of two results.
  init(_ results: some PairedResults) {
    self.init(endsOf: results)
    walk(results)
    if !unpairedOld.isEmpty, !unpairedNew.isEmpty { lookUp(results) }
  }

  /// Pairs the elements of two results for which the old place of each new element is known.
  ///
  /// - Parameters:
  ///   - places: The old place of each new element; -1 if it was not there.
  ///   - oldCount: The number of old elements.
  ///   - areEqual: Whether an old element and a new one are equal.
  init(places: [Int], oldCount: Int, areEqual: (Int, Int) -> Bool) {
    (old, new) = (0..<oldCount, 0..<places.count)
    partners = []
    partners.reserveCapacity(places.count)
    var isPaired = [Bool](repeating: false, count: oldCount)
    for newIndex in places.indices {
      let oldIndex = places[newIndex]
      guard oldIndex >= 0 else {
        partners.append(.missing)
        continue
      }
      isPaired[oldIndex] = true
      let isEqual = areEqual(oldIndex, newIndex)
      partners.append(Partner(oldIndex: oldIndex, state: isEqual ? .equal : .changed))
    }
    unpairedOld = isPaired.indices.filter { !isPaired[$0] }
  }

  private mutating func pair(_ oldIndex: Int, _ newIndex: Int, _ state: Partner.State) {
    partners[newIndex - new.lowerBound] = Partner(oldIndex: oldIndex, state: state)
  }
}

// MARK: - The walk

extension Pairing {
  private mutating func walk(_ results: some PairedResults) {
    var rest = (old: old, new: new)
    var failures = 0
    while let oldIndex = rest.old.first, let newIndex = rest.new.first, failures < Self.failureLimit
    {
      let isEqual = results.areEqual(oldIndex, newIndex)
      if isEqual || results.oldKey(oldIndex) == results.newKey(newIndex) {
        pair(oldIndex, newIndex, isEqual ? .equal : .changed)
        rest = (rest.old.dropFirst(), rest.new.dropFirst())
        failures = 0
        continue
      }
      let skip = Self.skip(results, rest.old, rest.new)
      failures = skip.isFound ? 0 : failures + 1
      unpairedOld += rest.old.prefix(skip.old)
      unpairedNew += rest.new.prefix(skip.new)
      rest = (rest.old.dropFirst(skip.old), rest.new.dropFirst(skip.new))
    }
    unpairedOld += rest.old
    unpairedNew += rest.new
  }

  /// Returns how many elements to skip so that the next two face each other and are equal.
  private static func skip(
    _ results: some PairedResults,
    _ old: Range<Int>,
    _ new: Range<Int>
  ) -> (old: Int, new: Int, isFound: Bool) {
    for distance in 1...lookahead {
      let (oldIndex, newIndex) = (old.lowerBound + distance, new.lowerBound + distance)
      if newIndex < new.upperBound, results.areEqual(old.lowerBound, newIndex) {
        return (0, distance, true)
      }
      if oldIndex < old.upperBound, results.areEqual(oldIndex, new.lowerBound) {
        return (distance, 0, true)
      }
    }
    return (1, 1, false)
  }
}

// MARK: - The look-up

extension Pairing {
  private mutating func lookUp<Results: PairedResults>(_ results: Results) {
    // Old elements with the same key form a chain from first to last, since a dictionary of arrays
    // would allocate an array for each key.
    var firstPositions: [Results.Key: Int] = Dictionary(minimumCapacity: unpairedOld.count)
    var nextPositions = [Int?](repeating: nil, count: unpairedOld.count)
    for (position, index) in unpairedOld.enumerated().reversed() {
      nextPositions[position] = firstPositions.updateValue(
        position,
        forKey: results.oldKey(index)
      )
    }
    var isPaired = [Bool](repeating: false, count: unpairedOld.count)
    for newIndex in unpairedNew {
      let newKey = results.newKey(newIndex)
      guard let position = firstPositions[newKey] else { continue }
      firstPositions[newKey] = nextPositions[position]
      isPaired[position] = true
      let oldIndex = unpairedOld[position]
      pair(oldIndex, newIndex, results.areEqual(oldIndex, newIndex) ? .equal : .changed)
    }
    unpairedOld = zip(unpairedOld, isPaired).filter { !$0.1 }.map(\.0)
  }
}
