import DatabaseTypes
import LiveEngine
import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

/// A request for what a query selects, created where a property or an observation is.
///
/// The initialisers that take a query are inlined, so that the compiler sees the type of the rows
/// at the call site and specialises the decoding for it. They pass this value on.
@usableFromInline
struct QueryRequest<Value: Sendable>: Sendable {
  /// The request on SQLite.
  let live: LiveRequest<Value, Database>
  /// The description from which another database makes its own request.
  let description: any LiveDescription<Value>

  /// Creates a request for all rows.
  @usableFromInline
  static func all<Row: Sendable>(_ query: _QueryDescription<Row>) -> Self where Value == [Row] {
    Self(live: .all(query), description: AllRows(query: query))
  }

  /// Creates a request for one row, which must exist.
  @usableFromInline
  static func required(_ query: _QueryDescription<Value>) -> Self {
    one(query, isSame: query.isSame) { row in
      guard let row else { throw NotFound() }
      return row
    }
  }

  /// Creates a request for the first row, if there is one.
  @usableFromInline
  static func first<Row: Sendable>(_ query: _QueryDescription<Row>) -> Self where Value == Row? {
    let isSame = query.isSame
    return one(
      query,
      isSame: { old, new in
        switch (old, new) {
        case (let old?, let new?): isSame(old, new)
        case (nil, nil): true
        default: false
        }
      },
      convert: { $0 }
    )
  }

  /// Creates a request for the first row's value, which may be NULL; no row gives `nil`.
  @usableFromInline
  static func flat(_ query: _QueryDescription<Value>) -> Self where Value: _OptionalProtocol {
    one(query, isSame: query.isSame) { $0 ?? ._none }
  }

  /// Creates a request for the first row, converted.
  ///
  /// - Parameters:
  ///   - isSame: Returns whether two values look the same to a reader.
  ///   - convert: Converts the row to the value; it receives `nil` if there is no row.
  private static func one<Row: Sendable>(
    _ query: _QueryDescription<Row>,
    isSame: @escaping @Sendable (Value, Value) -> Bool,
    convert: @escaping @Sendable (Row?) throws -> Value
  ) -> Self {
    Self(
      live: .one(query, isSame: isSame, convert: convert),
      description: OneRow(query: query, convert: convert)
    )
  }
}

extension QueryRequest {
  /// Creates a request for all rows of a statement, in the order of their sections.
  static func all<Query: SelectStatement & TypedRowQuery>(
    _ query: Query,
    sectionedBy section: _SectionTerm<String?>
  ) -> Self where Value == [Query.Element], Query.Element: Sendable {
    let base = query._description
    if section.isNone { return .all(base) }
    let sectioned = SectionedDescription<Query.Shape>(
      parts: query.parts(sectionedBy: section),
      rows: query.rows(sectionedBy: section),
      order: query.orderOfSections(by: section),
      query: query.query(sectionedBy: section),
      canCompare: base.areEqual != nil,
      isSame: base.isSame
    )
    return Self(live: .all(sectioned), description: sectioned)
  }

  /// Creates a request for what several queries fetch.
  static func key<Request: FetchKeyRequest>(_ request: Request) -> Self
  where Request.Value == Value { Self(live: .key(request), description: KeyRequest(base: request)) }
}
