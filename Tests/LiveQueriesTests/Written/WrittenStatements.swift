import LiveSQLTestSupport

/// Random statements that write, as templates: many fail, and some change a lot.
enum WrittenStatements {
  /// Returns the template of a statement.
  ///
  /// - Parameter focus: Templates that are chosen more often than others.
  static func next(
    _ files: FuzzFiles,
    _ layout: WrittenLayout,
    focus: [String],
    using random: inout SeededGenerator
  ) -> String {
    if files == .both, random.chance(60) { return random.pick(extra) }
    if files == .temporary { return random.pick(layout.hasTemporary ? temporary + third : third) }
    switch random.below(20) {
    case 0..<7: return random.pick(items)
    case 7..<13: return random.pick(focus.isEmpty ? others : focus)
    case 13..<16: return random.pick(others)
    case 16, 17: return random.pick(joined)
    default: return random.pick(large)
    }
  }

  /// Returns the templates that write tables which some shapes name, or read through a view.
  static func focus(on shapes: [WrittenShape]) -> [String] {
    let text = shapes.map(\.template).joined()
    let hasView = ["[named]", "[counted]", "[nested]", "[from]"].contains { text.contains($0) }
    let read = hasView ? text + "[o] [cu] [tag] [order]" : text
    return others.filter { template in
      let table = template.drop { $0 != "[" }.prefix { $0 != "]" }
      return read.contains(table + "]")
    }
  }

  /// All templates.
  static var all: [String] {
    items + others + joined + large + extra + third + temporary + schema
  }

  /// Statements that change a schema or statistics, and so how other statements run.
  static let schema = [
    "CREATE INDEX IF NOT EXISTS [more] ON [item] ({n} #dir, {list})", "DROP INDEX IF EXISTS [more]",
    "CREATE INDEX IF NOT EXISTS [more] ON [o] ({amount})", "ANALYZE", "REINDEX",
    "DROP INDEX IF EXISTS [item_list]",
  ]

  static let items = [
    """
    #insert INTO [item] ([id], [t], [n], [big], [low], [r], [d], [list], [mixed])
    VALUES (#id, #text, #num, #big, #low, #real, #json, #list, #mix)
    """,
    """
    #insert INTO [item] ([id], [t], [n], [list], [d]) VALUES (#id, #text, #num, #list, #json),
      (#id, #text, #num, #list, #json)
    """,
    """
    INSERT INTO [item] ([id], [t], [n]) VALUES (#id, #text, #num)
    ON CONFLICT ({id}) DO UPDATE SET [n] = [excluded].[n], [t] = #text
    WHERE [item].[n] IS NOT [excluded].[n]
    """,
    "INSERT INTO [item] ([id], [n]) VALUES (#id, #num) ON CONFLICT DO NOTHING",
    "#update [item] SET [t] = #text WHERE {id} = #id",
    "#update [item] SET [n] = #num WHERE {id} #op #id",
    "#update [item] SET [n] = #num, [list] = #list WHERE {id} = #id",
    "#update [item] SET [list] = #list WHERE {n} #op #num",
    "#update [item] SET [d] = #json WHERE {id} = #id",
    "#update [item] SET [d] = #json WHERE {id} > #id",
    "#update [item] SET [big] = #big WHERE {id} = #id",
    "#update [item] SET [low] = #low WHERE {id} = #id",
    "#update [item] SET [mixed] = #mix WHERE {id} = #id",
    "#update [item] SET [r] = #real, [mixed] = #mix WHERE {id} = #id",
    "#update [item] SET [id] = #id WHERE {id} = #id",
    "DELETE FROM [item] WHERE {id} = #id", "DELETE FROM [item] WHERE {id} = #id RETURNING *",
  ]

  static let others = [
    "#insert INTO [list] ([id], [name], [cid]) VALUES (#small, #text, #num)",
    "#update [list] SET [name] = #text WHERE {id} = #small",
    "#update [list] SET [cid] = #num WHERE {id} #op #small",
    "#update [list] SET [id] = #small WHERE {id} = #small",
    "DELETE FROM [list] WHERE {id} = #small",
    "#insert INTO [o] ([id], [cid], [amount]) VALUES (#id, #num, #num)",
    "#update [o] SET [cid] = #num WHERE {id} = #id",
    "#update [o] SET [amount] = #num WHERE {id} = #id",
    "#update [o] SET [id] = #id WHERE {id} = #id", "DELETE FROM [o] WHERE {id} = #id",
    "#insert INTO [cu] ([cid], [name]) VALUES (#small, #text)",
    "#update [cu] SET [cid] = #small WHERE {cid} = #small",
    "#update [cu] SET [name] = #text WHERE {cid} = #small", "DELETE FROM [cu] WHERE {cid} = #small",
    "#insert INTO [tag] ([id], [tag]) VALUES (#id, #word)", "DELETE FROM [tag] WHERE {id} = #id",
    "#update [tag] SET [id] = #id WHERE {id} = #id",
    "#update [tag] SET [tag] = #word WHERE {id} = #id",
    "#insert INTO [word] ([k], [id], [v]) VALUES (#bytes, #id, #mix)",
    "#update [word] SET [k] = #bytes WHERE {id} = #id",
    "#update [word] SET [v] = #mix WHERE {id} #op #id",
    "DELETE FROM [word] WHERE {id} = #id",
    "#insert INTO [order] ([group], [select], [from]) VALUES (#small, #text, #id)",
    #"#update [order] SET [from] = #id, [odd "name] = #text WHERE {group} = #small"#,
    "DELETE FROM [order] WHERE {group} = #small",
    "#insert INTO [tree] ([id], [parent], [w]) VALUES (#id, #small, #num)",
    "#update [tree] SET [parent] = #small WHERE {id} > #id", "DELETE FROM [tree] WHERE {id} = #id",
    "#insert INTO [loose] ([body], [number]) VALUES (#text, #num)",
    "#update [loose] SET [number] = #num WHERE {oid} = #small",
    "#update [loose] SET [_rowid_] = #id WHERE {rowid} = #small",
    "DELETE FROM [loose] WHERE {oid} = #small",
    "#insert INTO [odd] ([rowid], [oid], [v]) VALUES (#text, #num, #mix)",
    "#update [odd] SET [_rowid_] = #id WHERE {oid} = #num",
    "#update [odd] SET [oid] = #num WHERE {_rowid_} = #small",
    "INSERT INTO [hay] ([rowid], [t]) VALUES (#id, 'alpha')",
    "DELETE FROM [hay] WHERE {rowid} = #id",
    "INSERT INTO [named] ([id], [name], [amount]) VALUES (#id, #text, #small)",
    "DELETE FROM [log] WHERE {item} = #id",
  ]

  /// Statements that read other tables while they write.
  static let joined = [
    "#update [item] SET [n] = [o].[amount] FROM [o] WHERE [o].[id] = [item].[id]",
    """
    #update [item] SET ([n], [t]) = (
      SELECT [list].[cid], [list].[name] FROM [list] WHERE [list].[id] = [item].[list]
    ) WHERE {id} < #id
    """,
    """
    #update [o] SET [cid] = [cu].[cid] FROM [cu] JOIN [tag] ON [tag].[id] = [cu].[cid]
    WHERE [o].[id] = #id
    """,
    """
    INSERT OR IGNORE INTO [o] ([id], [cid], [amount])
    SELECT {id}, {n}, {list} FROM [item] WHERE {n} #op #num
    """,
    """
    INSERT INTO [cu] ([cid], [name]) SELECT {id}, {name} FROM [list] WHERE true
    ON CONFLICT ({cid}) DO UPDATE SET [name] = [excluded].[name]
    """,
    "DELETE FROM [item] WHERE {list} IN (SELECT {id} FROM [list] WHERE {cid} #op #num)",
    "DELETE FROM [tag] WHERE {id} NOT IN (SELECT {id} FROM [o] NATURAL JOIN [cu])",
    "REPLACE INTO [tag] ([id], [tag]) SELECT {id}, #word FROM [item] WHERE {n} #op #num",
  ]

  static let large = [
    "DELETE FROM [item]", "DELETE FROM [o]", "DELETE FROM [cu] WHERE true", "DELETE FROM [loose]",
    "#update [item] SET [n] = {n} + 1", "#update [item] SET [id] = {id} + 20 WHERE {id} > 8",
    "#update [list] SET [cid] = NULL", "DELETE FROM [list]",
    """
    INSERT OR IGNORE INTO [list] ([id], [name], [cid])
    VALUES (1, 'a', 1), (2, 'B', 2), (3, 'b ', 3), (4, NULL, 2), (5, 'zz', NULL)
    """,
    """
    INSERT OR IGNORE INTO [item] ([id], [t], [n], [big], [low], [r], [d], [list], [mixed])
    WITH RECURSIVE [c]([i]) AS (SELECT 1 UNION ALL SELECT {i} + 1 FROM [c] WHERE {i} < 30)
    SELECT {i}, 't' || ({i} % 9), {i} % 7, {i}, -{i}, 0.5, '{"a":' || ({i} % 5) || '}', NULL,
      {i} % 4 FROM [c]
    """,
    """
    INSERT OR IGNORE INTO [o] WITH [c]([i]) AS (VALUES (1), (2), (3), (4), (6), (8), (9))
    SELECT {i}, {i} % 4, {i} % 6 FROM [c]
    """,
    "INSERT OR IGNORE INTO [cu] VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Cy'), (4, 'Di')",
  ]

  static let extra = [
    "#insert INTO [extra].[note] ([id], [body], [item]) VALUES (#id, #text, #id)",
    "#update [extra].[note] SET [item] = #id WHERE {id} = #id",
    "#update [extra].[note] SET [body] = #text WHERE {id} #op #id",
    "DELETE FROM [extra].[note] WHERE {id} = #id",
    "#insert INTO [extra].[cu] ([cid], [name]) VALUES (#small, #text)",
    "#update [extra].[cu] SET [cid] = #small WHERE {cid} = #small",
    "DELETE FROM [extra].[cu] WHERE {cid} = #small",
  ]

  static let third = [
    "#insert INTO [third].[mark] ([id], [item], [w]) VALUES (#id, #id, #num)",
    "#update [third].[mark] SET [item] = #id WHERE {id} #op #id",
    "#update [third].[mark] SET [w] = #num WHERE {item} = #id",
    "DELETE FROM [third].[mark] WHERE {id} = #id",
  ]

  static let temporary = [
    "#insert INTO [temp].[pick] ([id], [why]) VALUES (#id, #text)",
    "#update [temp].[pick] SET [why] = #text WHERE {id} #op #id",
    "#update [temp].[pick] SET [id] = #id WHERE {id} = #id",
    "DELETE FROM [temp].[pick] WHERE {id} = #id",
  ]
}
