import DatabaseTypes
import SQLite

/// Returns a text that describes what a changeset did to a row.
func describe(_ change: borrowing RecordedChange) -> String {
  var parts: [String] = []
  for index in 0..<change.columnCount {
    let old = change.oldValue(at: index)?.sqlLiteral ?? "-"
    let new = change.newValue(at: index)?.sqlLiteral ?? "-"
    parts.append("\(old)>\(new)")
  }
  let name =
    switch change.operation {
    case .insert: "insert"
    case .update: "update"
    case .delete: "delete"
    }
  return "\(name) \(change.table) \(parts.joined(separator: " "))"
}

extension Changeset {
  func descriptions() throws -> [String] {
    var found: [String] = []
    try forEach { found.append(describe($0)) }
    return found.sorted()
  }
}

/// The tables for the tests of sessions.
let itemSchema = """
  CREATE TABLE item (id INTEGER PRIMARY KEY, name, price CHECK (price >= 0));
  CREATE TABLE pair (a, b, c, PRIMARY KEY (c, a)) WITHOUT ROWID;
  CREATE TABLE keyless (x);
  INSERT INTO item VALUES (1, 'pen', 1), (2, 'ink', 2), (3, 'cap', 3);
  """

/// A change of each kind to the tables.
let itemStatements = """
  UPDATE item SET price = 10 WHERE id = 1;
  DELETE FROM item WHERE id = 2;
  INSERT INTO item VALUES (4, 'box', 4);
  INSERT INTO pair VALUES ('a', 'b', 'c');
  INSERT INTO keyless VALUES (1);
  """
