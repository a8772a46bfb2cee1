import SwiftSyntax

/// The parsed arguments of `@Column`.
struct ColumnArguments {
  var name: String?
  var representation: TypeText?
  var isGenerated = false
  var isStored = false
  var isPrimaryKey: Bool?
  var isLazilyInitializable = false
  let attribute: AttributeSyntax?

  init(
    of attributes: AttributeListSyntax,
    in rewriter: SelfRewriter,
    collector: inout DiagnosticCollector
  ) {
    attribute = attributes.attribute(named: "Column", "Columns")
    for argument in attribute?.labeledArguments ?? [] {
      read(argument, in: rewriter, collector: &collector)
    }
  }

  private mutating func read(
    _ argument: LabeledExprSyntax,
    in rewriter: SelfRewriter,
    collector: inout DiagnosticCollector
  ) {
    switch argument.label?.text {
    case nil:
      name = argument.expression.nonEmptyLiteral
      if name == nil { collector.add(ArgumentDiagnostic.emptyString, at: argument.expression) }
    case "as":
      if argument.expression.is(NilLiteralExprSyntax.self) { return }
      representation = argument.expression.typeLiteral.map { TypeText(literal: $0, in: rewriter) }
      if representation == nil {
        collector.add(ArgumentDiagnostic.notAType, at: argument.expression)
      }
    case "generated":
      isGenerated = !argument.expression.is(NilLiteralExprSyntax.self)
      let storage = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      isStored = storage == "stored"
    case "primaryKey": isPrimaryKey = argument.expression.booleanLiteral
    case "lazyInitializable":
      isLazilyInitializable = argument.expression.booleanLiteral ?? false
    default: break
    }
  }
}
