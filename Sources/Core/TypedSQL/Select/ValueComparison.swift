/// Returns a comparison of values of a type, or `nil` if they cannot be compared.
///
/// Values of columns, rows of tables and arrays of them are compared by the values of their
/// columns; see ``QueryRepresentable/_isSame(_:_:)``. Other types are compared by `==`.
package func equality<T>(of type: T.Type) -> ((T, T) -> Bool)? {
  ValueComparison<T>().areEqual
}

/// Returns a comparison of tuples, or `nil` if values of one of the types cannot be compared.
func tupleEquality<each T>(
  _ comparisons: repeat ValueComparison<each T>
) -> (((repeat each T), (repeat each T)) -> Bool)? {
  let comparisons = (repeat each comparisons)
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

/// A comparison of two values of a type, if they can be compared.
///
/// Its closures capture only types. Each casts a closure once, instead of two values for each call.
struct ValueComparison<Value> {
  let areEqual: ((Value, Value) -> Bool)?

  private init(areEqual: ((Value, Value) -> Bool)?) { self.areEqual = areEqual }

  /// Creates the comparison that suits the type best.
  init() { areEqual = Self.ofColumns ?? Self.ofElements ?? Self.ofEquatable }

  /// Creates a comparison of values in the representation that a column has.
  init<Column: QueryRepresentable>(of column: Column.Type) where Value == Column.QueryOutput {
    if Self.hasColumns(column) {
      self.init(areEqual: { Column._isSame($0, $1) })
    } else {
      self.init()
    }
  }

  /// Whether values can be written as columns; a type that can only be read may not be one.
  private static func hasColumns(_ type: any QueryRepresentable.Type) -> Bool {
    type is any QueryBindable.Type || type is any Table.Type
  }

  private static var ofColumns: ((Value, Value) -> Bool)? {
    (Value.self as? any QueryRepresentable.Type).flatMap { Self.columns(of: $0) }
  }

  private static func columns<Known: QueryRepresentable>(
    of type: Known.Type
  ) -> ((Value, Value) -> Bool)? {
    guard hasColumns(type) else { return nil }
    let areEqual: (Known.QueryOutput, Known.QueryOutput) -> Bool = { Known._isSame($0, $1) }
    return areEqual as? (Value, Value) -> Bool
  }

  private static var ofElements: ((Value, Value) -> Bool)? {
    (Value.self as? any ComparedList.Type).flatMap { Self.elements(of: $0) }
  }

  private static func elements<Known: ComparedList>(
    of type: Known.Type
  ) -> ((Value, Value) -> Bool)? { Known.areEqual.flatMap { $0 as? (Value, Value) -> Bool } }

  /// The comparison by `==`, whatever else the type is.
  static var ofEquatable: ((Value, Value) -> Bool)? {
    (Value.self as? any Equatable.Type).flatMap { Self.equality($0) }
  }

  private static func equality<Known: Equatable>(
    _ type: Known.Type
  ) -> ((Value, Value) -> Bool)? {
    let areEqual: (Known, Known) -> Bool = { $0 == $1 }
    return areEqual as? (Value, Value) -> Bool
  }
}

/// An array, whose elements are compared one by one.
private protocol ComparedList {
  /// A comparison of two arrays, or `nil` if their elements cannot be compared.
  static var areEqual: ((Self, Self) -> Bool)? { get }
}

extension Array: ComparedList {
  fileprivate static var areEqual: (([Element], [Element]) -> Bool)? {
    guard let areEqual = ValueComparison<Element>().areEqual else { return nil }
    return { left, right in
      guard left.count == right.count else { return false }
      return zip(left, right).allSatisfy { areEqual($0, $1) }
    }
  }
}
