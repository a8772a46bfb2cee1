/// A type with clauses: a request, or an association.
@_documentation(visibility: internal)
public protocol _ClausedRequest<RowDecoder>: Sendable {
  /// The type that rows are decoded as.
  associatedtype RowDecoder
  /// The clauses of the request.
  var _clauses: _RequestClauses { get set }
}

extension _ClausedRequest {
  /// Returns a copy with modified clauses.
  func with(_ change: (inout _RequestClauses) -> Void) -> Self {
    var copy = self
    change(&copy._clauses)
    return copy
  }
}

/// A request whose columns can be chosen.
public protocol SelectionRequest<RowDecoder>: _ClausedRequest {}

/// A request whose rows can be chosen.
public protocol FilteredRequest<RowDecoder>: _ClausedRequest {}

/// A request whose rows can be grouped.
public protocol AggregatingRequest<RowDecoder>: _ClausedRequest {}

/// A request whose rows can be ordered.
public protocol OrderedRequest<RowDecoder>: _ClausedRequest {}

/// A request of a table.
public protocol TableRequest<RowDecoder>: _ClausedRequest {}

/// A request that can be joined with others through associations.
public protocol JoinableRequest<RowDecoder>: _ClausedRequest {}

/// A request that can be refined in every way; extend it with an application's own methods.
///
/// ```swift
/// extension DerivableRequest where RowDecoder == Item {
///   func orderedByName() -> Self { order(Column("name")) }
/// }
/// Item.all().orderedByName()
/// ```
public protocol DerivableRequest<RowDecoder>: SelectionRequest, FilteredRequest,
  AggregatingRequest, OrderedRequest, TableRequest, JoinableRequest
{}
