/// The key of a kept statement: all that decides its SQL.
///
/// A type's table may get another name while the program runs. So a key holds the names beside the type.
@usableFromInline
package struct StatementKey: Hashable {
  /// What a statement is kept for.
  @usableFromInline
  package enum Purpose: Int, CaseIterable {
    /// SQL text that somebody wrote.
    case text
    /// A query that is built each time.
    case query
    /// A prepared query.
    case preparedQuery
    /// The row of a table that has a key.
    case lookup
    /// The first row of a query that compares the key of a table.
    case seek
    /// An insertion of records without other clauses.
    case insertion
    /// An insertion of records that updates those that are there.
    case upsert
    /// An update of all columns of a record by its key.
    case update
  }

  @usableFromInline package let purpose: Purpose
  /// The type whose table the statement is about, or the identity of a prepared query.
  @usableFromInline package let object: ObjectIdentifier?
  /// The type of the records that are written.
  @usableFromInline package let record: ObjectIdentifier?
  /// The SQL text, or the name of the table.
  @usableFromInline package let name: String
  @usableFromInline package let schemaName: String?
  /// What a query is made of, without its values.
  let code: StatementCode?

  /// The key of an SQL text.
  package init(sql: String) {
    (purpose, object, record, name, schemaName) = (.text, nil, nil, sql, nil)
    code = nil
  }

  /// The key of a query that is built each time.
  ///
  /// - Parameter code: What its SQL is made of.
  package init(code: [UInt8]) {
    (purpose, object, record, name, schemaName) = (.query, nil, nil, "", nil)
    self.code = StatementCode(code)
  }

  /// The key of a statement about the table of a type.
  ///
  /// - Parameters:
  ///   - purpose: What the statement is for.
  ///   - object: The type.
  ///   - record: The type of the records that are written.
  ///   - name: The name that the table has now.
  ///   - schemaName: The name of its schema.
  package init(
    _ purpose: Purpose,
    _ object: ObjectIdentifier,
    record: ObjectIdentifier? = nil,
    name: String = "",
    schemaName: String? = nil
  ) {
    self.purpose = purpose
    self.object = object
    self.record = record
    self.name = name
    self.schemaName = schemaName
    code = nil
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(purpose)
    switch purpose {
    case .text: hasher.combine(name)
    case .query: hasher.combine(code)
    case .preparedQuery, .lookup, .seek, .insertion, .upsert, .update: hasher.combine(object)
    }
  }

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.purpose == right.purpose && left.object == right.object && left.record == right.record
      && left.name == right.name && left.schemaName == right.schemaName && left.code == right.code
  }
}
