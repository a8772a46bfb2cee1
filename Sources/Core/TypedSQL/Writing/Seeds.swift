/// Records of several tables, as the statements that insert them.
///
/// Consecutive values of one type are inserted by one statement.
///
/// ```swift
/// try Seeds {
///   RemindersList(id: 1, title: "Personal")
///   for title in ["Groceries", "Haircut"] {
///     Reminder.Draft(remindersListID: 1, title: title)
///   }
/// }
/// .forEach { try $0.execute(db) }
/// ```
public struct Seeds: Sequence {
  /// An iterator over the statements.
  public typealias Iterator = IndexingIterator<[Batch]>

  let batches: [Batch]

  /// Creates statements from records and drafts.
  public init(@SeedsBuilder _ build: () throws -> [Batch]) rethrows {
    batches = try build().reduce(into: []) { batches, batch in
      guard batches.last?.type == batch.type else { return batches.append(batch) }
      batches[batches.count - 1].rows.append(batch.rows)
    }
  }

  /// Returns an iterator over the statements.
  public func makeIterator() -> Iterator { batches.makeIterator() }

  /// A statement that inserts values of one type: `INSERT INTO "reminders" (…) VALUES (…), (…)`.
  public struct Batch: Statement {
    /// The statement returns no values.
    public typealias QueryValue = ()

    /// The table is not known here.
    public typealias From = Never

    let type: ObjectIdentifier
    var rows: InsertRows
    let insert: (InsertRows) -> any Statement

    init<T: Table>(_ type: T.Type, _ rows: InsertRows) {
      self.type = ObjectIdentifier(type)
      self.rows = rows
      insert = { InsertOf<T>(columns: .writable, source: .rows($0)) }
    }

    /// The SQL, which is empty if there are no rows.
    public var query: QueryFragment { insert(rows).query }

    /// The number of rows that a driver runs one by one.
    public var _rowCount: Int? { insert(rows)._rowCount }

    /// The key of the rows that share the statement.
    public var _rowKey: _RowKey? { insert(rows)._rowKey }

    /// Runs the rows one by one.
    public func _writeRows(to target: any _RowWriter) throws {
      try insert(rows)._writeRows(to: target)
    }
  }
}

/// A result builder for records of several tables, with `if`, `switch` and `for`.
@resultBuilder
public enum SeedsBuilder {
  /// Builds a record or a draft.
  public static func buildExpression<T: Table>(_ expression: T) -> [Seeds.Batch] {
    [Seeds.Batch(T.self, InsertRows(_RowGroup(of: expression)))]
  }

  /// Builds records or drafts.
  public static func buildExpression<S: Sequence>(_ expression: S) -> [Seeds.Batch]
  where S.Element: Table {
    [Seeds.Batch(S.Element.self, InsertRows(_RowGroup(Array(expression))))]
  }

  /// Builds the records of a block.
  public static func buildBlock(_ components: [Seeds.Batch]...) -> [Seeds.Batch] {
    components.flatMap(\.self)
  }

  /// Builds the records for a condition that holds.
  public static func buildEither(first component: [Seeds.Batch]) -> [Seeds.Batch] { component }

  /// Builds the records for a condition that does not hold.
  public static func buildEither(second component: [Seeds.Batch]) -> [Seeds.Batch] { component }

  /// Builds records that may be missing.
  public static func buildOptional(_ component: [Seeds.Batch]?) -> [Seeds.Batch] {
    component ?? []
  }

  /// Builds the records of a loop.
  public static func buildArray(_ components: [[Seeds.Batch]]) -> [Seeds.Batch] {
    components.flatMap(\.self)
  }

  /// Builds records that require a newer system.
  public static func buildLimitedAvailability(_ component: [Seeds.Batch]) -> [Seeds.Batch] {
    component
  }
}
