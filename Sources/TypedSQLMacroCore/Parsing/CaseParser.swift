import SwiftDiagnostics
import SwiftSyntax

/// Reads the cases of a declaration as columns.
struct CaseParser {
  let declaration: EnumCaseDeclSyntax
  let rewriter: SelfRewriter

  func parse(complaints: inout Complaints) -> [CaseModel] {
    checkAttributes(complaints: &complaints)
    let arguments = ColumnArguments(
      of: declaration.attributes,
      in: rewriter,
      complaints: &complaints
    )
    return declaration.elements.compactMap {
      column(of: $0, arguments, complaints: &complaints)
    }
  }

  private func column(
    of element: EnumCaseElementSyntax,
    _ arguments: ColumnArguments,
    complaints: inout Complaints
  ) -> CaseModel? {
    guard let value = element.parameterClause?.parameters.single else {
      complaints.add(CaseDiagnostic.noSingleAssociatedValue, at: element)
      return nil
    }
    let type = TypeText(value.type, in: rewriter)
    if type.isOptional { complainAboutOptional(value.type, type, complaints: &complaints) }
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

  private func complainAboutOptional(
    _ node: TypeSyntax,
    _ type: TypeText,
    complaints: inout Complaints
  ) {
    complaints.add(
      CaseDiagnostic.optionalAssociatedValue,
      at: node,
      notes: [
        Note(
          node: Syntax(node),
          message: Remark("A 'nil' value is indistinguishable from an absent case")
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

  private func checkAttributes(complaints: inout Complaints) {
    if let ephemeral = declaration.attributes.attribute(named: "Ephemeral") {
      complaints.add(
        CaseDiagnostic.ephemeral,
        at: ephemeral,
        fixIts: [.remove("Remove '@Ephemeral'", ephemeral)]
      )
    }
    guard let column = declaration.attributes.attribute(named: "Column", "Columns") else { return }
    for label in ["primaryKey", "generated", "lazyInitializable"] {
      guard let argument = column.argument(label) else { continue }
      complaints.add(
        CaseDiagnostic.unsupportedArgument(label),
        at: argument,
        fixIts: [.remove(argument, from: column)]
      )
    }
  }
}
