import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import LiveEngine
import SQLiteDatabase
import TypedSQL

extension LiveRequest where Snapshot == Database {
  /// All rows of a statement, in the order of their sections.
  static func all<Query: SelectStatement & TypedRowQuery>(
    _ query: Query,
    sectionedBy section: _SectionTerm<String?>
  ) -> Self where Value == [Query.Element], Query.Element: Sendable {
    if section.isNone { return .all(query._description) }
    let parts = query.parts(sectionedBy: section)
    let sectioned = query.query(sectionedBy: section)
    let description = query._description
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
      maintenance: SectionedMaintenance(
        DecodableSelect(
          parts,
          sectioned,
          canCompare: description.areEqual != nil,
          isSame: description.isSameInSection
        ) { SQLiteRowStatement($0, RowDecoding(_SectionedRow<Query.Shape, String?>.self)) }
      ),
      text: { sectioned.render().sql }
    )
  }
}

extension _QueryDescription where Row: Sendable {
  /// Whether two rows are the same for a reader, and in the same section.
  @Sendable
  fileprivate func isSameInSection(
    _ left: (row: Row, name: String?),
    _ right: (row: Row, name: String?)
  ) -> Bool { left.name == right.name && isSame(left.row, right.row) }
}

/// Reads rows in the order of their sections.
private struct SectionedReading<Shape: RowShape>: Sendable where Shape.Row: Sendable {
  let query: QueryFragment

  func callAsFunction(_ db: Database) throws -> LiveReading<[Shape.Row]> {
    var marker = RowMarker(db)
    let rows = try db.fetchAll(
      query,
      _SectionedRow<Shape, String?>.self,
      isText: false,
      decode: { try _SectionedRow<Shape, String?>.decode(&$0) },
      visit: { try marker.add($0) }
    )
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
