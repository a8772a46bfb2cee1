import SwiftDiagnostics
import SwiftSyntax

/// A parser that reads a declaration as a table.
struct TableParser {
  let attribute: AttributeSyntax
  let declaration: any DeclGroupSyntax
  let lexicalContext: [Syntax]
  private(set) var collector = DiagnosticCollector()

  init(
    _ attribute: AttributeSyntax,
    on declaration: some DeclGroupSyntax,
    lexicalContext: [Syntax]
  ) {
    self.attribute = attribute
    self.declaration = declaration
    self.lexicalContext = lexicalContext
  }

  var role: TableModel.Role { attribute.lastName == "Selection" ? .selection : .table }

  /// Returns the table, or `nil` if the declaration cannot be one.
  mutating func parse() -> TableModel? {
    let names = (table: name(argument: nil), schema: name(argument: "schema"))
    checkConditionalMembers()
    let model: TableModel? =
      if let declaration = declaration.as(StructDeclSyntax.self) {
        table(declaration.name, columns(of: declaration), names)
      } else if let declaration = declaration.as(EnumDeclSyntax.self) {
        table(declaration.name, cases(of: declaration), names)
      } else {
        nil
      }
    if model == nil {
      collector.add(TableDiagnostic.notATable(macro: role.rawValue), at: declaration.introducer)
    }
    checkForBothMacros()
    return collector.hasErrors ? nil : model
  }

  private func table(
    _ type: TokenSyntax,
    _ content: TableModel.Content,
    _ names: (table: String?, schema: String?)
  ) -> TableModel {
    TableModel(
      role: role,
      name: type.text,
      tableName: names.table ?? "\"\(Inflection.tableName(ofType: type.plainText))\"",
      schemaName: names.schema,
      content: content,
      isPublic: ["public ", "open "].contains(declaration.modifiers.access),
      isGeneric: isGeneric,
      isNested: !lexicalContext.isEmpty,
      isSelectionToo: role == .table && selection != nil,
      writesCodingKeys: writesCodingKeys,
      availability: declaration.attributes.availability
    )
  }

  /// Whether to write coding keys: for a structure that is declared here as `Codable`, or as half
  /// of it.
  private var writesCodingKeys: Bool {
    let protocols = declaration.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription)
    let isCodable =
      protocols?.contains { ["Codable", "Encodable", "Decodable"].contains($0) } == true
    return MacroSettings.writesCodingKeys && isCodable && declaration.is(StructDeclSyntax.self)
      && !CodingNames(of: declaration).areWritten
  }

  private mutating func name(argument label: String?) -> String? {
    guard let argument = attribute.argument(label) else { return nil }
    let name = argument.expression.nonEmptyLiteral
    if name == nil { collector.add(ArgumentDiagnostic.emptyString, at: argument.expression) }
    return name
  }

  private var isGeneric: Bool {
    let scopes = lexicalContext + [Syntax(declaration)]
    return scopes.contains {
      $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
    }
  }
}

// MARK: - Columns

extension TableParser {
  private mutating func columns(of declaration: StructDeclSyntax) -> TableModel.Content {
    let rewriter = SelfRewriter(name: declaration.name.text)
    let variables = declaration.memberBlock.members
      .compactMap { $0.decl.as(VariableDeclSyntax.self) }
    let codingNames = CodingNames(of: declaration)
    var columns: [(model: ColumnModel, variable: VariableDeclSyntax)] = []
    for variable in variables {
      let parser = ColumnParser(variable: variable, rewriter: rewriter)
      guard var column = parser.parse(collector: &collector) else { continue }
      column.codingKey =
        writesCodingKeys ? column.name : codingNames.key(ofProperty: column.plainProperty)
      columns.append((column, variable))
    }
    markPrimaryKey(of: &columns)
    if columns.isEmpty, !collector.hasErrors {
      collector.add(
        TableDiagnostic.noColumns(macro: role.rawValue, type: declaration.name.plainText),
        at: declaration.name
      )
    }
    diagnoseGenericColumns(columns)
    return .columns(columns.map(\.model))
  }

  /// Marks the property that is declared as the key, or else `id`, unless it is declared not to be.
  private mutating func markPrimaryKey(
    of columns: inout [(model: ColumnModel, variable: VariableDeclSyntax)]
  ) {
    guard role == .table else {
      for index in columns.indices { columns[index].model.isPrimaryKey = false }
      return
    }
    let keys = columns.filter(\.model.isPrimaryKey)
    if let first = keys.first {
      keys.dropFirst().forEach { diagnoseKey($0.variable, after: first.model) }
    } else if let index = columns.firstIndex(where: { $0.model.property == "id" }),
      columns[index].variable.primaryKeyArgument == nil
    {
      columns[index].model.isPrimaryKey = true
    }
  }

  private mutating func diagnoseKey(
    _ variable: VariableDeclSyntax,
    after first: ColumnModel
  ) {
    guard let attribute = variable.attributes.attribute(named: "Column", "Columns"),
      let argument = attribute.argument("primaryKey"),
      let other = firstKeyArgument
    else { return }
    let note = DiagnosticNote("Primary key already applied to '\(first.plainProperty)'")
    collector.add(
      TableDiagnostic.secondPrimaryKey,
      at: argument,
      notes: [Note(node: Syntax(other), message: note)],
      fixIts: [.remove(argument, from: attribute)]
    )
  }

  private var firstKeyArgument: LabeledExprSyntax? {
    declaration.memberBlock.members.lazy
      .compactMap { $0.decl.as(VariableDeclSyntax.self)?.primaryKeyArgument }
      .first { $0.expression.booleanLiteral == true }
  }

  /// Reports columns of a generic type, which cannot store a witness for the type of a default
  /// value.
  private mutating func diagnoseGenericColumns(
    _ columns: [(model: ColumnModel, variable: VariableDeclSyntax)]
  ) {
    guard isGeneric else { return }
    for column in columns where column.model.needsWitness {
      collector.add(
        TableDiagnostic.genericColumn(column.model.plainProperty),
        at: column.variable.bindings
      )
    }
  }
}

// MARK: - Cases

extension TableParser {
  private mutating func cases(of declaration: EnumDeclSyntax) -> TableModel.Content {
    let rewriter = SelfRewriter(name: declaration.name.text)
    var cases: [CaseModel] = []
    for member in declaration.memberBlock.members {
      guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
      let parser = CaseParser(declaration: declaration, rewriter: rewriter)
      cases += parser.parse(collector: &collector)
    }
    if cases.isEmpty, !collector.hasErrors {
      collector.add(
        TableDiagnostic.noCases(macro: role.rawValue, type: declaration.name.plainText),
        at: declaration.name
      )
    }
    let codingNames = CodingNames(of: declaration)
    for index in cases.indices {
      let name = cases[index].identifier.filter { $0 != "`" }
      cases[index].codingPath = codingNames.path(ofCase: name, label: cases[index].label)
    }
    return .cases(cases)
  }
}

// MARK: - Checks

extension TableParser {
  /// Reports columns behind `#if`, which would be left out.
  private mutating func checkConditionalMembers() {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self) else {
      return
    }
    for member in declaration.conditionalMembers {
      let diagnostic = TableDiagnostic.conditionalMember(
        macro: role.rawValue,
        member: member.words,
        mayBeEphemeral: member.mayBeEphemeral
      )
      collector.add(diagnostic, at: member.condition)
    }
  }

  /// Returns the attribute that checks the type of a property or case, if there is something to
  /// check.
  func check(of member: some DeclSyntaxProtocol) -> String? {
    var ignored = DiagnosticCollector()
    let rewriter = SelfRewriter(name: typeName)
    if let variable = member.as(VariableDeclSyntax.self) {
      return ColumnParser(variable: variable, rewriter: rewriter).parse(collector: &ignored)
        .flatMap(ColumnCheckRenderer().attribute)
    }
    guard let declaration = member.as(EnumCaseDeclSyntax.self) else { return nil }
    return CaseParser(declaration: declaration, rewriter: rewriter).parse(collector: &ignored)
      .single.flatMap(ColumnCheckRenderer().attribute)
  }

  private var typeName: String {
    declaration.asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
  }
}

// MARK: - Both macros

extension TableParser {
  private var selection: AttributeSyntax? { declaration.attributes.attribute(named: "Selection") }

  private mutating func checkForBothMacros() {
    guard role == .table, let selection else { return }
    collector.add(
      TableDiagnostic.tableAndSelection,
      at: attribute,
      fixIts: [
        .remove("Remove '@Table'", attribute),
        .remove("Remove '@Selection'", selection),
      ]
    )
  }
}

extension VariableDeclSyntax {
  fileprivate var primaryKeyArgument: LabeledExprSyntax? {
    attributes.attribute(named: "Column", "Columns")?.argument("primaryKey")
  }
}

extension TokenSyntax {
  /// The text without backticks.
  var plainText: String { text.filter { $0 != "`" } }
}
