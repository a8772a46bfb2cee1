import SQLiteDatabase
package import TypedSQL

// Databases accept no parameters in definitions, so values become literals.

extension QueryFragment {
  /// The definition statement with its values as literals, as far as SQLite has them.
  ///
  /// - Throws: `DatabaseError` with `.misuse` for a value that no database can store.
  var definitionWithLiterals: QueryFragment {
    get throws {
      let literal = withLiterals
      try literal.bindings.throwInvalid()
      return literal
    }
  }

  /// The definition statement for PostgreSQL, with its values as literals.
  ///
  /// - Throws: `DatabaseError` with `.misuse` for what PostgreSQL does not have, and for a value
  ///   that it cannot store.
  package var postgresDefinition: String {
    get throws {
      let hasNull = bindings.contains { binding in
        if case .text(let text) = binding { text.utf8.contains(0) } else { false }
      }
      if hasNull { throw DefinitionError.nullCharacter }
      let statement = try definitionWithLiterals.render(for: .postgres)
      try statement.bindings.throwInvalid()
      if !statement.bindings.isEmpty { throw DefinitionError.noLiteral }
      return statement.sql
    }
  }
}

extension [QueryBinding] {
  /// Throws the error of the first value that is none.
  fileprivate func throwInvalid() throws {
    for case .invalid(let error) in self { throw DefinitionError.misuse(error.description) }
  }
}
