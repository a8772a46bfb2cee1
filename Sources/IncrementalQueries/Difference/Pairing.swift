/// Which old element each new element continues.
///
/// Three steps, of which each leaves less to the next, since the first is the cheapest:
///
/// 1. Equal elements at both ends are cut off.
/// 2. A walk through the rest pairs what stands face to face, and finds its way past a few elements that came
///    or went.
/// 3. What the walk could not pair is looked up by key.
struct Pairing {
  /// The old element that a new one continues.
  struct Partner {
    /// Whether there is an old element, and whether it is the same.
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

  /// How many elements that came or went in one place the walk gets past.
  private static let sight = 8
  /// After how many failures in a row the walk leaves the rest to the look-up.
  private static let patience = 64

  /// Cuts off the equal ends.
  init<Element: Equatable>(_ oldElements: [Element], _ newElements: [Element]) {
    let shorter = min(oldElements.count, newElements.count)
    var start = 0
    while start < shorter, oldElements[start] == newElements[start] { start += 1 }
    var oldEnd = oldElements.count
    var newEnd = newElements.count
    while oldEnd > start, newEnd > start, oldElements[oldEnd - 1] == newElements[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    old = start..<oldEnd
    new = start..<newEnd
    partners = [Partner](repeating: .missing, count: newEnd - start)
  }

  /// Pairs the elements between the ends.
  mutating func pairElements<Element: Equatable, Key: Hashable>(
    _ oldElements: [Element],
    _ newElements: [Element],
    keyedBy key: (Element) -> Key
  ) {
    walk(oldElements, newElements, keyedBy: key)
    guard !unpairedOld.isEmpty, !unpairedNew.isEmpty else { return }
    lookUp(oldElements, newElements, keyedBy: key)
  }

  private mutating func pair(_ oldIndex: Int, _ newIndex: Int, _ state: Partner.State) {
    partners[newIndex - new.lowerBound] = Partner(oldIndex: oldIndex, state: state)
  }
}

// MARK: - The walk

extension Pairing {
  private mutating func walk<Element: Equatable, Key: Hashable>(
    _ oldElements: [Element],
    _ newElements: [Element],
    keyedBy key: (Element) -> Key
  ) {
    var rest = (old: old, new: new)
    var failures = 0
    while let oldIndex = rest.old.first, let newIndex = rest.new.first, failures < Self.patience {
      let isEqual = oldElements[oldIndex] == newElements[newIndex]
      if isEqual || key(oldElements[oldIndex]) == key(newElements[newIndex]) {
        pair(oldIndex, newIndex, isEqual ? .equal : .changed)
        rest = (rest.old.dropFirst(), rest.new.dropFirst())
        failures = 0
        continue
      }
      let skip = Self.way(oldElements, rest.old, newElements, rest.new)
      failures = skip.isFound ? 0 : failures + 1
      unpairedOld += rest.old.prefix(skip.old)
      unpairedNew += rest.new.prefix(skip.new)
      rest = (rest.old.dropFirst(skip.old), rest.new.dropFirst(skip.new))
    }
    unpairedOld += rest.old
    unpairedNew += rest.new
  }

  /// How many elements to leave out, so that the next two face each other and are equal.
  private static func way<Element: Equatable>(
    _ oldElements: [Element],
    _ old: Range<Int>,
    _ newElements: [Element],
    _ new: Range<Int>
  ) -> (old: Int, new: Int, isFound: Bool) {
    for distance in 1...sight {
      let (oldIndex, newIndex) = (old.lowerBound + distance, new.lowerBound + distance)
      if newIndex < new.upperBound, oldElements[old.lowerBound] == newElements[newIndex] {
        return (0, distance, true)
      }
      if oldIndex < old.upperBound, oldElements[oldIndex] == newElements[new.lowerBound] {
        return (distance, 0, true)
      }
    }
    return (1, 1, false)
  }
}

// MARK: - The look-up

extension Pairing {
  private mutating func lookUp<Element: Equatable, Key: Hashable>(
    _ oldElements: [Element],
    _ newElements: [Element],
    keyedBy key: (Element) -> Key
  ) {
    // Old elements with one key are a chain from the first to the last: a dictionary of arrays would allocate
    // an array for each key.
    var firstPositions: [Key: Int] = Dictionary(minimumCapacity: unpairedOld.count)
    var nextPositions = [Int?](repeating: nil, count: unpairedOld.count)
    for (position, index) in unpairedOld.enumerated().reversed() {
      nextPositions[position] = firstPositions.updateValue(
        position,
        forKey: key(oldElements[index])
      )
    }
    var isPaired = [Bool](repeating: false, count: unpairedOld.count)
    for newIndex in unpairedNew {
      let newKey = key(newElements[newIndex])
      guard let position = firstPositions[newKey] else { continue }
      firstPositions[newKey] = nextPositions[position]
      isPaired[position] = true
      let oldIndex = unpairedOld[position]
      pair(oldIndex, newIndex, oldElements[oldIndex] == newElements[newIndex] ? .equal : .changed)
    }
    unpairedOld = zip(unpairedOld, isPaired).filter { !$0.1 }.map(\.0)
  }
}
