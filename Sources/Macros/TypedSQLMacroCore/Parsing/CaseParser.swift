import SwiftDiagnostics
import SwiftSyntax

/// A parser that reads the cases of a declaration as columns.
struct CaseParser {
  let declaration: EnumCaseDeclSyntax
  let rewriter: SelfRewriter

  func parse(collector: inout DiagnosticCollector) -> [CaseModel] {
    checkAttributes(collector: &collector)
    let arguments = ColumnArguments(
      of: declaration.attributes,
      in: rewriter,
      collector: &collector
    )
    return declaration.elements.compactMap {
      column(of: $0, arguments, collector: &collector)
    }
  }

  private func column(
    of element: EnumCaseElementSyntax,
    _ arguments: ColumnArguments,
    collector: inout DiagnosticCollector
  ) -> CaseModel? {
    guard let value = element.parameterClause?.parameters.single else {
      collector.add(CaseDiagnostic.noSingleAssociatedValue, at: element)
      return nil
    }
    let type = TypeText(value.type, in: rewriter)
    if type.isOptional { diagnoseOptional(value.type, type, collector: &collector) }
    let label = value.firstName?.text
    return CaseModel(
      identifier: element.name.text,
      label: label == "_" ? nil : label,
      name: arguments.name ?? "\"\(element.name.text.filter { $0 != "`" })\"",
      type: type,
      representation: arguments.representation,
      defaultValue: value.defaultValue.map { rewriter.text($0.value) }
    )
  }

  private func diagnoseOptional(
    _ node: TypeSyntax,
    _ type: TypeText,
    collector: inout DiagnosticCollector
  ) {
    collector.add(
      CaseDiagnostic.optionalAssociatedValue,
      at: node,
      notes: [
        Note(
          node: Syntax(node),
          message: DiagnosticNote("A 'nil' value is indistinguishable from an absent case")
        )
      ],
      fixIts: [
        .replace(
          "Replace '\(node.trimmedDescription)' with '\(type.wrapped)'",
          node,
          with: TokenSyntax.identifier(type.wrapped).with(\.trailingTrivia, node.trailingTrivia)
        )
      ]
    )
  }

  private func checkAttributes(collector: inout DiagnosticCollector) {
    if let ephemeral = declaration.attributes.attribute(named: "Ephemeral") {
      collector.add(
        CaseDiagnostic.ephemeral,
        at: ephemeral,
        fixIts: [.remove("Remove '@Ephemeral'", ephemeral)]
      )
    }
    guard let column = declaration.attributes.attribute(named: "Column", "Columns") else { return }
    for label in ["primaryKey", "generated", "lazyInitializable"] {
      guard let argument = column.argument(label) else { continue }
      collector.add(
        CaseDiagnostic.unsupportedArgument(label),
        at: argument,
        fixIts: [.remove(argument, from: column)]
      )
    }
  }
}
