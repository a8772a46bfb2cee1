import SwiftDiagnostics

/// An error in a macro's argument, which must be a literal.
enum ArgumentDiagnostic: String, MacroDiagnostic {
  case emptyString = "Argument must be a non-empty string literal"
  case notAType = "Argument 'as' must be a type literal"
  case notABoolean = "Argument must be a boolean literal"
  case notAFunctionType = "Argument must be a function type literal mapping to this function"

  var message: String { rawValue }
}
