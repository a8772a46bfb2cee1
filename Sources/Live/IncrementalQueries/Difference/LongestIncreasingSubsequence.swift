/// The places that a longest increasing subsequence of some numbers occupies.
enum SubsequencePlaces {
  /// All places.
  case all
  /// The places whose value is true.
  case some([Bool])

  func contains(_ place: Int) -> Bool {
    switch self {
    case .all: true
    case .some(let places): places[place]
    }
  }
}

/// Finds a longest increasing subsequence, whose elements need not move.
///
/// Negative numbers are ignored and never part of it.
///
/// - Complexity: O(*n*) if almost all numbers are ascending, otherwise O(*n* log *n*).
func longestIncreasingSubsequence(of numbers: [Int]) -> SubsequencePlaces {
  if isAscending(numbers) { return .all }
  // `ends[k]` is the place of the smallest number that ends an increasing subsequence of k + 1
  // numbers. `previous` is the place before a place in its subsequence.
  var ends: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  for (place, number) in numbers.enumerated() where number >= 0 {
    let length = firstEnd(notBelow: number, ends, numbers)
    if length > 0 { previous[place] = ends[length - 1] }
    if length == ends.count { ends.append(place) } else { ends[length] = place }
  }
  var places = [Bool](repeating: false, count: numbers.count)
  var next = ends.last ?? -1
  while next >= 0 {
    places[next] = true
    next = previous[next]
  }
  return .some(places)
}

private func isAscending(_ numbers: [Int]) -> Bool {
  var last = -1
  for number in numbers where number >= 0 {
    guard number > last else { return false }
    last = number
  }
  return true
}

/// Returns the first end whose number is not below a number, or the number of ends if there is
/// none.
private func firstEnd(notBelow number: Int, _ ends: [Int], _ numbers: [Int]) -> Int {
  guard let last = ends.last, numbers[last] >= number else { return ends.count }
  var range = 0..<ends.count
  while !range.isEmpty {
    let middle = range.lowerBound + range.count / 2
    range =
      numbers[ends[middle]] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
  }
  return range.lowerBound
}
