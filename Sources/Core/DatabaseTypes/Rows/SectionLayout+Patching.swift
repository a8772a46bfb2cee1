extension SectionLayout {
  /// Returns the sections after removing and adding rows; a changed row is removed and added.
  ///
  /// The remaining rows keep their names and their order. So if each added row is within the
  /// section with its name, so are all others: each section then contains exactly the remaining
  /// rows with its name, and they are consecutive, in the order of the sections.
  ///
  /// - Parameters:
  ///   - removed: The positions of the removed rows, before the change.
  ///   - added: The added rows, in ascending order of their positions after the change.
  /// - Returns: `nil` if the rows of a section would not be consecutive.
  /// - Complexity: Linear in the number of these rows, and an addition for each section.
  package func replacing(_ removed: [Int], by added: [(index: Int, name: Name)]) -> Self? {
    var counts = counts
    for index in removed { counts[section(ofRowAt: index)] -= 1 }
    var new: [(index: Int, name: Name)] = []
    var newCounts: [Name: Int] = [:]
    for row in added {
      if let known = numbers[row.name] {
        counts[known] += 1
      } else {
        if newCounts[row.name] == nil { new.append(row) }
        newCounts[row.name, default: 0] += 1
      }
    }
    let layout =
      new.isEmpty && !counts.contains(0)
      ? SectionLayout(names: names, numbers: numbers, counts: counts)
      : merged(counts, new, newCounts)
    return layout?.holds(added) == true ? layout : nil
  }

  private var counts: [Int] { ends.indices.map { rows(ofSectionAt: $0).count } }

  /// Returns the non-empty sections, with new ones inserted at the position of their first row.
  private func merged(
    _ counts: [Int],
    _ new: [(index: Int, name: Name)],
    _ newCounts: [Name: Int]
  ) -> Self? {
    var (names, merged) = ([Name](), [Int]())
    var end = 0
    var next = new[...]
    func add(_ name: Name, _ count: Int) {
      names.append(name)
      merged.append(count)
      end += count
    }
    func addNew() {
      while let first = next.first, first.index == end {
        next.removeFirst()
        add(first.name, newCounts[first.name] ?? 0)
      }
    }
    for (number, count) in counts.enumerated() where count > 0 {
      addNew()
      add(self.names[number], count)
    }
    addNew()
    guard next.isEmpty else { return nil }
    let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    return SectionLayout(names: names, numbers: numbers, counts: merged)
  }

  private func holds(_ rows: [(index: Int, name: Name)]) -> Bool {
    let count = ends.last ?? 0
    return rows.allSatisfy { row in
      row.index < count && names[section(ofRowAt: row.index)] == row.name
    }
  }

  /// Returns the section that contains a row.
  private func section(ofRowAt index: Int) -> Int {
    var range = ends.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = index < ends[middle - 1] ? range.lowerBound..<middle : middle..<range.upperBound
    }
    return range.lowerBound
  }
}
