/// The shape of a query's rows, which determines what a row is decoded as.
///
/// A tuple cannot conform to a protocol, so each statement carries one of these types in addition
/// to the types of its columns. Code that reads rows is written once for all shapes, and is
/// compiled for the concrete types.
public protocol RowShape<Row>: SendableMetatype {
  /// The Swift type of a row.
  associatedtype Row
  /// The type of the row's value, or a tuple of the types of its values.
  associatedtype Columns

  /// Decodes the row at which a decoder is positioned.
  ///
  /// - Throws: The errors of the values' types for values that do not fit.
  static func decode(_ decoder: inout some QueryDecoder) throws -> Row

  /// The types of the values, in order.
  static var _values: [any QueryRepresentable.Type] { get }

  /// A comparison of two rows by the values of their columns, or `nil` if one of the types has no
  /// columns and is not `Equatable`.
  static var _areEqual: ((Row, Row) -> Bool)? { get }

  /// An identity that distinguishes it from shapes of other values.
  static var _identity: ObjectIdentifier { get }
}

extension RowShape {
  /// The identity of the shape: its own type.
  @inlinable public static var _identity: ObjectIdentifier { ObjectIdentifier(Self.self) }
}

/// A row of one value: of a column, or of a table.
@frozen
public enum ValueRow<Value: QueryRepresentable>: RowShape {
  /// The Swift type of the value.
  public typealias Row = Value.QueryOutput

  /// The type of the value.
  public typealias Columns = Value

  /// Decodes the value.
  @inlinable @inline(__always)
  public static func decode(_ decoder: inout some QueryDecoder) throws -> Row {
    try Value(decoder: &decoder).queryOutput
  }

  /// The type of the value.
  public static var _values: [any QueryRepresentable.Type] { [Value.self] }

  /// The identity of the shape: its value's type, which is faster to find than a generic type.
  @inlinable public static var _identity: ObjectIdentifier { ObjectIdentifier(Value.self) }

  /// A comparison of two values.
  public static var _areEqual: ((Row, Row) -> Bool)? { ValueComparison(of: Value.self).areEqual }
}

/// A row of two or more values.
///
/// Decoding the elements of a parameter pack is compiled once for all types, so the first two
/// values are not in the pack.
@frozen
public struct TupleRow<
  V1: QueryRepresentable,
  V2: QueryRepresentable,
  each V3: QueryRepresentable
>: RowShape {
  /// The values.
  public typealias Row = (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput)

  /// The types of the values.
  public typealias Columns = (V1, V2, repeat each V3)

  /// Decodes the values, in order.
  @inlinable @inline(__always)
  public static func decode(_ decoder: inout some QueryDecoder) throws -> Row {
    let first = try V1(decoder: &decoder).queryOutput
    let second = try V2(decoder: &decoder).queryOutput
    return (first, second, repeat try (each V3)(decoder: &decoder).queryOutput)
  }

  /// The types of the values.
  public static var _values: [any QueryRepresentable.Type] {
    var types: [any QueryRepresentable.Type] = [V1.self, V2.self]
    for type in repeat (each V3).self { types.append(type) }
    return types
  }

  /// The identity of the shape: the types of its values.
  @inlinable public static var _identity: ObjectIdentifier {
    ObjectIdentifier((V1, V2, repeat each V3).self)
  }

  /// A comparison of two rows, value by value.
  public static var _areEqual: ((Row, Row) -> Bool)? {
    tupleEquality(
      ValueComparison(of: V1.self),
      ValueComparison(of: V2.self),
      repeat ValueComparison(of: (each V3).self)
    )
  }
}

/// A row of any number of values, for a query to which columns were added step by step.
@frozen
public struct PackRow<each V: QueryRepresentable>: RowShape {
  /// The values; if there is only one, the value itself.
  public typealias Row = (repeat (each V).QueryOutput)

  /// The types of the values.
  public typealias Columns = (repeat each V)

  /// Decodes the values, in order.
  @inlinable @inline(__always)
  public static func decode(_ decoder: inout some QueryDecoder) throws -> Row {
    (repeat try (each V)(decoder: &decoder).queryOutput)
  }

  /// The types of the values.
  public static var _values: [any QueryRepresentable.Type] {
    var types: [any QueryRepresentable.Type] = []
    for type in repeat (each V).self { types.append(type) }
    return types
  }

  /// The identity of the shape: the types of its values.
  @inlinable public static var _identity: ObjectIdentifier {
    ObjectIdentifier((repeat each V).self)
  }

  /// A comparison of two rows, value by value.
  public static var _areEqual: ((Row, Row) -> Bool)? {
    tupleEquality(repeat ValueComparison(of: (each V).self))
  }
}
