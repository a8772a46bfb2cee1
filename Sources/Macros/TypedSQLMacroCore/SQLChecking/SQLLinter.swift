import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A linter for the text of `#sql`, which scans it for delimiters first and then asks SQLite.
struct SQLLinter<Expansion: FreestandingMacroExpansionSyntax> {
  let literal: StringLiteralExprSyntax
  let expansion: Expansion

  /// The diagnostic for the first error, if there is one.
  var diagnostic: Diagnostic? {
    // The compiler itself reports a literal that it cannot read as a string.
    guard !literal.hasError else { return nil }
    let text = SQLText(literal)
    var scanner = DelimiterScanner(text)
    if let finding = scanner.scan() { return diagnostic(of: finding, in: text) }
    guard let error = SyntaxCheck.syntaxError(in: text) else { return nil }
    return diagnostic(.syntax(error.message), at: text.position(of: error.index), [silencing])
  }

  private func diagnostic(of finding: DelimiterScanner.Finding, in text: SQLText) -> Diagnostic {
    let fixIts: [FixIt]
    switch finding.diagnostic {
    case .bindWithinQuotes:
      fixIts = finding.interpolation.map { [Self.inserting(rawInto: $0)] } ?? []
    case .unclosed, .unopened: fixIts = [silencing]
    default: fixIts = []
    }
    return diagnostic(finding.diagnostic, at: text.position(of: finding.index), fixIts)
  }

  private func diagnostic(
    _ message: SQLDiagnostic,
    at position: AbsolutePosition,
    _ fixIts: [FixIt]
  ) -> Diagnostic {
    let start = literal.positionAfterSkippingLeadingTrivia
    let distance = position.utf8Offset - start.utf8Offset
    return Diagnostic(
      node: Syntax(literal),
      message: PreciseMessage(message, distance: distance),
      fixIts: fixIts
    )
  }

  private var silencing: FixIt {
    let call = ExprSyntax("SQLQueryExpression(\(expansion.arguments))")
      .with(\.leadingTrivia, expansion.leadingTrivia)
      .with(\.trailingTrivia, expansion.trailingTrivia)
    return .replace(
      "Use 'SQLQueryExpression.init(_:)' to silence this warning",
      expansion,
      with: call
    )
  }

  private static func inserting(rawInto interpolation: Interpolation) -> FixIt {
    let arguments = interpolation.segment.expressions
    var labeled = Array(arguments)
    if let first = labeled.first {
      labeled[0] = LabeledExprSyntax(
        leadingTrivia: first.leadingTrivia,
        label: .identifier("raw"),
        colon: .colonToken(trailingTrivia: .space),
        expression: first.expression.with(\.leadingTrivia, []),
        trailingComma: first.trailingComma
      )
    }
    return .replace("Insert 'raw: '", arguments, with: LabeledExprListSyntax(labeled))
  }
}

extension SQLText {
  /// Returns the position of an element, or of the end.
  fileprivate func position(of index: Int) -> AbsolutePosition {
    positions.indices.contains(index) ? positions[index] : end
  }
}
