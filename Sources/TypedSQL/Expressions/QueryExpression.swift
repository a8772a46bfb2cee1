/// SQL that has a value.
///
/// Columns, bound values, operators, functions and subqueries are expressions. `QueryValue` is the Swift type of the
/// SQL value, or what represents it.
public protocol QueryExpression<QueryValue> {
  /// The type that the value is decoded as.
  associatedtype QueryValue

  /// The SQL.
  var queryFragment: QueryFragment { get }

  /// Appends the SQL: does what appending ``queryFragment`` does, without making it where it can.
  func _append(to fragment: inout QueryFragment)

  /// How many columns it takes.
  static var _columnWidth: Int { get }

  /// Its columns, one by one.
  var _allColumns: [any QueryExpression] { get }

  /// The SQL where it is selected or returned, if it is other than elsewhere: named, or decoded for its reader.
  var _selectionFragment: QueryFragment { get }

  /// The SQL where it is returned by a statement that writes: columns stand there without their table.
  var _returningFragment: QueryFragment { get }
}

extension QueryExpression {
  /// Appends the SQL.
  public func _append(to fragment: inout QueryFragment) { fragment.append(queryFragment) }

  /// How many columns it takes.
  public static var _columnWidth: Int { 1 }

  /// Its columns, one by one.
  public var _allColumns: [any QueryExpression] { [self] }

  /// The SQL where it is selected or returned.
  @inlinable public var _selectionFragment: QueryFragment { queryFragment }

  /// The SQL where it is returned by a statement that writes.
  public var _returningFragment: QueryFragment { _selectionFragment }
}

extension QueryExpression where Self: QueryRepresentable {
  /// How many columns it takes.
  public static var _columnWidth: Int { 1 }
}

/// A type that SQL values are decoded as, and what it means in Swift.
///
/// For most types both are the same. A representation such as ``Foundation/Date/UnixTimeRepresentation`` stores a
/// Swift value in another form than its own.
public protocol QueryRepresentable<QueryOutput>: QueryDecodable {
  /// The Swift type; the type itself unless `queryOutput` is another.
  associatedtype QueryOutput = Self

  /// Makes a representation of a value.
  init(queryOutput: QueryOutput)

  /// The value.
  var queryOutput: QueryOutput { get }

  /// Wraps a selected expression so that this type can decode it; most leave it alone.
  static func queryFragment(decoding fragment: QueryFragment) -> QueryFragment

  /// Wraps an expression so that JSON can hold it.
  static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment

  /// Wraps what was read from JSON so that this type can decode it.
  static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment

  /// Hands the value's columns to an encoder, in their order.
  func _encode(into encoder: inout some QueryEncoder)
}

extension QueryRepresentable {
  /// Wraps a selected expression so that this type can decode it.
  @inlinable
  public static func queryFragment(decoding fragment: QueryFragment) -> QueryFragment { fragment }

  /// Wraps an expression so that JSON can hold it.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    fragment
  }

  /// Wraps what was read from JSON so that this type can decode it.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    fragment
  }
}

extension QueryRepresentable {
  /// Hands the value's columns to an encoder: a type that can be read alone has none, and inserting it fails.
  public func _encode(into encoder: inout some QueryEncoder) {
    let reason = "'\(Self.self)' can be read but not written: conform it to 'QueryBindable'"
    encoder.encode(.invalid(QueryBindingError(reason)))
  }
}

extension QueryRepresentable where QueryOutput == Self {
  /// Makes a representation of a value: the value.
  @inlinable public init(queryOutput: Self) { self = queryOutput }

  /// The value.
  @inlinable public var queryOutput: Self { self }
}

extension QueryRepresentable where Self: QueryExpression {
  /// Hands the value's columns to an encoder, in their order.
  public func _encode(into encoder: inout some QueryEncoder) { encoder.encode(queryFragment) }
}

/// A type whose values can be bound to a statement.
public protocol QueryBindable: QueryRepresentable, QueryExpression where QueryValue: QueryBindable {
  /// The type that the value is decoded as.
  associatedtype QueryValue = Self

  /// The bound value.
  var queryBinding: QueryBinding { get }
}

extension QueryBindable {
  /// A placeholder that binds the value.
  public var queryFragment: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(queryBinding)
    return fragment
  }

  /// Hands the value's columns to an encoder, in their order.
  @inlinable
  public func _encode(into encoder: inout some QueryEncoder) { encoder.encode(queryBinding) }

  /// Wraps a selected expression so that this type can decode it: leaves it alone.
  @inlinable
  public static func queryFragment(decoding fragment: QueryFragment) -> QueryFragment { fragment }
}

/// A type that the columns of a row can be decoded as.
public protocol QueryDecodable: _OptionalPromotable {
  /// Decodes the next columns of a row.
  ///
  /// - Throws: ``QueryDecodingError/missingRequiredColumn`` for NULL, unless the type has a value for that.
  init(decoder: inout some QueryDecoder) throws

  /// Decodes the next columns of a row; `nil` where they are NULL.
  static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self?
}

extension QueryDecodable {
  /// Decodes the next columns of a row; `nil` where they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
    try decoder.skipsNull(columns: 1) ? nil : try Self(decoder: &decoder)
  }
}

/// A type that has an optional counterpart: itself where it is optional already.
///
/// Comparisons use it to take optional operands on either side.
public protocol _OptionalPromotable<_Optionalized> {
  associatedtype _Optionalized: _OptionalProtocol = Optional<Self>

  /// Whether it has a value for NULL.
  static var _isOptional: Bool { get }
}

extension _OptionalPromotable {
  /// Whether it has a value for NULL.
  @inlinable public static var _isOptional: Bool { false }
}

/// An optional type.
public protocol _OptionalProtocol<Wrapped>: _OptionalPromotable where _Optionalized == Self {
  associatedtype Wrapped
  static var _none: Self { get }
  static func _some(_ wrapped: Wrapped) -> Self
  var _wrapped: Wrapped? { get }
}

extension Optional: _OptionalPromotable {
  /// The optional counterpart.
  public typealias _Optionalized = Self

  /// Whether it has a value for NULL.
  @inlinable public static var _isOptional: Bool { true }
}

extension Optional: _OptionalProtocol {
  /// No value.
  public static var _none: Self { .none }

  /// A value.
  public static func _some(_ wrapped: Wrapped) -> Self { wrapped }

  /// The value, if there is one.
  public var _wrapped: Wrapped? { self }
}
