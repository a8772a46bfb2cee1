/// Rows of a result that belong together.
///
/// Its indices count from zero. Its identity is its name, which no other section of the result has.
public struct ResultsSection<Element, SectionName: Hashable> {
  /// What the rows have in common.
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

  /// The number of rows.
  public var endIndex: Int { rows.count }

  /// A row.
  public subscript(position: Int) -> Element { rows[rows.startIndex + position] }
}

extension ResultsSection: Sendable where Element: Sendable, SectionName: Sendable {}

extension ResultsSection: Equatable where Element: Equatable {}

extension ResultsSection: Hashable where Element: Hashable {}
