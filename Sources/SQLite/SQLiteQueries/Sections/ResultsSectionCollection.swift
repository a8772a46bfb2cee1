package import DatabaseTypes

/// The rows of a result, grouped into sections.
///
/// ```swift
/// let sections = try database.read { db in try Reminder.all.fetchAll(db, sectionBy: \.category) }
/// // SELECT …, "reminders"."category" FROM "reminders" ORDER BY "reminders"."category"
///
/// for section in sections {
///   print(section.name ?? "No category", section.map(\.title))
/// }
/// ```
///
/// Each name occurs once. Indices count from zero.
public struct ResultsSectionCollection<Row, SectionName: Hashable> {
  private let rows: [Row]
  private let layout: SectionLayout<SectionName>

  /// Creates a collection without sections.
  public init() { self.init([]) }

  /// Creates sections of rows, named by a value of each row.
  ///
  /// ```swift
  /// let rows = try Reminder.order { ($0.isCompleted, $0.title) }.fetchAll(db)
  /// let sections = ResultsSectionCollection(rows, by: \.isCompleted)
  /// ```
  ///
  /// The sections are in the order in which their names first occur, and the rows of each are in
  /// the given order.
  public init(_ rows: some Sequence<Row>, by name: (Row) throws -> SectionName) rethrows {
    self.init(try rows.map { row in (row: row, name: try name(row)) })
  }

  /// Creates sections of rows by a layout.
  package init(_ rows: [Row], _ layout: SectionLayout<SectionName>) {
    self.rows = rows
    self.layout = layout
  }

  /// Creates sections of rows, given the name of each row's section.
  package init(_ named: [(row: Row, name: SectionName)]) {
    let (layout, order) = SectionLayout.sections(of: named.map(\.name))
    self.init(order.map { $0.map { named[$0].row } } ?? named.map(\.row), layout)
  }
}

extension ResultsSectionCollection {
  /// The names of the sections, in order.
  public var sectionNames: [SectionName] { layout.names }

  /// Accesses the section with a name; `nil` if no section has it.
  public subscript(sectionName name: SectionName) -> ResultsSection<Row, SectionName>? {
    index(ofSectionNamed: name).map { self[$0] }
  }

  /// Returns whether there is a section with a name.
  public func contains(sectionName name: SectionName) -> Bool {
    index(ofSectionNamed: name) != nil
  }

  /// Returns the index of the section with a name; `nil` if no section has it.
  ///
  /// - Complexity: O(1).
  public func index(ofSectionNamed name: SectionName) -> Int? { layout.index(of: name) }
}

extension ResultsSectionCollection: RandomAccessCollection {
  /// Zero.
  public var startIndex: Int { 0 }

  /// The number of sections.
  public var endIndex: Int { layout.names.count }

  /// Accesses the section at a position.
  public subscript(position: Int) -> ResultsSection<Row, SectionName> {
    ResultsSection(name: layout.names[position], rows: rows[layout.rows(ofSectionAt: position)])
  }
}

extension ResultsSectionCollection: Sendable where Row: Sendable, SectionName: Sendable {}

extension ResultsSectionCollection: Equatable where Row: Equatable {}

extension ResultsSectionCollection: Hashable where Row: Hashable {
  /// Hashes the sections.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sectionNames)
    hasher.combine(rows)
  }
}
