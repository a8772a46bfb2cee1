extension Select {
  /// Selects another expression, made from those that are selected.
  ///
  /// ```swift
  /// Reminder.select { ($0.id, $0.title) }.map { $1 }
  /// // SELECT "reminders"."title" FROM "reminders"
  /// ```
  public func map<each C1, C2: QueryExpression>(
    _ transform: (repeat SQLQueryExpression<each C1>) -> C2
  ) -> Select<C2.QueryValue, From, Joins, ValueRow<C2.QueryValue>>
  where Columns == (repeat each C1), C2.QueryValue: QueryRepresentable {
    var selected = clauses.columns.makeIterator()
    let column = transform(repeat selected.nextExpression((each C1).self))
    return retyped { $0.columns = [SelectedColumn(column, of: clauses.columns)] }
  }

  /// Selects several other expressions, made from those that are selected: `.map { ($1, $0) }`.
  public func map<each C1, C2: QueryExpression, C3: QueryExpression, each C4: QueryExpression>(
    _ transform: (repeat SQLQueryExpression<each C1>) -> (C2, C3, repeat each C4)
  ) -> Select<
    (C2.QueryValue, C3.QueryValue, repeat (each C4).QueryValue), From, Joins,
    TupleRow<C2.QueryValue, C3.QueryValue, repeat (each C4).QueryValue>
  >
  where
    Columns == (repeat each C1), C2.QueryValue: QueryRepresentable,
    C3.QueryValue: QueryRepresentable, repeat (each C4).QueryValue: QueryRepresentable
  { mapping(transform) }

  private func mapping<C, S: RowShape, each C1, each C2: QueryExpression>(
    _ transform: (repeat SQLQueryExpression<each C1>) -> (repeat each C2)
  ) -> Select<C, From, Joins, S> where Columns == (repeat each C1) {
    var selected = clauses.columns.makeIterator()
    let columns = transform(repeat selected.nextExpression((each C1).self))
    var result: [SelectedColumn] = []
    for column in repeat each columns {
      result.append(SelectedColumn(column, of: clauses.columns))
    }
    return retyped { $0.columns = result }
  }

  /// Selects all columns, as before any selection: `.map { _, _ in }`.
  public func map<each C>(
    _ transform: (repeat SQLQueryExpression<each C>) -> Void
  ) -> SelectOf<From> where Columns == (repeat each C), Joins == () { retyped { $0.columns = [] } }

  /// Selects all columns of both tables, as before any selection: `.map { _, _ in }`.
  public func map<each C>(
    _ transform: (repeat SQLQueryExpression<each C>) -> Void
  ) -> Select<(), From, Joins, TupleRow<From, Joins>>
  where Columns == (repeat each C), Joins: Table { retyped { $0.columns = [] } }

  /// Selects all columns of all tables, as before any selection: `.map { _, _ in }`.
  public func map<each C, J1: Table, J2: Table, each J3: Table>(
    _ transform: (repeat SQLQueryExpression<each C>) -> Void
  ) -> Select<(), From, Joins, TupleRow<From, J1, J2, repeat each J3>>
  where Columns == (repeat each C), Joins == (J1, J2, repeat each J3) {
    retyped { $0.columns = [] }
  }
}

extension IndexingIterator<[SelectedColumn]> {
  fileprivate mutating func nextExpression<Value>(
    _ type: Value.Type
  ) -> SQLQueryExpression<Value> { SQLQueryExpression(next()?.expression ?? "NULL", as: type) }
}

extension SelectedColumn {
  /// Creates a column that keeps its name and the conversion for its reader if it is taken over
  /// unchanged.
  fileprivate init(_ expression: some QueryExpression, of columns: [SelectedColumn]) {
    let fragment = expression.queryFragment
    if let row = expression as? any TableExpression {
      self.init(row, of: columns)
    } else {
      self = columns.first { $0.expression == fragment } ?? SelectedColumn(expression)
    }
  }

  /// Creates the columns of a row, with its names; columns taken over keep the conversion for their
  /// reader.
  private init<Row: TableExpression>(_ row: Row, of columns: [SelectedColumn]) {
    self.init(row)
    let inRows = Set(columns.map(\.expression.listItems).filter { $0.count > 1 }.joined())
    selection = zip(row.allColumns, Row.QueryValue.TableColumns.allColumns).map { column, target in
      let plain = column.queryFragment
      var selection = column._selectionFragment
      if let selected = columns.first(where: {
        $0.expression == plain && $0.selection.forSQL == plain
      }) {
        selection = selected.selection
      } else if selection == plain, inRows.contains(plain) {
        // The column of a row that is taken over.
        selection = target.selection(of: plain)
      }
      return "\(selection) AS \(quote: target.name)"
    }
    .joined(separator: ", ")
  }
}
