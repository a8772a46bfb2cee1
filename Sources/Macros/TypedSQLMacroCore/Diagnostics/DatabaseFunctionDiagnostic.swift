import SwiftDiagnostics

/// An error in a function that SQL is to call.
enum DatabaseFunctionDiagnostic: String, MacroDiagnostic {
  case notAFunction = "'@DatabaseFunction' must be applied to a function or computed property"
  case variadic = "Variadic arguments are not supported"
  case asynchronous =
    "'@DatabaseFunction' cannot be applied to an 'async' function: SQL waits for its result"
  case isolatedFunction =
    "'@DatabaseFunction' function must be 'nonisolated': SQL calls it from any thread"
  case isolatedProperty =
    "'@DatabaseFunction' property must be 'nonisolated': SQL reads it from any thread"

  var message: String { rawValue }
}
