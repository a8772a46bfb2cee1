import SwiftSyntax

extension VariableDeclSyntax {
  /// Whether the variable may be a column: a stored property of an instance.
  var isStoredInstanceProperty: Bool {
    let excluded: Set<Keyword> = [.static, .class, .lazy]
    let isExcluded = modifiers.contains { modifier in
      excluded.contains { modifier.name.tokenKind == .keyword($0) }
    }
    return !isExcluded && bindings.allSatisfy { !$0.isComputed }
  }

  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
}

extension PatternBindingSyntax {
  /// Whether there is an accessor other than an observer.
  fileprivate var isComputed: Bool {
    guard let accessorBlock else { return false }
    guard case .accessors(let accessors) = accessorBlock.accessors else { return true }
    let observers: [TokenKind] = [.keyword(.willSet), .keyword(.didSet)]
    return accessors.contains { !observers.contains($0.accessorSpecifier.tokenKind) }
  }
}

extension DeclModifierListSyntax {
  /// The access modifier with a trailing space, or an empty string.
  ///
  /// `private` becomes `fileprivate` in an expansion, so that code of the enclosing type can reach
  /// it.
  var access: String {
    let levels: Set = ["public", "open", "package", "internal", "fileprivate", "private"]
    let names = filter { $0.detail == nil }.map(\.name.text)
    guard let level = names.first(where: levels.contains) else { return "" }
    return level == "private" ? "fileprivate " : level + " "
  }
}
