import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

// A macro sees no types, but the compiler chooses among macros of one name by the type of the argument. So the macro of
// the table puts `@_ColumnCheck(Type.self)` on its columns, and each overload is one of these.

/// Complains about a group of columns that is declared as if it were one.
open class GroupCheckMacro: PeerMacro {
  /// Adds nothing.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    guard let column = declaration.columnAttribute else { return [] }
    let checks: [(String?, ColumnCheckDiagnostic)] = [
      (nil, .namedGroup), ("generated", .generatedGroup),
    ]
    for (label, message) in checks {
      guard let argument = column.argument(label) else { continue }
      let fixIt = FixIt.remove(argument, from: column)
      context.diagnose(
        Diagnostic(node: Syntax(argument), message: message, fixIts: [fixIt])
      )
    }
    return []
  }
}

/// Complains about a type that no column can hold.
open class UnrepresentableCheckMacro: PeerMacro {
  /// Adds nothing.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ColumnCheck(node, on: declaration).diagnose(storableAs: [], in: context)
    return []
  }
}

/// Complains about a `Codable` type, which could be stored as JSON.
open class CodableCheckMacro: PeerMacro {
  /// Adds nothing.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ColumnCheck(node, on: declaration).diagnose(storableAs: [.json, .jsonb], in: context)
    return []
  }
}

/// Complains about a type with a raw value, which could be stored as that.
open class RawValueCheckMacro: PeerMacro {
  /// Adds nothing.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ColumnCheck(node, on: declaration).diagnose(storableAs: [.rawValue], in: context)
    return []
  }
}
