public import DynamicColumns
import SQLiteDatabase

/// A type-erased request, of which only the decoded type is known.
///
/// ```swift
/// func items(_ search: String) -> AnyFetchRequest<Item> {
///   search.isEmpty
///     ? AnyFetchRequest(Item.all())
///     : AnyFetchRequest(SQLRequest(sql: "SELECT …", arguments: [search]))
/// }
/// ```
public struct AnyFetchRequest<RowDecoder>: FetchRequest {
  /// The type that rows are decoded as.
  public typealias Element = RowDecoder

  private let request: any FetchRequest

  /// Wraps a request.
  public init(_ request: some FetchRequest<RowDecoder>) { self.request = request }

  private init(any request: any FetchRequest) { self.request = request }

  /// Returns a request for the same rows, decoded as another type.
  public func asRequest<Other>(of type: Other.Type) -> AnyFetchRequest<Other> {
    AnyFetchRequest<Other>(any: request)
  }

  /// Writes the SQL.
  @_documentation(visibility: internal)
  public func _written(_ context: _RequestContext) throws -> _WrittenRequest {
    try request._written(context)
  }
}

extension AnyFetchRequest: SQLExpressible {
  /// The request as a subquery.
  public var sqlExpression: SQLExpression { SQLExpression(subquery: self) }
}
