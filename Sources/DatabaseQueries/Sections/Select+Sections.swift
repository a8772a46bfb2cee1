public import SQLiteDatabase
public import TypedSQL

extension SelectStatement where QueryValue == (), Joins == () {
  /// All rows, in sections named by a column.
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
  ) throws -> ResultsSectionCollection<From.QueryOutput, Name.QueryValue.QueryOutput>
  where Name.QueryValue: QueryRepresentable, Name.QueryValue.QueryOutput: Hashable {
    try db.sections(of: self, by: _SectionTerm(From.columns[keyPath: name]), as: From.self) {
      try From(decoder: &$0).queryOutput
    }
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
  ///   - section: The expression, or its `asc()` or `desc()`. Where it may be NULL, `nil` is possible too: then there are no
  ///     sections, but one without a name.
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<From.QueryOutput, Name.QueryOutput>
  where Name.QueryOutput: Hashable {
    try db.sections(of: self, by: section(From.columns), as: From.self) {
      try From(decoder: &$0).queryOutput
    }
  }
}

extension SelectStatement where QueryValue == (), Joins: Table {
  /// All pairs of rows that belong together, in sections named by a column of the first table.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryExpression>(
    _ db: Database,
    sectionBy name: KeyPath<From.TableColumns, Name>
  ) throws -> ResultsSectionCollection<
    (From.QueryOutput, Joins.QueryOutput), Name.QueryValue.QueryOutput
  >
  where Name.QueryValue: QueryRepresentable, Name.QueryValue.QueryOutput: Hashable {
    try db.sections(
      of: self,
      by: _SectionTerm(From.columns[keyPath: name]),
      as: From.self,
      Joins.self
    ) {
      try $0.row(From.self, Joins.self)
    }
  }

  /// All pairs of rows that belong together, in sections named by an expression.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns, Joins.TableColumns) ->
      _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<(From.QueryOutput, Joins.QueryOutput), Name.QueryOutput>
  where Name.QueryOutput: Hashable {
    try db.sections(of: self, by: section(From.columns, Joins.columns), as: From.self, Joins.self) {
      try $0.row(From.self, Joins.self)
    }
  }
}

extension SelectStatement where QueryValue == () {
  /// All rows that belong together, as tuples, in sections named by a column of the first table.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryExpression, J1: Table, J2: Table, each J3: Table>(
    _ db: Database,
    sectionBy name: KeyPath<From.TableColumns, Name>
  ) throws -> ResultsSectionCollection<
    (From.QueryOutput, J1.QueryOutput, J2.QueryOutput, repeat (each J3).QueryOutput),
    Name.QueryValue.QueryOutput
  >
  where
    Joins == (J1, J2, repeat each J3), Name.QueryValue: QueryRepresentable,
    Name.QueryValue.QueryOutput: Hashable
  {
    try db.sections(
      of: self,
      by: _SectionTerm(From.columns[keyPath: name]),
      as: From.self,
      J1.self,
      J2.self,
      repeat (each J3).self
    ) {
      try $0.row(From.self, J1.self, J2.self, repeat (each J3).self)
    }
  }

  /// All rows that belong together, as tuples, in sections named by an expression.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable, J1: Table, J2: Table, each J3: Table>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (
      From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<
    (From.QueryOutput, J1.QueryOutput, J2.QueryOutput, repeat (each J3).QueryOutput),
    Name.QueryOutput
  >
  where Joins == (J1, J2, repeat each J3), Name.QueryOutput: Hashable {
    try db.sections(
      of: self,
      by: section(From.columns, J1.columns, J2.columns, repeat (each J3).columns),
      as: From.self,
      J1.self,
      J2.self,
      repeat (each J3).self
    ) {
      try $0.row(From.self, J1.self, J2.self, repeat (each J3).self)
    }
  }
}

extension SelectStatement where QueryValue: QueryRepresentable {
  /// What is selected, in sections named by a column of the first table.
  ///
  /// The column need not be among those that are selected.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryExpression>(
    _ db: Database,
    sectionBy name: KeyPath<From.TableColumns, Name>
  ) throws -> ResultsSectionCollection<QueryValue.QueryOutput, Name.QueryValue.QueryOutput>
  where Name.QueryValue: QueryRepresentable, Name.QueryValue.QueryOutput: Hashable {
    try db.sections(
      of: self,
      by: _SectionTerm(From.columns[keyPath: name]),
      as: QueryValue.self
    ) { try QueryValue(decoder: &$0).queryOutput }
  }

  /// What is selected, in sections named by an expression.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<QueryValue.QueryOutput, Name.QueryOutput>
  where Joins == (), Name.QueryOutput: Hashable {
    try db.sections(of: self, by: section(From.columns), as: QueryValue.self) {
      try QueryValue(decoder: &$0).queryOutput
    }
  }

  /// What is selected, in sections named by an expression of either of the tables.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns, Joins.TableColumns) ->
      _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<QueryValue.QueryOutput, Name.QueryOutput>
  where Joins: Table, Name.QueryOutput: Hashable {
    try db.sections(of: self, by: section(From.columns, Joins.columns), as: QueryValue.self) {
      try QueryValue(decoder: &$0).queryOutput
    }
  }

  /// What is selected, in sections named by an expression of any of the tables.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<Name: QueryRepresentable, J1: Table, J2: Table, each J3: Table>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (
      From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<QueryValue.QueryOutput, Name.QueryOutput>
  where Joins == (J1, J2, repeat each J3), Name.QueryOutput: Hashable {
    try db.sections(
      of: self,
      by: section(From.columns, J1.columns, J2.columns, repeat (each J3).columns),
      as: QueryValue.self
    ) {
      try QueryValue(decoder: &$0).queryOutput
    }
  }
}

extension SelectStatement {
  /// What is selected, as tuples, in sections named by a column of the first table.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<
    Name: QueryExpression,
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database,
    sectionBy name: KeyPath<From.TableColumns, Name>
  ) throws -> ResultsSectionCollection<
    (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput), Name.QueryValue.QueryOutput
  >
  where
    QueryValue == (V1, V2, repeat each V3), Name.QueryValue: QueryRepresentable,
    Name.QueryValue.QueryOutput: Hashable
  {
    try db.sections(
      of: self,
      by: _SectionTerm(From.columns[keyPath: name]),
      as: V1.self,
      V2.self,
      repeat (each V3).self
    ) { try $0.row(V1.self, V2.self, repeat (each V3).self) }
  }

  /// What is selected, as tuples, in sections named by an expression.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<
    Name: QueryRepresentable,
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<
    (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput), Name.QueryOutput
  >
  where QueryValue == (V1, V2, repeat each V3), Joins == (), Name.QueryOutput: Hashable {
    try db.sections(
      of: self,
      by: section(From.columns),
      as: V1.self,
      V2.self,
      repeat (each V3).self
    ) {
      try $0.row(V1.self, V2.self, repeat (each V3).self)
    }
  }

  /// What is selected, as tuples, in sections named by an expression of either of the tables.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<
    Name: QueryRepresentable,
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable
  >(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (From.TableColumns, Joins.TableColumns) ->
      _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<
    (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput), Name.QueryOutput
  >
  where QueryValue == (V1, V2, repeat each V3), Joins: Table, Name.QueryOutput: Hashable {
    try db.sections(
      of: self,
      by: section(From.columns, Joins.columns),
      as: V1.self,
      V2.self,
      repeat (each V3).self
    ) {
      try $0.row(V1.self, V2.self, repeat (each V3).self)
    }
  }

  /// What is selected, as tuples, in sections named by an expression of any of the tables.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public func fetchAll<
    Name: QueryRepresentable,
    V1: QueryRepresentable,
    V2: QueryRepresentable,
    each V3: QueryRepresentable,
    J1: Table,
    J2: Table,
    each J3: Table
  >(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (
      From.TableColumns, J1.TableColumns, J2.TableColumns, repeat (each J3).TableColumns
    ) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<
    (V1.QueryOutput, V2.QueryOutput, repeat (each V3).QueryOutput), Name.QueryOutput
  >
  where
    QueryValue == (V1, V2, repeat each V3), Joins == (J1, J2, repeat each J3),
    Name.QueryOutput: Hashable
  {
    try db.sections(
      of: self,
      by: section(From.columns, J1.columns, J2.columns, repeat (each J3).columns),
      as: V1.self,
      V2.self,
      repeat (each V3).self
    ) {
      try $0.row(V1.self, V2.self, repeat (each V3).self)
    }
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
    try all.fetchAll(db, sectionBy: name)
  }

  /// All rows of the table, or of its default scope, in sections named by an expression.
  ///
  /// - Throws: ``DatabaseError``, or ``DecodingFailure`` for a value that is not of its type.
  @inlinable
  public static func fetchAll<Name: QueryRepresentable>(
    _ db: Database,
    @_SectionBuilder<Name> sectionBy section: (TableColumns) -> _SectionTerm<Name>
  ) throws -> ResultsSectionCollection<QueryOutput, Name.QueryOutput>
  where Name.QueryOutput: Hashable { try all.fetchAll(db, sectionBy: section) }
}

extension Database {
  /// The rows of a statement in sections.
  @inlinable
  func sections<S: SelectStatement, Name: QueryRepresentable, each Value: QueryRepresentable, Row>(
    of select: S,
    by section: _SectionTerm<Name>,
    as values: repeat (each Value).Type,
    decode: (inout SQLiteQueryDecoder) throws -> Row
  ) throws -> ResultsSectionCollection<Row, Name.QueryOutput> where Name.QueryOutput: Hashable {
    let statement = try statement(binding: select._query(sectionedBy: section))
    let rows = try statement?.decodeAll(as: repeat each values, Name.self) { decoder in
      try (row: decode(&decoder), name: Name(decoder: &decoder).queryOutput)
    }
    return ResultsSectionCollection(rows ?? [], section)
  }
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
