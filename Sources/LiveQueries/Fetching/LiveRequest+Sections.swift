import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase
import TypedSQL

extension LiveRequest where Snapshot == Database {
  /// All rows of a statement, in the order of their sections.
  ///
  /// A row may change its section without a change of its own columns, so that the result is always read as a whole.
  static func all<Query: SelectStatement & TypedRowQuery>(
    _ query: Query,
    sectionedBy section: _SectionTerm<String?>
  ) -> Self where Value == [Query.Element], Query.Element: Sendable {
    if section.isNone { return .all(query._description) }
    let sectioned = query.query(sectionedBy: section)
    let value = ResultsSectionCollection<Query.Element, String?>.self
    let read = SectionedReading<Query.Shape>(query: sectioned)
    return LiveRequest(
      identity: LiveIdentity(
        StatementIdentity(query: sectioned, shape: Query.Shape._identity, value: value)
      ),
      region: { sectioned.isEmpty ? Region() : try $0.region(of: sectioned) },
      read: { try read($0) },
      // The digest of a row has the name of its section.
      isSame: Self.areSame,
      reason: .sections,
      text: { sectioned.render().sql }
    )
  }
}

/// Reads rows in the order of their sections.
private struct SectionedReading<Shape: RowShape>: Sendable where Shape.Row: Sendable {
  let query: QueryFragment

  func callAsFunction(_ db: Database) throws -> LiveReading<[Shape.Row]> {
    var marker = RowMarker(db)
    let rows = try db.fetchAll(query, _SectionedRow<Shape, String?>.self) { try marker.add($0) }
    return LiveReading(rows, marks: marker.marks(of: rows.count) ?? [])
  }
}

extension LiveReading {
  /// Rows with the names of their sections.
  fileprivate init<Row>(_ named: [(row: Row, name: String?)], marks: [RowMark])
  where Value == [Row] {
    let (layout, order) = SectionLayout.sections(of: named.map(\.name))
    guard let order else {
      self.init(value: named.map(\.row), marks: marks, sections: layout)
      return
    }
    self.init(
      value: order.map { named[$0].row },
      marks: order.map { marks[$0] },
      sections: layout
    )
  }
}
