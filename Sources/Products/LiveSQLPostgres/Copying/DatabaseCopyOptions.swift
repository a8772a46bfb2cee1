import DatabaseTypes
import SQLiteDatabase
import SQLiteTools

/// The choices of a copy into a PostgreSQL database.
///
/// Tables are named as `items`, and columns as `items.price`, in any letter case.
public struct DatabaseCopyOptions: Sendable, Hashable {
  /// Whether rows may be added to tables that already have some.
  public var appends: Bool
  /// Whether the triggers of existing tables run for the copied rows.
  ///
  /// Otherwise they and foreign keys are off meanwhile, and foreign keys are checked at the end.
  /// That needs a role that may set `session_replication_role`, such as a superuser; for another
  /// one, a table with triggers is an error.
  public var firesTriggers: Bool
  /// Whether each table is committed on its own, so that a copy that was interrupted can be
  /// continued: tables whose rows are already those of the file are left out.
  ///
  /// It cannot be combined with ``appends``.
  public var continues: Bool
  /// The tables and columns that are left out.
  public var skipped: [String]
  /// The columns that become `text` in a new table, so that they store numbers and texts alike.
  public var texts: [String]
  /// The columns with integers that become decimal numbers.
  public var decimals: [DecimalColumn]

  /// Creates options.
  public init(
    appends: Bool = false,
    firesTriggers: Bool = false,
    continues: Bool = false,
    skipped: [String] = [],
    texts: [String] = [],
    decimals: [DecimalColumn] = []
  ) {
    (self.appends, self.firesTriggers, self.continues) = (appends, firesTriggers, continues)
    (self.skipped, self.texts, self.decimals) = (skipped, texts, decimals)
  }
}

extension DatabaseCopyOptions {
  /// Returns whether a table is left out.
  func skips(_ table: String) -> Bool {
    skipped.contains { isSameIdentifier($0, table) }
  }

  /// Returns whether a column is left out.
  func skips(_ column: String, of table: String) -> Bool {
    skipped.contains { isSameIdentifier($0, "\(table).\(column)") }
  }

  /// Returns whether a column becomes `text`.
  func isText(_ column: String, of table: String) -> Bool {
    texts.contains { isSameIdentifier($0, "\(table).\(column)") }
  }

  /// - Throws: ``DatabaseCopyError`` for a name of which the file has no table or column.
  func check(_ tables: [TableDescription]) throws(DatabaseCopyError) {
    if appends, continues {
      throw DatabaseCopyError(
        .contradictoryOptions,
        """
        \(CopyChoice.appends) adds rows to tables, so it does not go with \(CopyChoice.continues). \
        Leave one of them out.
        """
      )
    }
    let names = tables.map(\.info.name.name)
    let columns = tables.flatMap { table in
      table.columns.map { "\(table.info.name.name).\($0.name)" }
    }
    let choices: [(choice: CopyChoice, known: [String], wanted: [String])] = [
      (.skipped, names + columns, skipped), (.texts, columns, texts),
      (.decimals, columns, decimals.map(\.name)),
    ]
    for (choice, known, wanted) in choices {
      let missing = wanted.first { name in !known.contains { isSameIdentifier($0, name) } }
      guard let missing else { continue }
      let form = choice == .skipped ? "TABLE or TABLE.COLUMN" : "TABLE.COLUMN"
      throw DatabaseCopyError(
        .unknownName,
        "The file has no \(missing), which \(choice) names. Give it as \(form)."
      )
    }
  }
}
