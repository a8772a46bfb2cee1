/// A line-by-line comparison of two texts.
struct LineDifference {
  /// The comparison: lines only in the first text begin with `−`, lines only in the second with
  /// `+`.
  let text: String

  init(_ first: String, _ second: String) {
    let old = first.split(separator: "\n", omittingEmptySubsequences: false)
    let new = second.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in changes {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    text = Self.lines(old, new, removed, inserted).joined(separator: "\n")
  }

  private static func lines(
    _ old: [Substring],
    _ new: [Substring],
    _ removed: Set<Int>,
    _ inserted: Set<Int>
  ) -> [String] {
    var lines: [String] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        lines.append("− \(old[left])")
        left += 1
      } else if right < new.count, inserted.contains(right) {
        lines.append("+ \(new[right])")
        right += 1
      } else {
        lines.append("  \(right < new.count ? new[right] : old[left])")
        left += 1
        right += 1
      }
    }
    return lines
  }
}
