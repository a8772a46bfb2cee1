/// The tables of ``WrittenShape``, as templates; a seed decides their details.
enum WrittenSchema {
  static let tables = [
    "CREATE TABLE tally (n INTEGER)",
    "INSERT INTO tally VALUES (0)",
    """
    CREATE TABLE [list] (
      [id] INTEGER PRIMARY KEY, [name] TEXT COLLATE #collation, [cid] INTEGER, [rank] REAL
    )
    """,
    """
    CREATE TABLE [item] (
      [id] INTEGER #key, [t] TEXT COLLATE #collation, [n] INTEGER, [big] INTEGER, [low] INTEGER,
      [r] REAL, [d] TEXT,
      [list] INTEGER REFERENCES [list] ON DELETE #deletion ON UPDATE #deletion,
      [mixed], [twice] AS ({n} * 2) #stored
    ) #table
    """,
    "CREATE TABLE [o] ([id] INTEGER PRIMARY KEY, [cid] INTEGER, [amount] INTEGER)",
    "CREATE TABLE [cu] ([cid] INTEGER PRIMARY KEY, [name] TEXT) #table",
    """
    CREATE TABLE [tag] ([id] INTEGER NOT NULL, [tag] TEXT NOT NULL, PRIMARY KEY ({id} #dir, {tag}))
    WITHOUT ROWID
    """,
    """
    CREATE TABLE [word] ([k] TEXT NOT NULL COLLATE #collation PRIMARY KEY, [id] INTEGER, [v])
    WITHOUT ROWID
    """,
    #"""
    CREATE TABLE [order] (
      [group] INTEGER PRIMARY KEY, [select] TEXT, [from] INTEGER, [odd "name] TEXT
    )
    """#,
    """
    CREATE TABLE [tree] (
      [id] INTEGER PRIMARY KEY, [parent] INTEGER REFERENCES [tree] ON DELETE CASCADE, [w] INTEGER
    )
    """,
    "CREATE TABLE [loose] ([body] TEXT COLLATE NOCASE, [number] INTEGER)",
    "CREATE TABLE [odd] ([rowid] TEXT, [oid] INTEGER, [v])",
    "CREATE TABLE [log] ([id] INTEGER PRIMARY KEY, [what] TEXT, [item] INTEGER)",
    "CREATE VIRTUAL TABLE hay USING fts5(t)",
  ]

  static let views = [
    "CREATE VIEW [named] AS SELECT {id}, {name}, {amount} FROM [o] NATURAL JOIN [cu]",
    "CREATE VIEW [counted] AS SELECT count(*) AS [n] FROM [named]",
    """
    CREATE VIEW [used] ([a], [b]) AS
    SELECT [o].[id], [tag].[tag] FROM [o] JOIN [tag] USING ([id])
    """,
    "CREATE VIEW [nested] AS SELECT {a}, {b} FROM [used] WHERE {b} IS NOT NULL",
    """
    CREATE VIEW [from] AS SELECT [order].[group] AS [select], [item].[t] AS [where]
    FROM [order] LEFT JOIN [item] ON [item].[id] = [order].[from]
    """,
  ]

  /// Indexes and triggers, of which a round has about half.
  static let optional = [
    "CREATE INDEX [item_list] ON [item] ({list})",
    "CREATE INDEX [item_t] ON [item] ({t} #collate #dir, {n})",
    "CREATE INDEX [item_partial] ON [item] ({n}) WHERE {n} > 1",
    "CREATE INDEX [item_term] ON [item] ({n} + {id})",
    "CREATE INDEX [item_mixed] ON [item] ({mixed})",
    "CREATE INDEX [o_cid] ON [o] ({cid}, {amount})",
    "CREATE INDEX [word_v] ON [word] ({v})",
    "CREATE UNIQUE INDEX [loose_once] ON [loose] ({body}, {number})",
    """
    CREATE TRIGGER [noted] AFTER UPDATE OF [n] ON [item] BEGIN
      INSERT INTO [log] ([what], [item]) VALUES ('n', new.[id]);
    END
    """,
    """
    CREATE TRIGGER [untagged] AFTER DELETE ON [list] BEGIN
      DELETE FROM [tag] WHERE {id} = old.[id];
      UPDATE [tree] SET [w] = {w} + 1 WHERE {id} = old.[id];
    END
    """,
    """
    CREATE TRIGGER [ordered] AFTER INSERT ON [o] WHEN new.[amount] > 4 BEGIN
      UPDATE [cu] SET [name] = {name} || '+' WHERE {cid} = new.[cid];
    END
    """,
    """
    CREATE TRIGGER [refused] BEFORE UPDATE OF [amount] ON [o] WHEN new.[amount] = 6 BEGIN
      SELECT RAISE(IGNORE);
    END
    """,
    """
    CREATE TRIGGER [renamed] INSTEAD OF INSERT ON [named] BEGIN
      INSERT OR REPLACE INTO [cu] ([cid], [name]) VALUES (new.[amount], new.[name]);
      INSERT OR IGNORE INTO [o] ([id], [cid], [amount]) VALUES (new.[id], new.[amount], 1);
    END
    """,
  ]

  static let rows = [
    """
    INSERT INTO [list] ([id], [name], [cid])
    VALUES (1, 'a', 1), (2, 'B', 2), (3, 'b ', 3), (4, NULL, 2), (5, 'zz', NULL)
    """,
    """
    INSERT INTO [item] ([id], [t], [n], [big], [low], [r], [d], [list], [mixed]) VALUES
      (1, 'a', 1, 1, -1, 0.5, '{"a":1}', 1, 1), (2, 'A', 2, 2, -2, 1.25, '{"a":2}', 1, 1.5),
      (3, 'b', 3, 3, -3, -2.5, '{"a":3}', 2, 'a'), (4, 'b ', 4, 4, 4, NULL, '{"a":4}', 2, 2),
      (5, NULL, 5, 5, 5, 0.5, NULL, NULL, NULL), (6, 'zz', 2, 6, 6, 3.75, '[1]', 3, 3)
    """,
    "INSERT INTO [o] VALUES (1, 1, 1), (2, 1, 2), (3, 2, 3), (4, 9, 4), (5, NULL, 5)",
    "INSERT INTO [cu] VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cy')",
    "INSERT INTO [tag] VALUES (1, 'new'), (1, 'red'), (2, 'old'), (4, 'odd')",
    "INSERT INTO [word] VALUES ('a', 1, 1), ('b', 2, 2), ('zz', 3, 2.5)",
    "INSERT INTO [order] VALUES (1, 'one', 1, 'x'), (2, 'two', 2, NULL), (3, 'three', 9, 'y')",
    "INSERT INTO [tree] VALUES (1, NULL, 1), (2, 1, 2), (3, 1, 3), (4, 2, 4)",
    "INSERT INTO [loose] VALUES ('a', 1), ('b', 1), ('c', 2)",
    "INSERT INTO [odd] VALUES ('a', 1, 1), ('b', 2, 1.0), ('c', 3, NULL)",
    "INSERT INTO [hay] ([rowid], [t]) VALUES (1, 'alpha beta'), (2, 'beta')",
  ]

  /// The tables of the second file.
  static let extra = [
    "CREATE TABLE @tally (n INTEGER)", "INSERT INTO @tally VALUES (0)",
    "CREATE TABLE @note (id INTEGER PRIMARY KEY, body TEXT COLLATE #collation, item INTEGER)",
    "CREATE TABLE @cu (cid INTEGER PRIMARY KEY, name TEXT)",
    "INSERT INTO @note VALUES (1, 'first', 1), (2, 'second', 2), (3, 'third', 9)",
    "INSERT INTO @cu VALUES (1, 'Zoe'), (9, 'Yan')",
  ]

  /// The tables of the third file.
  static let third = [
    "CREATE TABLE @mark (id INTEGER PRIMARY KEY, item INTEGER, w INTEGER)",
    "INSERT INTO @mark VALUES (1, 1, 1), (2, 2, 1), (3, 3, 2)",
  ]

  static let temporary = [
    "CREATE TEMPORARY TABLE [pick] ([id] INTEGER PRIMARY KEY, [why] TEXT)",
    "INSERT INTO [temp].[pick] VALUES (1, 'x'), (2, 'y'), (9, 'z')",
  ]

  /// A temporary table that hides one of the main file.
  static let hiding = [
    "CREATE TEMPORARY TABLE [tag] ([id] INTEGER NOT NULL, [tag] TEXT NOT NULL)",
    "INSERT INTO [temp].[tag] VALUES (1, 'mine'), (3, 'mine')",
  ]
}
