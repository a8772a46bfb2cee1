/// A section of a result: consecutive rows with a common name.
///
/// Its indices count from zero. Its identity is its name, which is unique in the result.
public struct ResultsSection<Element, SectionName: Hashable> {
  /// The name that the rows have in common.
  public let name: SectionName
  private let rows: ArraySlice<Element>

  init(name: SectionName, rows: ArraySlice<Element>) {
    self.name = name
    self.rows = rows
  }
}

extension ResultsSection: Identifiable {
  /// The name.
  public var id: SectionName { name }
}

extension ResultsSection: RandomAccessCollection {
  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of rows in the section.
  public var endIndex: Int { rows.count }

  /// Accesses the row at a position.
  public subscript(position: Int) -> Element { rows[rows.startIndex + position] }
}

extension ResultsSection: Sendable where Element: Sendable, SectionName: Sendable {}

extension ResultsSection: Equatable where Element: Equatable {}

extension ResultsSection: Hashable where Element: Hashable {}
