/// The shape of a query's rows: what a row is decoded as, as a type.
///
/// A tuple conforms to no protocol, so each statement carries one of these types beside the types of its columns: all that
/// reads rows is written once, for every shape, and is compiled for the very types.
public protocol RowShape<Row>: SendableMetatype {
  /// The Swift type of a row.
  associatedtype Row
  /// The type of its value, or a tuple of the types of its values.
  associatedtype Columns

  /// Decodes the row on which a decoder stands.
  ///
  /// - Throws: What the types of its values throw for values that are not theirs.
  static func decode(_ decoder: inout some QueryDecoder) throws -> Row

  /// The types of its values, in their order.
  static var _values: [any QueryRepresentable.Type] { get }

  /// Compares two rows; `nil` where one of the types is not `Equatable`.
  static var _areEqual: ((Row, Row) -> Bool)? { get }

  /// What tells it from shapes of other values.
  static var _identity: ObjectIdentifier { get }
}

extension RowShape {
  /// What tells it from other shapes: itself.
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

  /// What tells it from other shapes: its value's type, which is found faster than a generic type.
  @inlinable public static var _identity: ObjectIdentifier { ObjectIdentifier(Value.self) }

  /// Compares two values.
  public static var _areEqual: ((Row, Row) -> Bool)? { equality(of: Value.QueryOutput.self) }
}

/// A row of two or more values.
///
/// Decoding what stands in a parameter pack is compiled once for all types; so the first two stand outside of it.
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

  /// Decodes the values, in their order.
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

  /// What tells it from other shapes: the types of its values.
  @inlinable public static var _identity: ObjectIdentifier {
    ObjectIdentifier((V1, V2, repeat each V3).self)
  }

  /// Compares two rows, value by value.
  public static var _areEqual: ((Row, Row) -> Bool)? {
    equality(of: V1.QueryOutput.self, V2.QueryOutput.self, repeat (each V3).QueryOutput.self)
  }
}

/// A row of any number of values: that of a query to which columns were added piece by piece.
@frozen
public struct PackRow<each V: QueryRepresentable>: RowShape {
  /// The values; of one value, the value itself.
  public typealias Row = (repeat (each V).QueryOutput)

  /// The types of the values.
  public typealias Columns = (repeat each V)

  /// Decodes the values, in their order.
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

  /// What tells it from other shapes: the types of its values.
  @inlinable public static var _identity: ObjectIdentifier {
    ObjectIdentifier((repeat each V).self)
  }

  /// Compares two rows, value by value.
  public static var _areEqual: ((Row, Row) -> Bool)? {
    equality(of: repeat (each V).QueryOutput.self)
  }
}

/// Compares values of one type; `nil` where it is not `Equatable`.
package func equality<T>(of type: T.Type) -> ((T, T) -> Bool)? {
  Comparison<T>().areEqual
}

/// Compares tuples of values; `nil` where one of the types is not `Equatable`.
package func equality<each T>(
  of types: repeat (each T).Type
) -> (((repeat each T), (repeat each T)) -> Bool)? {
  let comparisons = (repeat Comparison<each T>())
  for comparison in repeat each comparisons {
    if comparison.areEqual == nil { return nil }
  }
  return { left, right in
    for (comparison, left, right) in repeat (each comparisons, each left, each right) {
      if comparison.areEqual?(left, right) != true { return false }
    }
    return true
  }
}

/// How two values of a type are compared, as far as it has the conformance.
private struct Comparison<Value> {
  let areEqual: ((Value, Value) -> Bool)?

  init() { areEqual = (Value.self as? any Equatable.Type).flatMap { Self.equality($0) } }

  /// The closure is cast once, and not two values at each call.
  private static func equality<Known: Equatable>(
    _ type: Known.Type
  ) -> ((Value, Value) -> Bool)? {
    let areEqual: (Known, Known) -> Bool = { $0 == $1 }
    return areEqual as? (Value, Value) -> Bool
  }
}
