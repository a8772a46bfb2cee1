extension _SelectClauses {
  /// The conditions of a statement for rows of one table; `nil` if it has other clauses, which do
  /// not say of a single row whether it belongs to the result.
  ///
  /// The order is no matter.
  package var conditionsOnRow: [QueryFragment]? {
    guard scope == .unscoped, !distinct, columns.isEmpty, from == nil, joins.isEmpty,
      group.isEmpty, having.isEmpty, limit == nil
    else { return nil }
    return `where`
  }
}

extension QueryFragment {
  /// Returns the fragment without the schema of a table before its columns: `"t"."c"` for
  /// `"main"."t"."c"`.
  package func withoutSchema<T: Table>(of table: T.Type) -> QueryFragment {
    guard let schema = T.schemaName else { return self }
    var (prefix, name) = (QueryFragment(), QueryFragment())
    prefix.append(table: schema)
    prefix.append(sql: ".")
    name.append(table: T.tableName)
    var fragment = self
    fragment.code.replace(prefix.code + name.code, with: name.code)
    return fragment
  }
}
