/// The assignment of consecutive rows to sections.
///
/// - Invariant: No two sections have the same name.
package struct SectionLayout<Name: Hashable>: Equatable {
  /// The names of the sections, in order.
  package private(set) var names: [Name] = []
  /// The end of each section.
  private(set) var ends: [Int] = []
  /// The positions of the names.
  private(set) var numbers: [Name: Int] = [:]

  /// Creates one section of all rows, or none if there are no rows.
  package init(all count: Int, name: Name) {
    guard count > 0 else { return }
    names = [name]
    ends = [count]
    numbers = [name: 0]
  }

  private init() {}

  /// Creates sections with a number of rows each, none of which is empty.
  init(names: [Name], numbers: [Name: Int], counts: [Int]) {
    (self.names, self.numbers) = (names, numbers)
    setEnds(counts)
  }

  /// Returns the rows of a section.
  package func rows(ofSectionAt index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// Returns the position of the section with a name.
  package func index(of name: Name) -> Int? { numbers[name] }
}

extension SectionLayout: Sendable where Name: Sendable {}

extension SectionLayout {
  /// Groups rows into sections, in the order in which the names first occur.
  ///
  /// SQLite orders rows by name, so the rows of a section are consecutive, unless names are equal
  /// in SQLite but differ in Swift, or vice versa: a collation makes “a” equal “A”, and Swift
  /// considers two spellings of “é” equal.
  ///
  /// - Parameter rowNames: The name of each row's section.
  /// - Returns: The sections, and the positions of the rows in section order if that differs from
  ///   the given order.
  package static func sections(of rowNames: [Name]) -> (layout: Self, order: [Int]?) {
    var layout = Self()
    var counts: [Int] = []
    var rowNumbers: [Int] = []
    rowNumbers.reserveCapacity(rowNames.count)
    var isInOrder = true
    for name in rowNames {
      let number = layout.number(of: name, after: rowNumbers.last)
      if number == counts.count { counts.append(0) }
      if let last = rowNumbers.last, number < last { isInOrder = false }
      counts[number] += 1
      rowNumbers.append(number)
    }
    layout.setEnds(counts)
    return (layout, isInOrder ? nil : layout.order(of: rowNumbers))
  }

  /// Returns the position of a name, adding it if it is new; it is usually that of the previous
  /// row.
  private mutating func number(of name: Name, after last: Int?) -> Int {
    if let last, names[last] == name { return last }
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  private mutating func setEnds(_ counts: [Int]) {
    var end = 0
    ends = counts.map { count in
      end += count
      return end
    }
  }

  private func order(of rowNumbers: [Int]) -> [Int] {
    var next = ends.indices.map { rows(ofSectionAt: $0).lowerBound }
    var order = [Int](repeating: 0, count: rowNumbers.count)
    for (row, number) in rowNumbers.enumerated() {
      order[next[number]] = row
      next[number] += 1
    }
    return order
  }
}
