import SQLiteDatabase
import TypedSQL
import TypedSQLMacroDeclarations

/// Rows of many kinds of values: `mixed` may be anything, and is not a column of the type.
@Table("items") struct Item: Hashable, Sendable {
  let id: Int
  var title: String?
  var list: Int?
  var weight: Double?
  var isDone: Bool

  /// The column that holds values of any storage class.
  static var mixed: SQLQueryExpression<Int> { SQLQueryExpression(#""items"."mixed""#) }
}

/// A table without row numbers, with a key of two columns.
@Table("pairs") struct Pair: Hashable, Sendable {
  var name: String
  var number: Int
  var note: String?
}

@Table("lists") struct ItemList: Hashable, Sendable {
  let id: Int
  var name: String?
  var owner: Int?
}

enum PlanSchema {
  /// Returns the tables; the caller chooses the collation, and whether titles are unique.
  static func sql(collation: String, isUnique: Bool) -> String {
    """
    CREATE TABLE lists (
      id INTEGER PRIMARY KEY, name TEXT COLLATE \(collation), owner INTEGER REFERENCES lists
    );
    CREATE TABLE items (
      id INTEGER PRIMARY KEY, title TEXT COLLATE \(collation) \(isUnique ? "UNIQUE" : ""),
      list INTEGER REFERENCES lists ON DELETE CASCADE ON UPDATE SET NULL,
      weight REAL, isDone BOOLEAN NOT NULL DEFAULT 0, mixed,
      doubled AS (weight * 2)
    );
    CREATE TABLE pairs (
      name TEXT COLLATE \(collation), number INTEGER, note TEXT, PRIMARY KEY (name, number)
    ) WITHOUT ROWID;
    CREATE VIEW openItems(number, title, list) AS SELECT id, title, list FROM items WHERE NOT isDone;
    CREATE VIEW listed AS
      SELECT l.name, i.id AS number, i.list FROM items i LEFT JOIN lists AS l ON l.id = i.list;
    CREATE VIEW counted AS SELECT list, count(*) AS n FROM items GROUP BY list;
    CREATE TRIGGER touched AFTER UPDATE OF note ON pairs WHEN new.number % 3 = 0 BEGIN
      UPDATE items SET isDone = NOT isDone WHERE id = new.number;
    END;
    """
  }
}
