import DatabaseTypes
import IncrementalQueries
package import LiveEngine
import SQLiteDatabase
import SQLiteQueries
package import TypedSQL

extension LiveRequest where Snapshot == Database {
  /// Creates a request for all rows of a statement, in the order of their sections.
  static func all<Shape: RowShape>(_ query: SectionedDescription<Shape>) -> Self
  where Value == [Shape.Row], Shape.Row: Sendable {
    let fragment = query.query
    let read = SectionedReading<Shape>(query: fragment)
    return LiveRequest(
      identity: query.identity,
      region: { fragment.isEmpty ? Region() : try $0.region(of: fragment) },
      read: { try read($0) },
      // The digest of a row includes the name of its section.
      isSame: Self.areSame,
      maintenance: SectionedMaintenance(
        DecodableSelect(
          query.parts,
          query.rows,
          canCompare: query.canCompare,
          isSame: query.isSameInSection
        ) { SQLiteRowStatement($0, RowDecoding(_SectionedRow<Shape, String?>.self)) },
        orderedBy: query.order
      ),
      text: { fragment.render().sql }
    )
  }
}

extension SectionedDescription {
  /// The identity of the request.
  package var identity: LiveIdentity {
    let value = ResultsSectionCollection<Shape.Row, String?>.self
    return LiveIdentity(StatementIdentity(query: query, shape: Shape._identity, value: value))
  }

  /// Returns whether two rows look the same to a reader and are in the same section.
  @Sendable
  package func isSameInSection(
    _ left: (row: Shape.Row, name: String?),
    _ right: (row: Shape.Row, name: String?)
  ) -> Bool {
    // The names decide the order of the sections, and the database compares their bytes.
    hasSameBytes(left.name, right.name) && isSame(left.row, right.row)
  }
}

/// A function that reads rows in the order of their sections.
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
  /// Creates a reading of rows with the names of their sections.
  ///
  /// - Parameter marks: The marks of the rows, if the database has any.
  package init<Row>(_ named: [(row: Row, name: String?)], marks: [RowMark]?)
  where Value == [Row] {
    let (layout, order) = SectionLayout.sections(of: named.map(\.name))
    guard let order else {
      self.init(value: named.map(\.row), marks: marks, sections: layout)
      return
    }
    self.init(
      value: order.map { named[$0].row },
      marks: marks.map { marks in order.map { marks[$0] } },
      sections: layout
    )
  }
}
