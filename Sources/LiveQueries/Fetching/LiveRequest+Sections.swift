import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

extension LiveRequest {
  /// All rows of a statement, in the order of their sections.
  ///
  /// A row may change its section without a change of its own columns, so that the result is always read as a whole.
  static func all<S: SelectStatement, Row: QueryRepresentable & SendableMetatype>(
    _ statement: S,
    sectionedBy section: _SectionTerm<String?>,
    as type: Row.Type
  ) -> Self where Value == [Row.QueryOutput], Row.QueryOutput: Sendable {
    if section.isNone { return .all(statement, as: type) }
    let query = statement.query(sectionedBy: section)
    let value = ResultsSectionCollection<Row.QueryOutput, String?>.self
    return LiveRequest(
      identity: LiveIdentity(StatementIdentity(query: query, row: type, value: value)),
      region: { query.isEmpty ? Region() : try $0.region(of: query) },
      read: { db in
        var marker = RowMarker(db)
        let rows = try db.fetchAll(query, as: type, sectionedBy: String?.self) {
          try marker.add($0)
        }
        return LiveReading(rows, marks: marker.marks)
      },
      // The digest of a row has the name of its section.
      isSame: Self.haveSameMarks,
      reason: .sections,
      text: { query.render().sql }
    )
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
