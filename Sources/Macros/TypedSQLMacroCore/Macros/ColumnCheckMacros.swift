import SwiftDiagnostics
public import SwiftSyntax
public import SwiftSyntaxMacros

// A macro sees no types, but the compiler chooses among macros of one name by the type of the
// argument. So the macro of the table adds `@_ColumnCheck(Type.self)` to its columns, and each
// overload of that is one of these.

/// A macro that reports a group of columns that is declared like a single column.
open class GroupCheckMacro: PeerMacro {
  /// Adds no declarations.
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

/// A macro that reports a type that no column can store.
open class UnrepresentableCheckMacro: PeerMacro {
  /// Adds no declarations.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ColumnCheck(node, on: declaration).diagnose(storableAs: [], in: context)
    return []
  }
}

/// A macro that reports a `Codable` type, which could be stored as JSON.
open class CodableCheckMacro: PeerMacro {
  /// Adds no declarations.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ColumnCheck(node, on: declaration).diagnose(storableAs: [.json, .jsonb], in: context)
    return []
  }
}

/// A macro that reports a type with a raw value, which could be stored as its raw value.
open class RawValueCheckMacro: PeerMacro {
  /// Adds no declarations.
  public static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) -> [DeclSyntax] {
    ColumnCheck(node, on: declaration).diagnose(storableAs: [.rawValue], in: context)
    return []
  }
}
