public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The macros that make a struct or an enum a table or a query's result: `@Table`, `@Selection`.
open class TableMacro: MemberMacro, MemberAttributeMacro, ExtensionMacro {
  /// The format mode: the expansion is already formatted.
  public static var formatMode: FormatMode { .disabled }

  /// Adds the types of the table's columns, selections and drafts, and reports errors.
  public static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard !isExpandedByTable(node, declaration) else { return [] }
    var parser = TableParser(node, on: declaration, lexicalContext: context.lexicalContext)
    let table = parser.parse()
    parser.collector.diagnostics.forEach(context.diagnose)
    guard let table else { return [] }
    return MembersRenderer(table: table).declarations.map { "\(raw: $0.text)" }
  }

  /// Adds the conformances, without reporting errors.
  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) -> [ExtensionDeclSyntax] {
    guard !isExpandedByTable(node, declaration) else { return [] }
    var parser = TableParser(node, on: declaration, lexicalContext: context.lexicalContext)
    guard let table = parser.parse() else { return [] }
    let missing = Set(protocols.map(\.lastName))
    let lines = ConformanceRenderer(table: table)
      .lines(extending: type.trimmedDescription, missing: missing)
    let declaration: DeclSyntax = "\(raw: lines.text)"
    return declaration.as(ExtensionDeclSyntax.self).map { [$0] } ?? []
  }

  /// Adds an attribute to each column by which the compiler checks its type, unless the type is
  /// well known.
  public static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [AttributeSyntax] {
    guard !isExpandedByTable(node, declaration) else { return [] }
    let check = TableParser(node, on: declaration, lexicalContext: context.lexicalContext)
      .check(of: member)
    return check.map { ["\(raw: $0)"] } ?? []
  }

  /// Returns whether this is the `@Selection` of a type that is also a `@Table`, which adds
  /// everything that is needed.
  private static func isExpandedByTable(
    _ node: AttributeSyntax,
    _ declaration: some DeclGroupSyntax
  ) -> Bool {
    node.lastName == "Selection" && declaration.attributes.attribute(named: "Table") != nil
  }
}

extension TypeSyntax {
  /// The last component of the type's name.
  fileprivate var lastName: String {
    self.as(MemberTypeSyntax.self)?.name.text ?? trimmedDescription
  }
}
