/// An SQL expression, which has a value.
///
/// Columns, bound values, operators, functions and subqueries are expressions. `QueryValue` is the
/// Swift type of the SQL value, or a type that represents it.
public protocol QueryExpression<QueryValue> {
  /// The type that the value is decoded as.
  associatedtype QueryValue

  /// The SQL.
  var queryFragment: QueryFragment { get }

  /// Appends the SQL.
  ///
  /// It has the effect of appending ``queryFragment``, but avoids creating that fragment if it can.
  func _append(to fragment: inout QueryFragment)

  /// The number of columns that a value takes.
  static var _columnWidth: Int { get }

  /// The individual columns.
  var _allColumns: [any QueryExpression] { get }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  ///
  /// There it may be named, or converted for its reader.
  var _selectionFragment: QueryFragment { get }

  /// The SQL of the expression in a `RETURNING` clause, where columns are not qualified by a table.
  var _returningFragment: QueryFragment { get }
}

extension QueryExpression {
  /// Appends the SQL.
  public func _append(to fragment: inout QueryFragment) { fragment.append(queryFragment) }

  /// The number of columns that a value takes.
  public static var _columnWidth: Int { 1 }

  /// The individual columns.
  public var _allColumns: [any QueryExpression] { [self] }

  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  @inlinable public var _selectionFragment: QueryFragment { queryFragment }

  /// The SQL of the expression in a `RETURNING` clause.
  public var _returningFragment: QueryFragment { _selectionFragment }
}

extension QueryExpression where Self: QueryRepresentable {
  /// The number of columns that a value takes.
  public static var _columnWidth: Int { 1 }
}

/// A type that SQL values are decoded as, and the Swift type that it stands for.
///
/// For most types, both are the same. A representation such as
/// ``Foundation/Date/UnixTimeRepresentation`` stores a Swift value in a form other than its own.
public protocol QueryRepresentable<QueryOutput>: QueryDecodable {
  /// The Swift type, which is the type itself unless `queryOutput` has another type.
  associatedtype QueryOutput = Self

  /// Creates a representation of a value.
  init(queryOutput: QueryOutput)

  /// The value.
  var queryOutput: QueryOutput { get }

  /// Wraps a selected expression so that this type can decode it; most types leave it unchanged.
  static func queryFragment(decoding fragment: QueryFragment) -> QueryFragment

  /// Wraps an expression so that JSON can contain it.
  static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment

  /// Wraps an expression read from JSON so that this type can decode it.
  static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment

  /// Encodes the value's columns, in order.
  func _encode(into encoder: inout some QueryEncoder)

  /// Returns whether the columns of two values have the same values, as SQL sees them.
  ///
  /// A live query shows what a new read shows, so it decides by this function whether a row has
  /// changed, and not by `==`: texts are the same if their bytes are, and a row if all its columns
  /// are. `@Table` and `@Selection` compare a structure column by column.
  static func _isSame(_ left: QueryOutput, _ right: QueryOutput) -> Bool
}

extension QueryRepresentable {
  /// Wraps a selected expression so that this type can decode it.
  @inlinable
  public static func queryFragment(decoding fragment: QueryFragment) -> QueryFragment { fragment }

  /// Wraps an expression so that JSON can contain it.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    fragment
  }

  /// Wraps an expression read from JSON so that this type can decode it.
  public static func _queryFragment(jsonDecoding fragment: QueryFragment) -> QueryFragment {
    fragment
  }
}

extension QueryRepresentable {
  /// Encodes an error: a type that can only be read has no columns, so inserting it fails.
  public func _encode(into encoder: inout some QueryEncoder) {
    let reason = "'\(Self.self)' can be read but not written. Conform it to 'QueryBindable'"
    encoder.encode(.invalid(QueryBindingError(reason)))
  }
}

extension QueryRepresentable where QueryOutput == Self {
  /// Creates a representation of a value, which is the value itself.
  @inlinable public init(queryOutput: Self) { self = queryOutput }

  /// The value.
  @inlinable public var queryOutput: Self { self }
}

extension QueryRepresentable where Self: QueryExpression {
  /// Encodes the value's columns, in order.
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

  /// Encodes the value's columns, in order.
  @inlinable
  public func _encode(into encoder: inout some QueryEncoder) { encoder.encode(queryBinding) }

  /// Returns a selected expression unchanged, since this type can decode it.
  @inlinable
  public static func queryFragment(decoding fragment: QueryFragment) -> QueryFragment { fragment }
}

/// A type that the columns of a row can be decoded as.
public protocol QueryDecodable: _OptionalPromotable {
  /// Decodes the next columns of a row.
  ///
  /// - Throws: ``QueryDecodingError/missingRequiredColumn`` for NULL, unless the type has a value
  ///   for that.
  init(decoder: inout some QueryDecoder) throws

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self?
}

extension QueryDecodable {
  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Self? {
    try decoder.skipsNull(columns: 1) ? nil : try Self(decoder: &decoder)
  }
}

/// A type that has an optional counterpart, which is the type itself if it is already optional.
///
/// Comparisons use it to accept optional operands on either side.
public protocol _OptionalPromotable<_Optionalized> {
  /// The optional counterpart.
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
  /// The type of the value, if there is one.
  associatedtype Wrapped

  /// No value.
  static var _none: Self { get }

  /// Returns a value as an optional.
  static func _some(_ wrapped: Wrapped) -> Self

  /// The value, if there is one.
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

  /// Returns a value as an optional.
  public static func _some(_ wrapped: Wrapped) -> Self { wrapped }

  /// The value, if there is one.
  public var _wrapped: Wrapped? { self }
}
