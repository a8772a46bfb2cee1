import DatabaseTypes

/// The key of a kept statement: everything that determines its SQL.
///
/// The name of a type's table may change at run time, so a key contains the names in addition to
/// the type.
@usableFromInline
package struct StatementKey: Hashable {
  /// The purpose of a kept statement.
  @usableFromInline
  package enum Purpose: Int, CaseIterable {
    /// SQL text that was written by hand.
    case text
    /// A query that is built for each run.
    case query
    /// A prepared query.
    case preparedQuery
    /// A lookup of a row by key.
    case lookup
    /// The first row of a query that compares the key of a table.
    case keyLookup
    /// An insertion of records without other clauses.
    case insertion
    /// An insertion of records that updates existing ones.
    case upsert
    /// An update of all columns of a record, by key.
    case update
  }

  @usableFromInline package let purpose: Purpose
  /// The type whose table the statement uses, or the identity of a prepared query.
  @usableFromInline package let object: ObjectIdentifier?
  /// The type of the written records.
  @usableFromInline package let record: ObjectIdentifier?
  /// The SQL text, or the name of the table.
  @usableFromInline package let name: String
  @usableFromInline package let schemaName: String?
  /// The code of a query, without its values.
  let code: StatementCode?

  /// Creates the key of an SQL text.
  package init(sql: String) {
    (purpose, object, record, name, schemaName) = (.text, nil, nil, sql, nil)
    code = nil
  }

  /// Creates the key of a query that is built for each run.
  ///
  /// - Parameter code: The code of the query's SQL.
  package init(code: [UInt8]) {
    (purpose, object, record, name, schemaName) = (.query, nil, nil, "", nil)
    self.code = StatementCode(code)
  }

  /// Creates the key of a statement on the table of a type.
  ///
  /// - Parameters:
  ///   - purpose: The purpose of the statement.
  ///   - object: The type.
  ///   - record: The type of the written records.
  ///   - name: The current name of the table.
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
    case .preparedQuery, .lookup, .keyLookup, .insertion, .upsert, .update: hasher.combine(object)
    }
  }

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.purpose == right.purpose && left.object == right.object && left.record == right.record
      && left.isNamed(right.name, right.schemaName) && left.code == right.code
  }

  /// Returns whether the key has a text or a name, byte by byte, and a schema.
  @usableFromInline
  package func isNamed(_ name: String, _ schemaName: String?) -> Bool {
    hasSameBytes(self.name, name) && hasSameBytes(self.schemaName, schemaName)
  }
}
