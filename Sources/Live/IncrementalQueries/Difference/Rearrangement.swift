/// The places that elements leave and that are newly filled between one result and the next.
///
/// All other elements stay: in their order, in the remaining places.
///
/// - Invariant: Both lists are strictly ascending and within their result, so both results have the
///   same number of remaining places.
struct Rearrangement {
  /// Adjacent elements that stay adjacent.
  struct Run {
    let old: Int
    let new: Int
    let count: Int
  }

  let oldCount: Int
  /// The old places that elements leave.
  let leaving: [Int]
  /// The new places that are filled.
  let placed: [Int]

  var newCount: Int { oldCount - leaving.count + placed.count }
  var isEmpty: Bool { leaving.isEmpty && placed.isEmpty }

  /// Creates a rearrangement from ascending lists of places.
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
  /// The runs of staying elements whose places change, in order.
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

  /// Returns the number of staying elements before a place of the old result.
  func rank(ofOld index: Int) -> Int { index - leaving.count(below: index) }

  /// Returns the number of staying elements before a place of the new result.
  func rank(ofNew index: Int) -> Int { index - placed.count(below: index) }

  /// Returns whether the element in a place of the old result leaves it.
  func leaves(_ old: Int) -> Bool { leaving.contains(sorted: old) }

  /// Returns whether a place of the new result is newly filled.
  func places(_ new: Int) -> Bool { placed.contains(sorted: new) }

  /// Returns the new place of an element that stays.
  func newIndex(of old: Int) -> Int { placed.missingNumber(at: rank(ofOld: old)) }

  /// Returns the old place of an element that stays.
  func oldIndex(of new: Int) -> Int { leaving.missingNumber(at: rank(ofNew: new)) }
}

/// Returns whether each number is greater than the previous one.
func isStrictlyAscending(_ numbers: some Sequence<Int>) -> Bool {
  var last: Int?
  for number in numbers {
    if let last, number <= last { return false }
    last = number
  }
  return true
}

// For strictly ascending numbers, none of them negative.
extension [Int] {
  fileprivate func count(below number: Int) -> Int { firstPlace { self[$0] >= number } }

  fileprivate func contains(sorted number: Int) -> Bool {
    let place = count(below: number)
    return place < count && self[place] == number
  }

  /// Returns the number at a rank among the numbers that are not in this list.
  fileprivate func missingNumber(at rank: Int) -> Int { rank + firstPlace { self[$0] - $0 > rank } }

  /// Returns the first place for which a condition holds, given that it holds for all later ones.
  private func firstPlace(where isTrue: (Int) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isTrue(middle) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
