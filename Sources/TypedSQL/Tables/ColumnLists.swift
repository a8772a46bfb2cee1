// What the expansions of `@Table` call, so that they are short and quick to check: one call with many arguments is
// checked several times faster than as many statements.

/// The columns of properties, each of which may be several.
@_documentation(visibility: internal)
public func _tableColumns<each Column: _TableColumnExpression>(
  _ columns: repeat each Column
) -> [any TableColumnExpression] {
  var all: [any TableColumnExpression] = []
  for column in repeat each columns { all += column._allTableColumns }
  return all
}

/// Those of some columns that can be written.
@_documentation(visibility: internal)
public func _writableColumns(
  of columns: [any TableColumnExpression]
) -> [any WritableTableColumnExpression] {
  columns.flatMap { $0._writableTableColumns }
}

/// The columns of expressions, each of which may be several.
@_documentation(visibility: internal)
public func _columns<each Expression: QueryExpression>(
  of expressions: repeat each Expression
) -> [any QueryExpression] {
  var all: [any QueryExpression] = []
  for expression in repeat each expressions { all += expression._allColumns }
  return all
}
