import SwiftDiagnostics
import SwiftSyntax

/// A parser that reads a stored property as a column.
struct ColumnParser {
  let variable: VariableDeclSyntax
  let rewriter: SelfRewriter

  /// Returns the column, or `nil` if the property is not a column, or not a single one.
  func parse(collector: inout DiagnosticCollector) -> ColumnModel? {
    guard variable.isStoredInstanceProperty,
      variable.attributes.attribute(named: "Ephemeral") == nil
    else { return nil }
    guard let binding = variable.bindings.single,
      let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
    else {
      collector.add(ColumnDiagnostic.severalValues, at: variable.bindings)
      return nil
    }
    let arguments = ColumnArguments(
      of: variable.attributes,
      in: rewriter,
      collector: &collector
    )
    let column = column(named: pattern.identifier, binding, arguments)
    check(column, binding, arguments, collector: &collector)
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
    collector: inout DiagnosticCollector
  ) {
    if column.isGenerated, !column.isConstant {
      collector.add(
        ColumnDiagnostic.generatedVariable,
        at: variable.bindingSpecifier,
        fixIts: [replacement(by: .let)]
      )
    } else if column.isConstant, column.defaultValue != nil {
      collector.add(
        ColumnDiagnostic.constantWithDefault(column.plainProperty),
        at: variable.bindingSpecifier,
        fixIts: [replacement(by: .var)]
      )
    }
    if column.isLazilyInitializable, column.type?.isOptional == true,
      let attribute = arguments.attribute,
      let argument = attribute.argument("lazyInitializable")
    {
      collector.add(
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
