import SQLiteDatabase

/// The columns that `belongsTo` adds, while their table is defined.
///
/// ```swift
/// t.belongsTo("author", onDelete: .cascade).notNull()
/// // "authorId" INTEGER NOT NULL REFERENCES "author"("id") ON DELETE CASCADE
/// ```
public final class ForeignKeyBuilder {
  let name: String
  /// The table that is referred to; `nil` for one of that name, in the singular or the plural.
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

  /// Refuses rows that refer to none: `NOT NULL`.
  @discardableResult
  public func notNull() -> Self {
    isNotNull = true
    return self
  }

  /// Refuses two rows that refer to the same one: the index becomes `UNIQUE`.
  @discardableResult
  public func unique() -> Self {
    isUnique = true
    return self
  }
}
