import SQLiteDatabase

/// The columns that `belongsTo` adds to the definition of a table.
///
/// ```swift
/// t.belongsTo("author", onDelete: .cascade).notNull()
/// // "authorId" INTEGER NOT NULL REFERENCES "author"("id") ON DELETE CASCADE
/// ```
public final class ForeignKeyBuilder {
  let name: String
  /// The referenced table; `nil` for the table named like the reference, in the singular or plural.
  let inTable: String?
  let reference: TableReference
  let isIndexed: Bool
  var isNotNull = false
  var isUnique = false

  init(
    name: String,
    inTable: String?,
    onDelete: ForeignKeyInfo.Action?,
    onUpdate: ForeignKeyInfo.Action?,
    isDeferred: Bool,
    isIndexed: Bool
  ) {
    self.name = name
    self.inTable = inTable
    self.isIndexed = isIndexed
    reference = TableReference(
      table: inTable ?? name,
      columns: nil,
      onDelete: onDelete,
      onUpdate: onUpdate,
      isDeferred: isDeferred
    )
  }

  /// Rejects rows without a reference: `NOT NULL`.
  @discardableResult
  public func notNull() -> Self {
    isNotNull = true
    return self
  }

  /// Rejects two rows that refer to the same row: the index becomes `UNIQUE`.
  @discardableResult
  public func unique() -> Self {
    isUnique = true
    return self
  }
}
