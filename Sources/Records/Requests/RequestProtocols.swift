/// What has clauses: a request, or an association.
@_documentation(visibility: internal)
public protocol _ClausedRequest<RowDecoder>: Sendable {
  /// What its rows are decoded as.
  associatedtype RowDecoder
  /// The clauses.
  var _clauses: _RequestClauses { get set }
}

extension _ClausedRequest {
  /// The same with other clauses.
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

/// A request whose rows can be put into groups.
public protocol AggregatingRequest<RowDecoder>: _ClausedRequest {}

/// A request whose rows can be ordered.
public protocol OrderedRequest<RowDecoder>: _ClausedRequest {}

/// A request of a table.
public protocol TableRequest<RowDecoder>: _ClausedRequest {}

/// A request that can be joined with others through associations.
public protocol JoinableRequest<RowDecoder>: _ClausedRequest {}

/// A request that can be refined in all ways: extend it by the words of an application.
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
