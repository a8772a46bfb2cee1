// The functions that expansions of `@Table` call. They keep expansions short and quick to
// type-check: one call with many arguments is checked several times faster than as many statements.

/// Returns the columns of properties, each of which may have several.
@_documentation(visibility: internal)
public func _tableColumns<each Column: _TableColumnExpression>(
  _ columns: repeat each Column
) -> [any TableColumnExpression] {
  var all: [any TableColumnExpression] = []
  for column in repeat each columns { all += column._allTableColumns }
  return all
}

/// Returns the columns that can be written.
@_documentation(visibility: internal)
public func _writableColumns(
  of columns: [any TableColumnExpression]
) -> [any WritableTableColumnExpression] {
  columns.flatMap { $0._writableTableColumns }
}

/// Returns the columns of expressions, each of which may have several.
@_documentation(visibility: internal)
public func _columns<each Expression: QueryExpression>(
  of expressions: repeat each Expression
) -> [any QueryExpression] {
  var all: [any QueryExpression] = []
  for expression in repeat each expressions { all += expression._allColumns }
  return all
}
