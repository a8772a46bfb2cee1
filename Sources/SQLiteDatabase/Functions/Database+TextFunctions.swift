import DatabaseTypes

extension Database {
  /// Adds the text functions that are implemented in Swift.
  func addTextFunctions() {
    for function in TextFunction.allCases { add(function: DatabaseFunction(function)) }
  }
}

extension DatabaseFunction {
  fileprivate init(_ function: TextFunction) {
    self.init(
      function.rawValue,
      argumentCount: 1,
      pure: !function.isLocalized,
      isInnocuous: true
    ) { arguments in
      // Like SQLite's functions, return values of other types unchanged.
      guard case .text(let text) = arguments[0] else { return arguments[0] }
      return function(text)
    }
  }
}
