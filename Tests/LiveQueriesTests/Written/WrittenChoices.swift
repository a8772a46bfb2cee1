/// The choices for the words that begin with `#` in a template.
enum WrittenChoices {
  static let all: [String: [String]] = conditions.merging(values) { one, _ in one }

  private static let conditions: [String: [String]] = [
    "op": ["<", "<=", ">", ">=", "=", "==", "<>", "!=", "IS", "IS NOT"],
    "n": ["0", "1", "2", "3", "4", "5"], "m": ["1", "2", "3", "4"],
    "t": ["'a'", "'B'", "'b '", "'é'", "'e\u{301}'", "'zz'", "''"],
    "dir": ["", "", "ASC", "DESC", "DESC"],
    "collate": ["", "", "COLLATE NOCASE", "COLLATE RTRIM", "COLLATE BINARY", "COLLATE backwards"],
    "join": ["JOIN", "INNER JOIN", "LEFT JOIN", "LEFT OUTER JOIN"],
    "natural": ["NATURAL JOIN", "NATURAL INNER JOIN", "NATURAL LEFT JOIN"],
    "in": ["IN", "IN", "NOT IN"], "exists": ["EXISTS", "EXISTS", "NOT EXISTS"],
    "compound": ["UNION", "UNION ALL", "EXCEPT", "INTERSECT"],
    "like": ["LIKE 'a%'", "LIKE '%B%'", "GLOB 'A*'", "GLOB '*é*'", "LIKE 'É'", "NOT LIKE '_'"],
    "materialized": ["", "MATERIALIZED", "NOT MATERIALIZED"],
  ]

  private static let values: [String: [String]] = [
    "insert": [
      "INSERT", "INSERT OR REPLACE", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE",
      "INSERT OR FAIL", "INSERT OR ROLLBACK",
    ],
    "update": [
      "UPDATE", "UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE", "UPDATE OR FAIL",
      "UPDATE OR ABORT",
    ],
    "id": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
    "small": ["1", "2", "3", "4", "5"],
    "num": ["NULL", "0", "1", "1", "2", "2", "3", "4", "5", "6", "-1"],
    "list": ["NULL", "1", "1", "2", "2", "3", "4", "5"],
    "word": ["'new'", "'old'", "'red'", "''", "'ā'"],
    "text": texts + ["NULL"],
    // Bytes that are no text, or a half of one in UTF-16.
    "bytes": texts + ["CAST(x'FF' AS TEXT)", "CAST(x'C328' AS TEXT)", "CAST(x'00D8' AS TEXT)"],
    "json": [
      #"'{"a":1}'"#, #"'{"a":2}'"#, #"'{"a":3,"b":[1,2]}'"#, "'[1]'", "'{bad'", "'['", "NULL",
      "'null'",
    ],
    // None is negative, so whether a sum overflows does not depend on the order of its rows.
    "big": ["NULL", "0", "1", "2", "5000000000000000000", "9223372036854775807"],
    "low": [
      "NULL", "-1", "-5", "7", "-9223372036854775807", "-9223372036854775808",
      "-9223372036854775808",
    ],
    // Sums of these are exact. None is whole: from a sorter, SQLite 3.40 returns whole numbers of
    // a REAL column as integers.
    "real": [
      "NULL", "0.5", "-0.5", "1.25", "-2.5", "3.75", "9e999", "-9e999",
      "9e999 - 9e999",
    ],
    "mix": [
      "NULL", "0", "-0.0", "0.0", "1", "1.0", "2", "2.0", "2.5", "'1'", "'a'", "'A'", "x'61'",
      "9e999", "9223372036854775807", "9.223372036854775807e18",
    ],
    "collation": ["BINARY", "BINARY", "NOCASE", "RTRIM", "backwards"],
    "deletion": ["CASCADE", "SET NULL", "RESTRICT", "NO ACTION"],
    "key": ["PRIMARY KEY", "PRIMARY KEY", "NOT NULL PRIMARY KEY"],
    "stored": ["STORED", "VIRTUAL"], "table": ["", "", "", "WITHOUT ROWID"],
  ]

  /// Texts that UTF-8, UTF-16, Swift and the collations of SQLite order and equate differently.
  private static let texts = [
    "'a'", "'A'", "'b'", "'b '", "'é'", "'e\u{301}'", "'ā'", "'😀'", "'\u{FFFD}'", "'\u{E000}'",
    "''", "'zz'", "'ß'", "'5'", "'t1'",
  ]
}
