import DatabaseTypes
import IncrementalQueries
import LiveEngine
import PostgreSQL
import TypedSQL

extension LiveRequest where Snapshot == PostgresSnapshotReader {
  /// All rows of a typed statement.
  static func rows<Query: SelectStatement>(of query: Query) -> Self
  where Value == [Query.Shape.Row], Query.Shape.Row: Sendable {
    typealias Row = Query.Shape.Row
    let (fragment, parts) = (query.query, query._parts)
    let statement: @Sendable (PlanQuery) -> any RowStatement<Row, PostgresSnapshotReader> = {
      PostgresRowStatement($0) { row throws in
        var decoder = try PostgresColumnDecoder(row)
        return try Query.Shape.decode(&decoder)
      }
    }
    nonisolated(unsafe) let areEqual = Query.Shape._areEqual  // It captures types and nothing else.
    let isSame: @Sendable (Row, Row) -> Bool = { areEqual?($0, $1) ?? false }
    return LiveRequest(
      identity: LiveIdentity(TypedIdentity(query: fragment, shape: Query.Shape._identity)),
      region: { fragment.isEmpty ? Region() : try $0.region(of: fragment) },
      read: { LiveReading(value: try statement(PlanQuery(.statement, fragment)).elements($0)) },
      isSame: { old, new in
        old.value.count == new.value.count && zip(old.value, new.value).allSatisfy(isSame)
      },
      difference: { ResultDifference.between($0, $1, isSame: isSame) },
      maintenance: RowsMaintenance(
        DecodableSelect(
          parts,
          fragment,
          canCompare: areEqual != nil,
          isSame: isSame,
          statement: statement
        )
      ),
      text: { fragment.render().sql }
    )
  }
}

/// What tells a statement from others: its SQL, its values, and what it is decoded as.
private struct TypedIdentity: Hashable, Sendable {
  let query: QueryFragment
  let shape: ObjectIdentifier
}
