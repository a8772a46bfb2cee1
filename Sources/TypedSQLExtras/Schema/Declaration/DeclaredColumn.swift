package import TypedSQL

/// What a table's type says of one of its columns.
package struct DeclaredColumn: Hashable, Sendable {
  /// The name in the database.
  package let name: String
  /// How SQLite stores its values; `nil` where the type does not tell.
  package let affinity: SQLiteTypeAffinity?
  /// Whether it may be NULL.
  package let isOptional: Bool
  /// Whether the database computes it.
  package let isGenerated: Bool
  /// Whether what the database computes is stored when its row is written.
  package var isStored: Bool
  /// Whether its values are texts that never look like numbers, so that a numeric column keeps them as they are.
  package let isNeverNumeric: Bool
  /// The type of the property, without its optional.
  package let valueType: String
  /// As what databases other than SQLite store it; `nil` where that is not known.
  package var hint: DialectHint?

  /// The type of the property.
  package var swiftType: String { isOptional ? valueType + "?" : valueType }
}

extension TableColumnExpression {
  /// What the column's type says of it.
  package var declaration: DeclaredColumn {
    DeclaredColumn(
      name: name,
      affinity: sqliteAffinity(of: Value.self),
      isOptional: Value._isOptional,
      isGenerated: !(self is any WritableTableColumnExpression),
      isStored: (self as? any _GeneratedColumnExpression)?._isStored ?? false,
      isNeverNumeric: isNeverNumeric(Value.self),
      valueType: nameWithoutOptional(Value.QueryOutput.self),
      hint: DialectHint(of: Value.self)
    )
  }
}

// Casts, and no requirement of `QueryBindable`: a type may get `SQLiteType` in another module, and what is both a raw
// value and something else would have two defaults. They cost only where a schema is made or checked.

/// How SQLite stores a type's values, as far as the type tells: by ``SQLiteType``, or by its raw value.
private func sqliteAffinity(of type: any Any.Type) -> SQLiteTypeAffinity? {
  if let type = type as? any SQLiteType.Type { return type.typeAffinity }
  if let type = type as? any _OptionalProtocol.Type { return sqliteAffinity(of: wrapped(by: type)) }
  if let type = type as? any RawRepresentable.Type { return sqliteAffinity(of: rawValue(of: type)) }
  return type is any LosslessStringConvertible.Type ? .text : nil
}

private func isNeverNumeric(_ type: any Any.Type) -> Bool {
  if type is any NeverNumericText.Type { return true }
  guard let type = type as? any _OptionalProtocol.Type else { return false }
  return isNeverNumeric(wrapped(by: type))
}

private func nameWithoutOptional(_ type: any Any.Type) -> String {
  guard let type = type as? any _OptionalProtocol.Type else { return String(describing: type) }
  return nameWithoutOptional(wrapped(by: type))
}

private func wrapped<T: _OptionalProtocol>(by type: T.Type) -> any Any.Type { T.Wrapped.self }

private func rawValue<T: RawRepresentable>(of type: T.Type) -> any Any.Type { T.RawValue.self }
