package import TypedSQL

/// A description of one column, as its table's type declares it.
package struct DeclaredColumn: Hashable, Sendable {
  /// The name in the database.
  package let name: String
  /// The type that SQLite stores its values as, or `nil` if the Swift type does not determine it.
  package let affinity: SQLiteTypeAffinity?
  /// Whether it may be NULL.
  package let isOptional: Bool
  /// Whether the database computes it.
  package let isGenerated: Bool
  /// Whether the computed value is stored when its row is written.
  package var isStored: Bool
  /// Whether its values are texts that never look like numbers, so that a numeric column keeps them
  /// unchanged.
  package let isNonNumericText: Bool
  /// The type of the property, without its optional.
  package let valueType: String
  /// The hint for how other databases than SQLite store it, or `nil` if that is not known.
  package var hint: DialectHint?

  /// The type of the property.
  package var swiftType: String { isOptional ? valueType + "?" : valueType }
}

extension TableColumnExpression {
  /// The description of the column, as its type declares it.
  package var declaration: DeclaredColumn {
    DeclaredColumn(
      name: name,
      affinity: sqliteAffinity(of: Value.self),
      isOptional: Value._isOptional,
      isGenerated: !(self is any WritableTableColumnExpression),
      isStored: (self as? any _GeneratedColumnExpression)?._isStored ?? false,
      isNonNumericText: isNonNumericText(Value.self),
      valueType: nameWithoutOptional(Value.QueryOutput.self),
      hint: DialectHint(of: Value.self)
    )
  }
}

// Uses casts instead of a requirement of `QueryBindable`: a type may conform to `SQLiteType` in
// another module, and a type that is both a raw value and something else would have two defaults.
// The casts cost time only when a schema is created or checked.

/// Returns how SQLite stores a type's values, if ``SQLiteType`` or the raw value determines it.
private func sqliteAffinity(of type: any Any.Type) -> SQLiteTypeAffinity? {
  if let type = type as? any SQLiteType.Type { return type.typeAffinity }
  if let type = type as? any _OptionalProtocol.Type { return sqliteAffinity(of: wrapped(by: type)) }
  if let type = type as? any RawRepresentable.Type { return sqliteAffinity(of: rawValue(of: type)) }
  return type is any LosslessStringConvertible.Type ? .text : nil
}

private func isNonNumericText(_ type: any Any.Type) -> Bool {
  if type is any NonNumericText.Type { return true }
  guard let type = type as? any _OptionalProtocol.Type else { return false }
  return isNonNumericText(wrapped(by: type))
}

private func nameWithoutOptional(_ type: any Any.Type) -> String {
  guard let type = type as? any _OptionalProtocol.Type else { return String(describing: type) }
  return nameWithoutOptional(wrapped(by: type))
}

private func wrapped<T: _OptionalProtocol>(by type: T.Type) -> any Any.Type { T.Wrapped.self }

private func rawValue<T: RawRepresentable>(of type: T.Type) -> any Any.Type { T.RawValue.self }
