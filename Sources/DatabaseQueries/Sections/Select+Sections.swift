import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL

extension SelectStatement where Self: TypedRowQuery {
  /// All rows, in sections named by a column of the first table.
  ///
  /// ```swift
  /// let sections = try database.read { db in
  ///   try Reminder.order(by: \.title).fetchAll(db, sectionBy: \.priority)
  /// }
  /// // SELECT …, "reminders"."priority" FROM "reminders"
  /// // ORDER BY "reminders"."priority", "reminders"."title"
  /// ```
  ///
  /// The sections come in the order of the column, before the order of the statement. A limit is one of rows: the last section
  /// may be cut.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public func fetchAll<Name: QueryExpression>(
    _ db: Database,
    sectionBy name: KeyPath<From.TableColumns, Name>
  ) throws -> ResultsSectionCollection<Element, Name.QueryValue.QueryOutput>
  where Name.QueryValue: QueryRepresentable, Name.QueryValue.QueryOutput: Hashable {
    try fetchAll(db, in: _SectionTerm(From.columns[keyPath: name]))
  }

  /// All rows, in sections named by an expression.
  ///
  /// ```swift
  /// try Reminder.all.fetchAll(db) { $0.priority.desc(nulls: .last) }
  /// // SELECT …, "reminders"."priority" FROM "reminders"
  /// // ORDER BY "reminders"."priority" DESC NULLS LAST
  /// ```
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - section: The expression, or its `asc()` or `desc()`; Where it may be
  ///     NULL, `nil` is possible too: then there are no sections, but one without a name.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<Element, Name.QueryOutput>
  where Joins == (), Name.QueryOutput: Hashable {
    try fetchAll(db, in: section(From.columns))
  }

  /// All rows, in sections named by an expression of either of its tables.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns, Joins.TableColumns) ->
      _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<Element, Name.QueryOutput>
  where Joins: Table, Name.QueryOutput: Hashable {
    try fetchAll(db, in: section(From.columns, Joins.columns))
  }

  /// All rows, in sections named by an expression of any of its tables.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable, J1: Table, J2: Table, each J3: Table>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (
      From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<Element, Name.QueryOutput>
  where Joins == (J1, J2, repeat each J3), Name.QueryOutput: Hashable {
    try fetchAll(db, in: section(From.columns, J1.columns, J2.columns, repeat (each J3).columns))
  }

  @inlinable
  func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    in section: _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<Element, Name.QueryOutput> where Name.QueryOutput: Hashable {
    let statement = try db.statement(binding: _query(sectionedBy: section))
    let rows = try statement?.decodeAll(_SectionedRow<Shape, Name>.self)
    return ResultsSectionCollection(rows ?? [], section)
  }
}

extension Table {
  /// All rows of the table, or of its default scope, in sections named by a column.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of the column's type.
  @inlinable
  public static func fetchAll<Name: QueryExpression>(
    _ db: Database,
    sectionBy name: KeyPath<TableColumns, Name>
  ) throws -> ResultsSectionCollection<QueryOutput, Name.QueryValue.QueryOutput>
  where Name.QueryValue: QueryRepresentable, Name.QueryValue.QueryOutput: Hashable {
    try all.asSelect().fetchAll(db, sectionBy: name)
  }

  /// All rows of the table, or of its default scope, in sections named by an expression.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public static func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (TableColumns) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<QueryOutput, Name.QueryOutput>
  where Name.QueryOutput: Hashable { try all.asSelect().fetchAll(db, in: section(columns)) }
}

/// A row with the name of its section after it.
@frozen
public enum _SectionedRow<Base: RowShape, Name: QueryRepresentable>: RowShape {
  /// The row and the name.
  public typealias Row = (row: Base.Row, name: Name.QueryOutput)

  /// The types of the row, and of the name.
  public typealias Columns = (Base.Columns, Name)

  /// Decodes the row, and then the name.
  @inlinable @inline(__always)
  public static func decode(_ decoder: inout some QueryDecoder) throws -> Row {
    let row = try Base.decode(&decoder)
    return (row: row, name: try Name(decoder: &decoder).queryOutput)
  }

  /// The types of the row's values, and of the name.
  public static var _values: [any QueryRepresentable.Type] { Base._values + [Name.self] }

  /// Nobody compares them.
  public static var _areEqual: ((Row, Row) -> Bool)? { nil }
}

extension ResultsSectionCollection {
  /// Makes sections of rows; without a term it is one, also where there are no rows.
  @usableFromInline
  init<Name>(_ named: [(row: Row, name: SectionName)], _ section: _SectionTerm<Name>)
  where SectionName == Name.QueryOutput {
    if named.isEmpty, section.isNone, let none = Any?.none as? SectionName {
      self.init([], SectionLayout(all: 0, name: none))
    } else {
      self.init(named)
    }
  }
}
