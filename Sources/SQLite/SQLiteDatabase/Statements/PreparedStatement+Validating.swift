extension PreparedStatement {
  /// Checks that values fit the parameters, without binding them.
  ///
  /// ``setArguments(_:)`` checks this itself.
  ///
  /// - Throws: ``DatabaseError`` with `.arguments` if their number or names do not match the
  ///   parameters.
  public func validateArguments(_ arguments: StatementArguments) throws {
    switch arguments.storage {
    case .none: try checkArgumentCount(0)
    case .one: try checkArgumentCount(1)
    case .positional(let values): try checkArgumentCount(values.count)
    case .named(let values): try matchParameters(with: values) { _, _ in }
    case .failed, .unusable: throw argumentError(arguments.problem ?? "")
    }
  }
}
