/// Which places elements leave and which are taken anew, when one result turns into the next.
///
/// All other elements stay: in their order, in the places that are left over.
///
/// - Invariant: Both lists ascend strictly and lie within their result, so that as many places are left over in the
///   one result as in the other.
struct Rearrangement {
  /// Elements that stand together and stay so.
  struct Run {
    let old: Int
    let new: Int
    let count: Int
  }

  let oldCount: Int
  /// The places that elements leave, in the old result.
  let leaving: [Int]
  /// The places that are taken anew, in the new result.
  let placed: [Int]

  var newCount: Int { oldCount - leaving.count + placed.count }
  var isEmpty: Bool { leaving.isEmpty && placed.isEmpty }

  /// Takes ascending lists of places.
  init(oldCount: Int, leaving: [Int], placed: [Int]) throws(DifferenceFailure) {
    self.oldCount = oldCount
    self.leaving = leaving
    self.placed = placed
    try Self.check(leaving, within: oldCount, "an old index")
    try Self.check(placed, within: newCount, "a new index")
  }

  private static func check(
    _ indexes: [Int],
    within count: Int,
    _ name: String
  ) throws(DifferenceFailure) {
    guard let first = indexes.first, let last = indexes.last else { return }
    guard isStrictlyAscending(indexes) else { throw .malformed("\(name) stands twice") }
    guard first >= 0, last < count else { throw .malformed("\(name) is out of range") }
  }
}

extension Rearrangement {
  /// What stays but comes to stand elsewhere, in its order.
  var shiftedRuns: [Run] {
    var runs: [Run] = []
    var (old, new, nextLeaving, nextPlaced) = (0, 0, 0, 0)
    while old < oldCount {
      let oldEnd = nextLeaving < leaving.count ? leaving[nextLeaving] : oldCount
      let newEnd = nextPlaced < placed.count ? placed[nextPlaced] : newCount
      let count = Swift.min(oldEnd - old, newEnd - new)
      if count > 0, old != new { runs.append(Run(old: old, new: new, count: count)) }
      (old, new) = (old + count, new + count)
      if old == oldEnd { (old, nextLeaving) = (old + 1, nextLeaving + 1) }
      if new == newEnd, new < newCount { (new, nextPlaced) = (new + 1, nextPlaced + 1) }
    }
    return runs
  }

  /// How many elements that stay come before a place of the old result.
  func rank(ofOld index: Int) -> Int { index - leaving.count(below: index) }

  /// How many elements that stay come before a place of the new result.
  func rank(ofNew index: Int) -> Int { index - placed.count(below: index) }

  /// Whether the element in a place of the old result leaves it.
  func leaves(_ old: Int) -> Bool { leaving.holds(old) }

  /// Whether a place of the new result is taken anew.
  func places(_ new: Int) -> Bool { placed.holds(new) }

  /// Where an element that stays comes to stand.
  func newIndex(of old: Int) -> Int { placed.gap(at: rank(ofOld: old)) }

  /// Where an element that stays stood.
  func oldIndex(of new: Int) -> Int { leaving.gap(at: rank(ofNew: new)) }
}

/// Whether each number is greater than the one before it.
func isStrictlyAscending(_ numbers: some Sequence<Int>) -> Bool {
  var last: Int?
  for number in numbers {
    if let last, number <= last { return false }
    last = number
  }
  return true
}

// Strictly ascending numbers, none of them negative.
extension [Int] {
  fileprivate func count(below number: Int) -> Int { firstPlace { self[$0] >= number } }

  fileprivate func holds(_ number: Int) -> Bool {
    let place = count(below: number)
    return place < count && self[place] == number
  }

  /// The number that is not among these and has as many others before it that are not.
  fileprivate func gap(at rank: Int) -> Int { rank + firstPlace { self[$0] - $0 > rank } }

  /// The first place for which a condition holds that holds for all later ones.
  private func firstPlace(where isTrue: (Int) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isTrue(middle) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
