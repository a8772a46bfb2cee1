import DatabaseTypes
import TypedSQL

/// A writer of the definitions between the parentheses of `CREATE TABLE`.
struct TableDefinitionWriter {
  let columns: [DeclaredColumn]
  let primaryKey: [String]
  let isStrict: Bool
  /// The expressions of generated columns, by name.
  let expressions: [String: QueryFragment]
  /// The generated columns whose values are stored.
  var stored: Set<String> = []
  /// The values that the database uses for columns that an insertion leaves out, by name.
  var defaults: [String: QueryFragment] = [:]

  var fragment: QueryFragment {
    var definitions = columns.filter { !isUnknown($0) }.map(definition)
    if primaryKey.count > 1 {
      let names = primaryKey.map { QueryFragment(quote: $0) }.joined(separator: ", ")
      definitions.append("PRIMARY KEY (\(names))")
    }
    var fragment = definitions.joined(separator: "," + .newlineOrSpace)
    for column in columns where isUnknown(column) {
      fragment.append(.newlineOrSpace)
      fragment.append(raw: comment(on: column))
    }
    return fragment
  }

  private func isUnknown(_ column: DeclaredColumn) -> Bool {
    column.isGenerated && expressions[column.name] == nil
  }

  private func definition(_ column: DeclaredColumn) -> QueryFragment {
    var definition = QueryFragment(quote: column.name)
    if let type = type(of: column) {
      if let hint = column.hint { definition.append(hint: hint) }
      definition.append(mark: Mark.word)
      definition.append(type)
    }
    let isKey = primaryKey == [column.name]
    if isKey { definition.append(sql: " PRIMARY KEY") }
    // The rowid is never NULL; a draft writes NULL so that one is assigned.
    if !column.isOptional, !isKey || column.affinity != .integer {
      definition.append(sql: " NOT NULL")
    }
    if column.isGenerated, let expression = expressions[column.name] {
      definition.append(sql: " GENERATED ALWAYS AS ")
      definition.append(parenthesized: expression.withLiterals)
      let isStored = column.isStored || stored.contains(column.name)
      if isStored { definition.append(sql: " STORED") } else { definition.append(hint: .computed) }
    }
    if let value = defaults[column.name] {
      definition.append(sql: " DEFAULT ")
      definition.append(parenthesized: value.withLiterals)
    }
    return definition
  }

  /// The error in the given names, which are not values from users.
  var problem: QueryBindingError? {
    let generated = Set(columns.filter(\.isGenerated).map(\.name))
    let plain = Set(columns.map(\.name)).subtracting(generated)
    let named = [
      ("generated", Set(expressions.keys), generated), ("stored", stored, generated),
      ("defaults", Set(defaults.keys), plain),
    ]
    for (parameter, names, known) in named {
      if let name = names.subtracting(known).min() {
        let kind = parameter == "defaults" ? "column that is not generated" : "generated column"
        return QueryBindingError("'\(parameter):' names '\(name)', but there is no such \(kind)")
      }
    }
    return nil
  }

  private func type(of column: DeclaredColumn) -> QueryFragment? {
    switch column.affinity {
    // Strict tables support neither.
    case nil, .numeric?: isStrict ? "ANY" : column.affinity?.rawValue
    case let affinity?: affinity.rawValue
    }
  }

  private func comment(on column: DeclaredColumn) -> String {
    let name = QueryFragment(quote: column.name).render().sql
    let shown = name.replacingBytes(of: "*/", with: "* /")
    return "/* \(shown) GENERATED ALWAYS AS (...): Swift does not know the expression. */"
  }
}

extension DeclaredColumn {
  /// Returns the statement that adds the column to a table.
  ///
  /// A column that is not null gets the default that SQLite requires.
  package func addingSQL(to table: DeclaredTable) -> String {
    // SQLite cannot add a stored column to an existing table.
    var computed = self
    computed.isStored = false
    let writer = TableDefinitionWriter(
      columns: [computed],
      primaryKey: [],
      isStrict: false,
      expressions: [name: "..."]
    )
    var sql: QueryFragment = "ALTER TABLE "
    if let schema = table.schema { sql.append("\(quote: schema).") }
    sql.append("\(quote: table.name) ADD COLUMN \(writer.fragment)")
    if !isOptional, !isGenerated { sql.append(raw: " DEFAULT \(emptyValue)") }
    return sql.render().sql
  }

  private var emptyValue: String {
    switch affinity {
    case .integer?, .numeric?: "0"
    case .real?: "0.0"
    case .blob?: "x''"
    default: "''"
    }
  }
}
