import IncrementalQueries

/// The row numbers of the rows of each group, for groups that no index finds.
///
/// Memory for each row: 11 to 22 bytes in the set of its group, or none if it is the only one.
struct GroupRows: Sendable {
  private var rows: [CompositeKey: SmallSet<Int64>] = [:]

  /// The number of rows that are read by their numbers, however few there are in the table.
  private static let fewRows = 64

  mutating func insert(_ row: Int64, into group: CompositeKey) { rows.insert(row, for: group) }

  mutating func remove(_ row: Int64, from group: CompositeKey) { rows.remove(row, for: group) }

  /// Returns the row numbers of the rows of a group.
  func rows(of group: CompositeKey) -> [Int64] {
    var numbers: [Int64] = []
    rows[group]?.forEach { numbers.append($0) }
    return numbers
  }

  /// Returns how to read groups: by the numbers of their rows, or by their values.
  ///
  /// Reading by values steps through the whole table, which costs less than looking up many of its
  /// rows. So the smallest groups are read by numbers, up to an eighth of all rows.
  ///
  /// - Parameters:
  ///   - groups: The groups, each once.
  ///   - count: The number of rows of all groups.
  /// - Returns: The row numbers in ascending order, and the groups to read by their values.
  func split(_ groups: [CompositeKey], ofRows count: Int) -> (
    numbers: [Int64], large: [CompositeKey]
  ) {
    let most = max(Self.fewRows, count / 8)
    let sizes = groups.map { rows[$0]?.count ?? 0 }
    var (numbers, large) = ([Int64](), [CompositeKey]())
    for index in groups.indices.sorted(by: { sizes[$0] < sizes[$1] }) {
      if numbers.count + sizes[index] <= most {
        rows[groups[index]]?.forEach { numbers.append($0) }
      } else {
        large.append(groups[index])
      }
    }
    return (numbers.sorted(), large)
  }
}
