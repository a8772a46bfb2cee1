/// A renderer of `callAsFunction`, with which a query calls a function.
///
/// It has the labels and defaults of the function in Swift.
struct DatabaseFunctionCallRenderer {
  let function: DatabaseFunctionModel

  /// The method, or nothing for a property, whose value is the call.
  @LinesBuilder var lines: Lines {
    switch function.kind {
    case .property: Lines()
    case .scalar:
      method(
        parameters: function.parameters.map(\.callParameter),
        call: "self._call([\(fragments)])"
      )
    case .aggregate(let label):
      method(
        parameters: function.parameters.labeled(label).map(\.callParameter) + [
          "distinct isDistinct: Swift.Bool = false",
          "order: (some TypedSQL.QueryExpression)? = Swift.Bool?.none",
          "filter: (some TypedSQL.QueryExpression<Swift.Bool>)? = Swift.Bool?.none",
        ],
        call: "self._call([\(fragments)], distinct: isDistinct, order: order?.queryFragment, "
          + "filter: filter?.queryFragment)"
      )
    }
  }

  private func method(parameters: [String], call: String) -> Lines {
    let result = "TypedSQL.SQLQueryExpression<\(function.queryOutput?.text ?? "Swift.Void")>"
    guard parameters.count > 1 else {
      return Lines("public func callAsFunction(\(parameters.joined())) -> \(result)") { call }
    }
    return Lines {
      "public func callAsFunction("
      Lines(parameters).separatedByCommas.indented
      Lines(") -> \(result)") { call }
    }
  }

  private var fragments: String {
    function.parameters.map { "\($0.name).queryFragment" }.joined(separator: ", ")
  }
}

extension [DatabaseFunctionModel.Parameter] {
  /// Returns the arguments; the first has the label of the rows in Swift, unless it has its own.
  fileprivate func labeled(_ label: String?) -> Self {
    var parameters = self
    if let first, first.label == nil { parameters[0].label = label }
    return parameters
  }
}

extension DatabaseFunctionModel.Parameter {
  /// The parameter of a call in a query, which takes an expression.
  fileprivate var callParameter: String {
    let names = label == name ? name : "\(label ?? "_") \(name)"
    let parameter = "\(names): some TypedSQL.QueryExpression<\(accepted)>"
    guard let defaultValue else { return parameter }
    return "\(parameter) = \(queryType.text)(queryOutput: \(defaultValue))"
  }

  /// The type of the expression: if NULL may be passed, so may a value that is never NULL.
  ///
  /// With a default expression, the compiler cannot infer a type that depends on another one, so
  /// the type is exact there.
  private var accepted: String {
    queryType.isOptional && defaultValue == nil
      ? "some TypedSQL._OptionalPromotable<\(queryType.text)>" : queryType.text
  }
}
