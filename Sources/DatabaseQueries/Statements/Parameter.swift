public import TypedSQL

/// The place of a value in a prepared query.
///
/// It stands where a value of its type can stand: in comparisons, in what is updated, in a limit.
public struct Parameter<Value: QueryBindable>: QueryExpression, Sendable {
  /// The type of the value.
  public typealias QueryValue = Value

  private let number: Int

  /// Takes the next number.
  init(counting count: inout Int) {
    count += 1
    number = count
  }

  /// A placeholder.
  public var queryFragment: QueryFragment { "\(QueryBinding.parameter(number))" }
}
