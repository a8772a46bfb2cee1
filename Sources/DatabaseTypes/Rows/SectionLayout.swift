/// Which rows belong to which section: the sections lie one after the other.
///
/// - Invariant: No two sections have the same name.
package struct SectionLayout<Name: Hashable>: Equatable {
  /// The names of the sections, in their order.
  package private(set) var names: [Name] = []
  /// Where each section ends.
  private(set) var ends: [Int] = []
  /// The places of the names.
  private(set) var numbers: [Name: Int] = [:]

  /// One section of all rows; none where there are no rows.
  package init(all count: Int, name: Name) {
    guard count > 0 else { return }
    names = [name]
    ends = [count]
    numbers = [name: 0]
  }

  private init() {}

  /// Sections of a number of rows each, none of which is empty.
  init(names: [Name], numbers: [Name: Int], counts: [Int]) {
    (self.names, self.numbers) = (names, numbers)
    setEnds(counts)
  }

  /// The rows of a section.
  package func rows(ofSectionAt index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// The place of the section with a name.
  package func index(of name: Name) -> Int? { numbers[name] }
}

extension SectionLayout: Sendable where Name: Sendable {}

extension SectionLayout {
  /// The sections of rows, in the order in which their names come first.
  ///
  /// SQLite orders rows by names, so that those of a section follow each other, unless names are one to SQLite and several
  /// to Swift, or the other way round: a collation makes “a” equal “A”, and Swift two spellings of “é”.
  ///
  /// - Parameter rowNames: The name of each row's section.
  /// - Returns: The sections; and the places of the rows in the order of the sections, where that is another one.
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

  /// The place of a name, which is added where it is new; most often it is that of the row before.
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
