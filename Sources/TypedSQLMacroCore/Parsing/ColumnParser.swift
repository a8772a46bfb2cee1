import SwiftDiagnostics
import SwiftSyntax

/// Reads a stored property as a column.
struct ColumnParser {
  let variable: VariableDeclSyntax
  let rewriter: SelfRewriter

  /// The column, or nothing where the property is none, or not a single one.
  func parse(complaints: inout Complaints) -> ColumnModel? {
    guard variable.isStoredInstanceProperty,
      variable.attributes.attribute(named: "Ephemeral") == nil
    else { return nil }
    guard let binding = variable.bindings.single,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else {
      complaints.add(ColumnDiagnostic.severalValues, at: variable.bindings)
      return nil
    }
    let arguments = ColumnArguments(
      of: variable.attributes,
      in: rewriter,
      complaints: &complaints
    )
    let column = column(named: pattern.identifier, binding, arguments)
    check(column, binding, arguments, complaints: &complaints)
    return column
  }

  private func column(
    named identifier: TokenSyntax,
    _ binding: PatternBindingSyntax,
    _ arguments: ColumnArguments
  ) -> ColumnModel {
    let property = identifier.text
    let value = binding.initializer?.value
    return ColumnModel(
      property: property,
      name: arguments.name ?? "\"\(property.filter { $0 != "`" })\"",
      type: binding.typeAnnotation.map { TypeText($0.type, in: rewriter) }
        ?? value?.inferredType(in: rewriter),
      representation: arguments.representation,
      defaultValue: value.map(rewriter.text),
      access: variable.modifiers.access,
      isConstant: variable.isConstant,
      isGenerated: arguments.isGenerated,
      isStored: arguments.isStored,
      isPrimaryKey: arguments.isPrimaryKey ?? false,
      isLazilyInitializable: arguments.isLazilyInitializable
    )
  }

  private func check(
    _ column: ColumnModel,
    _ binding: PatternBindingSyntax,
    _ arguments: ColumnArguments,
    complaints: inout Complaints
  ) {
    if column.isGenerated, !column.isConstant {
      complaints.add(
        ColumnDiagnostic.generatedVariable,
        at: variable.bindingSpecifier,
        fixIts: [replacement(by: .let)]
      )
    } else if column.isConstant, column.defaultValue != nil {
      complaints.add(
        ColumnDiagnostic.constantWithDefault(column.plainProperty),
        at: variable.bindingSpecifier,
        fixIts: [replacement(by: .var)]
      )
    }
    if column.isLazilyInitializable, column.type?.isOptional == true,
      let attribute = arguments.attribute,
      let argument = attribute.argument("lazyInitializable")
    {
      complaints.add(
        ColumnDiagnostic.lazyOptional(column.plainProperty),
        at: argument,
        fixIts: [.remove(argument, from: attribute)]
      )
    }
  }

  private func replacement(by keyword: Keyword) -> FixIt {
    let specifier = variable.bindingSpecifier
    let other = specifier.with(\.tokenKind, .keyword(keyword))
    return .replace("Replace '\(specifier.text)' with '\(other.text)'", specifier, with: other)
  }
}
