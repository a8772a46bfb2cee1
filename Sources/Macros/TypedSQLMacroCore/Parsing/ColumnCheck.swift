import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A column whose type cannot be stored, and the ways to fix it.
struct ColumnCheck {
  /// A representation that would make a type storable.
  struct Representation: Equatable {
    let name: String
    let purpose: String

    static let json = Representation(name: "JSONRepresentation", purpose: " to store as JSON")
    static let jsonb = Representation(name: "JSONBRepresentation", purpose: " to store as JSONB")
    static let rawValue = Representation(
      name: "RawRepresentation",
      purpose: " to store as its raw value"
    )
  }

  private let declaration: DeclSyntax
  private let argument: LabeledExprSyntax?

  init(_ attribute: AttributeSyntax, on declaration: some DeclSyntaxProtocol) {
    self.declaration = DeclSyntax(declaration)
    argument = attribute.labeledArguments.first
  }

  func diagnose(
    storableAs representations: [Representation],
    in context: some MacroExpansionContext
  ) {
    guard let message = message(for: representations) else { return }
    let fixIts = representations.compactMap(applying) + [applyingPlaceholder, excluding]
    context.diagnose(
      Diagnostic(node: diagnosedNode, message: message, fixIts: fixIts.compactMap { $0 })
    )
  }

  private func message(for representations: [Representation]) -> ColumnCheckDiagnostic? {
    guard let argument else { return nil }
    guard let type = typeText else {
      return .notASelection(expression: argument.expression.trimmedDescription)
    }
    return representations == [.rawValue] ? .notBindable(type: type) : .notRepresentable(type: type)
  }

  /// The type that is checked, or `nil` if only an expression determines it.
  private var typeText: String? {
    guard let type = argument?.expression.typeLiteral else { return nil }
    let inner = type.as(TupleExprSyntax.self)?.elements.single?.expression ?? type
    return inner.trimmedDescription
  }

  /// The part of the declaration that names the type.
  private var diagnosedNode: Syntax {
    if let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first {
      return Syntax(binding.typeAnnotation?.type) ?? Syntax(binding.initializer?.value)
        ?? Syntax(binding)
    }
    let element = declaration.as(EnumCaseDeclSyntax.self)?.elements.first
    return Syntax(element?.parameterClause?.parameters.first?.type) ?? Syntax(declaration)
  }

  // MARK: - Fix-its

  private func applying(_ representation: Representation) -> FixIt? {
    guard let typeText else { return nil }
    let attribute = "@Column(as: \(typeText).\(representation.name).self)"
    return inserting(attribute, "Apply '\(attribute)'\(representation.purpose)")
  }

  private var applyingPlaceholder: FixIt? {
    inserting(
      "@Column(as: <#any QueryRepresentable.Type#>)",
      "Apply '@Column(as:)' to specify a representation"
    )
  }

  private var excluding: FixIt? {
    guard declaration.is(VariableDeclSyntax.self) else { return nil }
    return inserting("@Ephemeral", "Apply '@Ephemeral' to exclude from table")
  }

  /// Returns a fix-it that inserts an attribute before the declaration.
  private func inserting(_ attribute: String, _ message: String) -> FixIt? {
    guard let first = declaration.firstToken(viewMode: .sourceAccurate) else { return nil }
    let text = TokenSyntax.identifier(
      "\(attribute) \(first.text)",
      leadingTrivia: first.leadingTrivia,
      trailingTrivia: first.trailingTrivia
    )
    return .replace(message, first, with: text)
  }
}

extension DeclSyntaxProtocol {
  /// The `@Column` of a property or case.
  var columnAttribute: AttributeSyntax? {
    asProtocol((any WithAttributesSyntax).self)?.attributes
      .attribute(named: "Column", "Columns")
  }
}
