/// The longest increasing subsequence of a sequence of numbers.
enum LongestRise {
  /// Returns the indices of its elements.
  ///
  /// - Complexity: O(*n* log *n*).
  static func indices(of numbers: [Int]) -> [Int] {
    // For each length, the index of the smallest last number of a subsequence with that length.
    var ends: [Int] = []
    var before: [Int?] = []
    for (index, number) in numbers.enumerated() {
      let length = firstPlace(in: ends) { numbers[$0] >= number }
      before.append(length > 0 ? ends[length - 1] : nil)
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var rise: [Int] = []
    var next = ends.last
    while let index = next {
      rise.append(index)
      next = before[index]
    }
    return rise.reversed()
  }

  /// Returns the first position from which on a condition holds, by binary search.
  private static func firstPlace(in places: [Int], where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(places[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
