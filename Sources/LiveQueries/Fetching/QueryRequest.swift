public import DatabaseQueries
import LiveEngine
import SQLiteDatabase
public import TypedSQL

/// A request for what a query selects, made where a property or an observation is.
///
/// The initialisers that take a query are inlined, so that the compiler knows the type of its rows there and decodes them with
/// code for that very type. This is what they hand over.
@usableFromInline
struct QueryRequest<Value: Sendable> {
  let live: LiveRequest<Value, Database>

  /// All rows.
  @usableFromInline
  static func all<Row: Sendable>(_ query: _QueryDescription<Row>) -> Self where Value == [Row] {
    Self(live: .all(query))
  }

  /// The one row that there has to be.
  @usableFromInline
  static func required(_ query: _QueryDescription<Value>) -> Self { Self(live: .required(query)) }

  /// The first row, if there is one.
  @usableFromInline
  static func first<Row: Sendable>(_ query: _QueryDescription<Row>) -> Self where Value == Row? {
    Self(live: .first(query))
  }

  /// The value of the first row, which may be NULL; that of no row is no value.
  @usableFromInline
  static func flat(_ query: _QueryDescription<Value>) -> Self where Value: _OptionalProtocol {
    Self(live: .flat(query))
  }
}
