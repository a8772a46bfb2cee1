import SwiftDiagnostics

/// What is wrong with an argument of a macro, which must be written out.
enum ArgumentDiagnostic: String, MacroDiagnostic {
  case emptyString = "Argument must be a non-empty string literal"
  case notAType = "Argument 'as' must be a type literal"
  case notABoolean = "Argument must be a boolean literal"
  case notAFunctionType = "Argument must be a function type literal mapping to this function"

  var message: String { rawValue }
}
