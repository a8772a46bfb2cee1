import DatabaseTypes

extension Database {
  /// Adds the functions of texts that come from Swift.
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
      // Other values are what they are, as for the functions of SQLite.
      guard case .text(let text) = arguments[0] else { return arguments[0] }
      return function(text)
    }
  }
}
