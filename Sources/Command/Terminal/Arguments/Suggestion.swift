/// Returns the word closest to an unknown one; `nil` if none is close.
///
/// A word is close if at most a third of its letters have to change, or if it starts with the given
/// one.
package func closest(to word: String, among words: [String]) -> String? {
  let ranked = words.map { (word: $0, distance: editDistance(word, $0)) }
  if let best = ranked.min(by: { $0.distance < $1.distance }),
    best.distance <= max(1, max(word.count, best.word.count) / 3)
  {
    return best.word
  }
  return word.count > 1 ? words.first { $0.hasPrefix(word) } : nil
}

/// Returns the edit distance of two words.
///
/// That is the number of letters to add, drop, replace or swap with a neighbour to turn one into
/// the other.
///
/// - Complexity: The product of the lengths.
func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left)
  let right = Array(right)
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for i in left.indices {
    var row = [i + 1]
    for j in right.indices {
      let isSame = left[i] == right[j]
      var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (isSame ? 0 : 1))
      if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        least = min(least, beforeLast[j - 1] + 1)
      }
      row.append(least)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}
