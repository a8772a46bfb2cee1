import SwiftSyntax

/// A part of a type that is behind `#if` and that would have an effect on its columns.
///
/// A macro sees all branches of an `#if`, but not which one the compiler takes. It would have to
/// leave out the column, and its value would be lost without a word.
struct ConditionalMember {
  /// The outermost `#if`.
  let condition: IfConfigDeclSyntax
  /// The part, as the diagnostic calls it.
  let words: String
  /// Whether `@Ephemeral` would be an answer.
  var mayBeEphemeral = false
}

extension DeclGroupSyntax {
  /// For each `#if`, the first part in it that would have an effect on the columns.
  ///
  /// Functions, computed and static properties, and types may be behind `#if`.
  var conditionalMembers: [ConditionalMember] {
    let isEnum = self.is(EnumDeclSyntax.self)
    return memberBlock.members.map(\.decl).flatMap { member -> [ConditionalMember] in
      guard let condition = member.as(IfConfigDeclSyntax.self) else {
        return member.conditionalAttributes + member.conditionalKeys
      }
      let first = condition.members.lazy
        .compactMap { $0.conditional(by: condition, inEnum: isEnum) }.first
      return first.map { [$0] } ?? []
    }
  }
}

// MARK: - Members

extension DeclSyntax {
  /// Returns the member as one behind `#if`, or `nil` if it has no effect on the columns.
  fileprivate func conditional(
    by condition: IfConfigDeclSyntax,
    inEnum isEnum: Bool
  ) -> ConditionalMember? {
    if let columnWords {
      let isProperty = self.is(VariableDeclSyntax.self)
      return ConditionalMember(
        condition: condition,
        words: columnWords,
        mayBeEphemeral: isProperty
      )
    }
    if let keys = codingKeys {
      return ConditionalMember(condition: condition, words: "'\(keys.name.text)'")
    }
    // In an enum, they decide where the JSON has the value of a case.
    guard isEnum, isCoding else { return nil }
    let name = self.is(FunctionDeclSyntax.self) ? "encode(to:)" : "init(from:)"
    return ConditionalMember(condition: condition, words: "'\(name)'")
  }

  /// The member as a diagnostic calls it, if it is a column.
  private var columnWords: String? {
    if let variable = self.as(VariableDeclSyntax.self) {
      guard variable.isStoredInstanceProperty,
        variable.attributes.attribute(named: "Ephemeral") == nil
      else { return nil }
      return "property '\(variable.plainNames)'"
    }
    let element = self.as(EnumCaseDeclSyntax.self)?.elements.first
    return element.map { "case '\($0.name.plainText)'" }
  }

  private var codingKeys: EnumDeclSyntax? {
    let declaration = self.as(EnumDeclSyntax.self)
    return declaration?.name.text.hasSuffix("CodingKeys") == true ? declaration : nil
  }

  /// The cases of `CodingKeys` that are behind `#if`.
  fileprivate var conditionalKeys: [ConditionalMember] {
    guard let codingKeys else { return [] }
    let conditions = codingKeys.memberBlock.members
      .compactMap { $0.decl.as(IfConfigDeclSyntax.self) }
    return conditions.compactMap { condition in
      let words = condition.members.lazy.filter { $0.is(EnumCaseDeclSyntax.self) }
        .compactMap(\.columnWords).first
      return words.map {
        ConditionalMember(condition: condition, words: "\($0) of '\(codingKeys.name.text)'")
      }
    }
  }
}

// MARK: - Attributes

extension DeclSyntax {
  /// The attributes of a column that are behind `#if`.
  fileprivate var conditionalAttributes: [ConditionalMember] {
    guard let columnWords,
      let attributes = asProtocol((any WithAttributesSyntax).self)?.attributes
    else { return [] }
    return attributes.compactMap { $0.as(IfConfigDeclSyntax.self) }.compactMap { condition in
      let attribute = condition.attributes.attribute(named: "Column", "Columns", "Ephemeral")
      return attribute.map {
        ConditionalMember(condition: condition, words: "'@\($0.lastName)' of \(columnWords)")
      }
    }
  }
}

extension IfConfigDeclSyntax {
  /// The members in all branches, also behind further `#if`s.
  fileprivate var members: [DeclSyntax] {
    clauses.flatMap { clause -> [DeclSyntax] in
      guard case .decls(let members) = clause.elements else { return [] }
      return members.map(\.decl).flatMap { $0.as(IfConfigDeclSyntax.self)?.members ?? [$0] }
    }
  }

  /// The attributes in all branches, also behind further `#if`s.
  fileprivate var attributes: AttributeListSyntax {
    AttributeListSyntax(clauses.flatMap(\.attributes))
  }
}

extension IfConfigClauseSyntax {
  fileprivate var attributes: [AttributeListSyntax.Element] {
    guard case .attributes(let attributes) = elements else { return [] }
    return attributes.flatMap { element -> [AttributeListSyntax.Element] in
      element.as(IfConfigDeclSyntax.self).map { Array($0.attributes) } ?? [element]
    }
  }
}

extension VariableDeclSyntax {
  /// The names that it declares, without backticks.
  fileprivate var plainNames: String {
    bindings.map { $0.pattern.trimmedDescription }.joined(separator: ", ").filter { $0 != "`" }
  }
}
