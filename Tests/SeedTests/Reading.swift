import LiveSQL

/// A builder that turns the expressions of a block into closures, to evaluate them later.
@resultBuilder
enum Reading {
  typealias Of<First, Second, Third> = (
    first: () -> First, second: () -> Second, third: () -> Third
  )

  static func buildExpression<Value>(_ value: @autoclosure @escaping () -> Value) -> () -> Value {
    value
  }

  static func buildBlock<First, Second, Third>(
    _ first: @escaping () -> First,
    _ second: @escaping () -> Second,
    _ third: @escaping () -> Third
  ) -> Of<First, Second, Third> { (first, second, third) }
}
