public import DatabaseQueries
import DatabaseTypes
import LiveEngine
import SQLiteDatabase
public import TypedSQL

/// A request for what a query selects, made where a property or an observation is.
///
/// The initialisers that take a query are inlined, so that the compiler knows the type of its rows there and decodes them with
/// code for that very type. This is what they hand over.
@usableFromInline
struct QueryRequest<Value: Sendable>: Sendable {
  /// The request on SQLite.
  let live: LiveRequest<Value, Database>
  /// What is asked for, for another database to make a request of.
  let elsewhere: any LiveDescription<Value>

  /// All rows.
  @usableFromInline
  static func all<Row: Sendable>(_ query: _QueryDescription<Row>) -> Self where Value == [Row] {
    Self(live: .all(query), elsewhere: AllRows(query: query))
  }

  /// The one row that there has to be.
  @usableFromInline
  static func required(_ query: _QueryDescription<Value>) -> Self {
    one(query) { row in
      guard let row else { throw NotFound() }
      return row
    }
  }

  /// The first row, if there is one.
  @usableFromInline
  static func first<Row: Sendable>(_ query: _QueryDescription<Row>) -> Self where Value == Row? {
    one(query) { $0 }
  }

  /// The value of the first row, which may be NULL; that of no row is no value.
  @usableFromInline
  static func flat(_ query: _QueryDescription<Value>) -> Self where Value: _OptionalProtocol {
    one(query) { $0 ?? ._none }
  }

  /// What the first row comes to, or that there is none.
  private static func one<Row: Sendable>(
    _ query: _QueryDescription<Row>,
    convert: @escaping @Sendable (Row?) throws -> Value
  ) -> Self {
    Self(live: .one(query, convert: convert), elsewhere: OneRow(query: query, convert: convert))
  }
}

extension QueryRequest {
  /// All rows of a statement, in the order of their sections.
  static func all<Query: SelectStatement & TypedRowQuery>(
    _ query: Query,
    sectionedBy section: _SectionTerm<String?>
  ) -> Self where Value == [Query.Element], Query.Element: Sendable {
    let description = query._description
    if section.isNone { return .all(description) }
    let sectioned = SectionedDescription<Query.Shape>(
      parts: query.parts(sectionedBy: section),
      query: query.query(sectionedBy: section),
      canCompare: description.areEqual != nil,
      isSame: description.isSame
    )
    return Self(live: .all(sectioned), elsewhere: sectioned)
  }

  /// What a request of several queries fetches.
  static func key<Request: FetchKeyRequest>(_ request: Request) -> Self
  where Request.Value == Value { Self(live: .key(request), elsewhere: KeyRequest(base: request)) }
}
