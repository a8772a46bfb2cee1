import DatabaseTypes
public import SQLQueries
public import SQLiteDatabase
public import TypedSQL

extension SelectStatement where Self: TypedRowQuery {
  /// Returns all rows, in sections named by a column of the first table.
  ///
  /// ```swift
  /// let sections = try database.read { db in
  ///   try Reminder.order(by: \.title).fetchAll(db, sectionBy: \.priority)
  /// }
  /// // SELECT …, "reminders"."priority" FROM "reminders"
  /// // ORDER BY "reminders"."priority", "reminders"."title"
  /// ```
  ///
  /// The sections are in the order of the column, which takes precedence over the order of the
  /// statement. A limit keeps the first rows in the statement's own order, which are then divided:
  ///
  /// ```swift
  /// try Reminder.order { $0.id.desc() }.limit(20).fetchAll(db, sectionBy: \.priority)
  /// // SELECT * FROM (SELECT …, "reminders"."priority" AS "livesql_section" FROM "reminders"
  /// //   ORDER BY "reminders"."id" DESC LIMIT 20) AS "livesql_rows"
  /// // ORDER BY "livesql_section", row_number() OVER ()
  /// ```
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the column's type.
  @inlinable
  public func fetchAll<Name: QueryExpression>(
    _ db: Database,
    sectionBy name: KeyPath<From.TableColumns, Name>
  ) throws -> ResultsSectionCollection<Element, Name.QueryValue.QueryOutput>
  where Name.QueryValue: QueryRepresentable, Name.QueryValue.QueryOutput: Hashable {
    try fetchAll(db, in: _SectionTerm(From.columns[keyPath: name]))
  }

  /// Returns all rows, in sections named by an expression.
  ///
  /// ```swift
  /// try Reminder.all.fetchAll(db) { $0.priority.desc(nulls: .last) }
  /// // SELECT …, "reminders"."priority" FROM "reminders"
  /// // ORDER BY "reminders"."priority" DESC NULLS LAST
  /// ```
  ///
  /// - Parameters:
  ///   - db: The database.
  ///   - section: The expression, or its `asc()` or `desc()`. If it can be NULL, it may also be
  ///     `nil`: then all rows are in one section without a name.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<Element, Name.QueryOutput>
  where Joins == (), Name.QueryOutput: Hashable {
    try fetchAll(db, in: section(From.columns))
  }

  /// Returns all rows, in sections named by an expression over the two tables.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns, Joins.TableColumns) ->
      _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<Element, Name.QueryOutput>
  where Joins: Table, Name.QueryOutput: Hashable {
    try fetchAll(db, in: section(From.columns, Joins.columns))
  }

  /// Returns all rows, in sections named by an expression over the tables.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit its type.
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
    let rows = try statement?.decodeAll(
      _SectionedRow<Shape, Name>.self,
      hiding: _hiddenColumnCount(sectionedBy: section)
    )
    return ResultsSectionCollection(rows ?? [], section)
  }
}

extension Table {
  /// Returns all rows of the table, or of its default scope, in sections named by a column.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit the column's type.
  @inlinable
  public static func fetchAll<Name: QueryExpression>(
    _ db: Database,
    sectionBy name: KeyPath<TableColumns, Name>
  ) throws -> ResultsSectionCollection<QueryOutput, Name.QueryValue.QueryOutput>
  where Name.QueryValue: QueryRepresentable, Name.QueryValue.QueryOutput: Hashable {
    try all.asSelect().fetchAll(db, sectionBy: name)
  }

  /// Returns all rows of the table, or of its default scope, in sections named by an expression.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` if a value does not fit its type.
  @inlinable
  public static func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (TableColumns) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<QueryOutput, Name.QueryOutput>
  where Name.QueryOutput: Hashable { try all.asSelect().fetchAll(db, in: section(columns)) }
}

/// The shape of a row that is followed by the name of its section.
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

  /// Always `nil`, because these rows are never compared.
  public static var _areEqual: ((Row, Row) -> Bool)? { nil }
}

extension ResultsSectionCollection {
  /// Creates sections of rows; without a term there is one section, even if there are no rows.
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
