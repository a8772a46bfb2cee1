public import TypedSQL

/// A placeholder for a value in a prepared query.
///
/// It can be used wherever a value of its type can: in comparisons, in updates, in a limit.
public struct Parameter<Value: QueryBindable>: QueryExpression, Sendable {
  /// The type of the value.
  public typealias QueryValue = Value

  private let number: Int

  /// Creates a placeholder with the next number.
  init(counting count: inout Int) {
    count += 1
    number = count
  }

  /// The placeholder as SQL.
  public var queryFragment: QueryFragment { "\(QueryBinding.parameter(number))" }
}
