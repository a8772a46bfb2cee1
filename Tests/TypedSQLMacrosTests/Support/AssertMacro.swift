import Testing

/// Fails unless a source expands to the expected text without diagnostics.
///
/// - Parameter words: Words, separated by bars, one of which the first line of a declaration
///   contains if the declaration is compared; by default, the whole source is compared.
func assertMacro(
  _ source: String,
  shows words: String? = nil,
  at location: SourceLocation = #_sourceLocation,
  expansion: () -> String
) {
  let expanded = Expansion(of: source)
  if !expanded.diagnostics.isEmpty {
    Issue.record("Diagnostics:\n\(expanded.drawnDiagnostics)", sourceLocation: location)
  }
  assertSame(words.map(expanded.declarations) ?? expanded.source, expansion(), at: location)
}

/// Fails unless a source expands to the expected text, whatever warnings there are.
func assertMacroIgnoringWarnings(
  _ source: String,
  shows words: String,
  at location: SourceLocation = #_sourceLocation,
  expansion: () -> String
) {
  assertSame(Expansion(of: source).declarations(with: words), expansion(), at: location)
}

/// Fails unless the macros of a source report the expected diagnostics, and a fix-it changes it as
/// expected.
///
/// - Parameter message: The beginning of the fix-it's message; by default, the first fix-it
///   applies.
func assertDiagnostics(
  _ source: String,
  applying message: String = "",
  at location: SourceLocation = #_sourceLocation,
  diagnostics: () -> String,
  fixed: (() -> String)? = nil
) {
  let expanded = Expansion(of: source)
  assertSame(expanded.drawnDiagnostics, diagnostics(), at: location)
  guard let fixed else { return }
  assertSame(expanded.fixed(by: message), fixed(), at: location)
}

private func assertSame(_ actual: String, _ expected: String, at location: SourceLocation) {
  guard actual != expected else { return }
  let pairs = zip(actual.split(separator: "\n"), expected.split(separator: "\n"))
  let difference = pairs.first { $0 != $1 }.map { "\nfirst \($0)\nnot   \($1)" } ?? ""
  Issue.record(
    "Got:\n<<<<\n\(actual)\n>>>>\(difference)",
    sourceLocation: location
  )
}
