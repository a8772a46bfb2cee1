public import DynamicColumns

// SQL with values that become literals, in the type of requests for records.
extension TableBuilder {
  /// Adds a column, written as SQL with values: `t.column(literal: "size TEXT DEFAULT \(size)")`.
  public func column(literal sql: SQL) { column(definition: sql.definition) }

  /// Rejects rows for which a condition is false: `t.check(literal: "size <> \(size)")`.
  public func check(literal sql: SQL) { check(sql) }

  /// Adds a constraint, written as SQL with values.
  public func constraint(literal sql: SQL) { constraint(definition: sql.definition) }
}

extension TableAlteration {
  /// Adds a column, written as SQL with values: `t.addColumn(literal: "size INTEGER DEFAULT 1")`.
  public func addColumn(literal sql: SQL) { addColumn(definition: sql.definition) }
}
