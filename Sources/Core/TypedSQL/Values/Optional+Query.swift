extension Optional: QueryExpression where Wrapped: QueryExpression {
  /// The type that the value is decoded as.
  public typealias QueryValue = Wrapped.QueryValue?

  /// The expression, or NULL for each of its columns.
  public var queryFragment: QueryFragment {
    if let self { return self.queryFragment }
    return repeatElement("NULL" as QueryFragment, count: Wrapped._columnWidth).joined(
      separator: ", "
    )
  }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { Wrapped._columnWidth }

  /// The individual columns.
  public var _allColumns: [any QueryExpression] {
    if let self { return self._allColumns }
    return (0..<Wrapped._columnWidth).map { _ in
      SQLQueryExpression("NULL", as: Wrapped.QueryValue?.self)
    }
  }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment {
    if let self { return self._selectionFragment }
    return queryFragment
  }
}

extension Optional: QueryDecodable where Wrapped: QueryDecodable {
  /// Decodes the next columns of a row.
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    self = try Wrapped._decodeIfPresent(from: &decoder)
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
    .some(try Wrapped._decodeIfPresent(from: &decoder))
  }
}

extension Optional: QueryRepresentable where Wrapped: QueryRepresentable {
  /// The Swift type of a decoded value.
  public typealias QueryOutput = Wrapped.QueryOutput?

  /// Creates a representation of a value.
  @inlinable
  public init(queryOutput: Wrapped.QueryOutput?) {
    if let queryOutput { self = Wrapped(queryOutput: queryOutput) } else { self = nil }
  }

  /// The value.
  @inlinable public var queryOutput: Wrapped.QueryOutput? { self?.queryOutput }

  /// Wraps a selected expression so that this type can decode it.
  public static func queryFragment(decoding fragment: QueryFragment) -> QueryFragment {
    Wrapped.queryFragment(decoding: fragment)
  }

  /// Wraps an expression so that JSON can contain it.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    Wrapped._queryFragment(jsonEncoding: fragment)
  }

  /// Wraps an expression read from JSON so that this type can decode it.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    Wrapped._queryFragment(jsonDecoding: fragment)
  }

  /// Encodes the value's columns, in order.
  @inlinable
  public func _encode(into encoder: inout some QueryEncoder) {
    if let self {
      self._encode(into: &encoder)
    } else {
      encoder.encodeNull(columns: Self._nullWidth)
    }
  }

  /// Returns whether both values are missing, or both have the same columns.
  @inlinable
  public static func _isSame(
    _ left: Wrapped.QueryOutput?,
    _ right: Wrapped.QueryOutput?
  ) -> Bool {
    switch (left, right) {
    case (let left?, let right?): Wrapped._isSame(left, right)
    case (nil, nil): true
    default: false
    }
  }

  @usableFromInline static var _nullWidth: Int {
    (Wrapped.self as? any QueryExpression.Type)?._columnWidth ?? 1
  }
}

extension Optional: QueryBindable where Wrapped: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { self?.queryBinding ?? .null }

  /// The SQL.
  public var queryFragment: QueryFragment {
    if let self { return self.queryFragment }
    var fragment = QueryFragment()
    fragment.append(QueryBinding.null)
    return fragment
  }
}
