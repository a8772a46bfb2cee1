// Shapes whose point is in their names: joins by them, keywords, row numbers, aliases.

extension WrittenShape {
  /// Joins by the names of columns, of which the authorizer is not told.
  static let joinsByName: [WrittenShape] = [
    .init(
      "using",
      .sequence,
      "SELECT [o].[id], [cu].[name] FROM [o] #join [cu] USING ([cid]) ORDER BY [o].[id]"
    ),
    .init(
      "using, shared column",
      .sequence,
      "SELECT {cid}, {name}, {amount} FROM [o] JOIN [cu] USING ([cid]) ORDER BY {id}"
    ),
    .init("using, all columns", .rows, "SELECT * FROM [o] #join [cu] USING ([cid])"),
    .init(
      "using twice",
      .rows,
      """
      SELECT {id}, {tag}, {name} FROM [o] JOIN [tag] USING ([id]) LEFT JOIN [cu] USING ([cid])
      WHERE {amount} #op #n
      """
    ),
    .init(
      "using, grouped",
      .rows,
      """
      SELECT {cid}, count(*), sum({amount}) FROM [o] #join [cu] USING ([cid]) GROUP BY {cid}
      """
    ),
    .init(
      "using in a full join",
      .rows,
      "SELECT {cid}, count({amount}) FROM [o] FULL JOIN [cu] USING ([cid]) GROUP BY {cid}"
    ),
    .init(
      "using in parentheses",
      .rows,
      """
      SELECT [item].[id], [cu].[name]
      FROM ([item] LEFT JOIN [o] ON [o].[id] = [item].[id]) LEFT JOIN [cu] USING ([cid])
      """
    ),
    .init(
      "using, in a window",
      .sequence,
      """
      SELECT {id}, row_number() OVER (PARTITION BY {cid} ORDER BY {id}) AS [nr]
      FROM [o] JOIN [cu] USING ([cid]) ORDER BY {id}
      """
    ),
    .init(
      "using, distinct",
      .rows,
      "SELECT DISTINCT {name} FROM [cu] JOIN [o] USING ([cid]) WHERE {amount} #op #n"
    ),
    .init("natural", .sequence, "SELECT {id}, {name} FROM [o] #natural [cu] ORDER BY {id}"),
    .init("natural, counted", .sequence, "SELECT count(*) FROM [o] #natural [cu]"),
    .init(
      "natural, three tables",
      .rows,
      "SELECT {id}, {tag} FROM [o] NATURAL JOIN [cu] NATURAL JOIN [tag]"
    ),
    .init(
      "natural with itself",
      .sequence,
      "SELECT count(*) FROM [tag] [a] NATURAL JOIN [tag] [b]"
    ),
    .init(
      "natural, exists",
      .sequence,
      """
      SELECT {id} FROM [list] WHERE #exists (
        SELECT 1 FROM [o] NATURAL JOIN [cu] WHERE [o].[cid] = [list].[cid]
      ) ORDER BY {id}
      """
    ),
    .init(
      "natural, as a value",
      .sequence,
      """
      SELECT {id}, (SELECT count(*) FROM [o] NATURAL JOIN [cu] WHERE {amount} #op [list].[id])
        AS [orders] FROM [list] ORDER BY {id}
      """
    ),
    .init(
      "natural, does it exist",
      .sequence,
      "SELECT EXISTS (SELECT 1 FROM [o] NATURAL JOIN [cu] WHERE {amount} #op #n)"
    ),
    .init(
      "natural in a union",
      .loose,
      "SELECT {name} FROM [o] NATURAL JOIN [cu] UNION SELECT {name} FROM [list]"
    ),
    .init(
      "natural in a WITH",
      .sequence,
      """
      WITH [joined] AS (SELECT {id}, {name} FROM [o] NATURAL JOIN [cu])
      SELECT [joined].[id], [joined].[name] FROM [joined] ORDER BY [joined].[id]
      """
    ),
    .init("view of a natural join", .sequence, "SELECT {id}, {name} FROM [named] ORDER BY {id}"),
    .init("view of a view of a natural join", .sequence, "SELECT {n} FROM [counted]"),
    .init(
      "view in a natural join",
      .rows,
      "SELECT {id}, {tag}, {name} FROM [named] NATURAL JOIN [tag]"
    ),
    .init("view with using", .rows, "SELECT {a}, {b} FROM [nested] WHERE {a} #op #n"),
  ]

  /// Keywords and odd texts as names.
  static let keywords: [WrittenShape] = [
    .init("keywords", .sequence, "SELECT {group}, {select}, {from} FROM [order] ORDER BY {group}"),
    .init(
      "keywords as aliases",
      .sequence,
      """
      SELECT {group} AS [order], {select} AS [group] FROM [order] WHERE {from} #op #n
      ORDER BY [order].[group]
      """
    ),
    .init(
      "grouped by a keyword",
      .rows,
      "SELECT {from}, count(*) AS [where] FROM [order] GROUP BY {from}"
    ),
    .init(
      "joined by keywords",
      .sequence,
      """
      SELECT [order].[group], [item].[t] FROM [order] #join [item] ON [item].[id] = [order].[from]
      ORDER BY [order].[group]
      """
    ),
    .init("view called from", .rows, "SELECT {select}, {where} FROM [from]"),
    .init(
      "a name with a quote",
      .sequence,
      #"SELECT {odd "name}, {group} FROM [order] ORDER BY {group} #dir LIMIT #m"#
    ),
    .init(
      "aliases with quotes",
      .sequence,
      #"SELECT {id} AS [a"b], {n} AS [it's], {t} AS [-- c] FROM [item] ORDER BY {id}"#
    ),
    .init(
      "names with schemas",
      .sequence,
      """
      SELECT [main].[item].[id] FROM [main].[item] WHERE [main].[item].[n] #op #n
      ORDER BY [main].[item].[id]
      """
    ),
  ]

  /// The names of row numbers, also where columns are called so.
  static let rowNumbers: [WrittenShape] = [
    .init(
      "row numbers",
      .sequence,
      "SELECT {rowid}, {oid}, {_rowid_}, {body} FROM [loose] ORDER BY {rowid}"
    ),
    .init(
      "last row numbers",
      .sequence,
      "SELECT {oid}, {number} FROM [loose] WHERE {_rowid_} #op #n ORDER BY {oid} DESC LIMIT #m"
    ),
    .init(
      "greatest row numbers",
      .rows,
      "SELECT {number}, max({rowid}), count(*) FROM [loose] GROUP BY {number}"
    ),
    .init(
      "joined by row numbers",
      .rows,
      """
      SELECT [a].[rowid], [b].[rowid] FROM [loose] [a] JOIN [loose] [b]
      ON [a].[number] = [b].[number] AND [a].[oid] #op [b].[oid]
      """
    ),
    .init(
      "columns called like row numbers",
      .sequence,
      "SELECT {_rowid_}, {rowid}, {oid}, {v} FROM [odd] ORDER BY {_rowid_}"
    ),
    .init(
      "joined by a column called oid",
      .sequence,
      """
      SELECT [odd].[rowid], [o].[amount] FROM [odd] JOIN [o] ON [o].[id] = [odd].[oid]
      ORDER BY [odd].[_rowid_], [o].[id]
      """
    ),
    .init("body without a number", .rows, "SELECT {body} FROM [loose] WHERE {oid} #op #n"),
  ]

  /// Aliases that hide tables and columns.
  static let shadows: [WrittenShape] = [
    .init(
      "exchanged columns",
      .sequence,
      "SELECT {n} AS [id], {id} AS [n] FROM [item] ORDER BY [item].[id]"
    ),
    .init(
      "exchanged tables",
      .sequence,
      """
      SELECT [list].[id], [item].[name] FROM [item] AS [list] JOIN [list] AS [item]
      ON [item].[id] = [list].[list] ORDER BY [list].[id]
      """
    ),
    .init(
      "a table in parentheses",
      .sequence,
      "SELECT {id}, {n} FROM (([item])) WHERE {n} #op #n ORDER BY {n}, {id}"
    ),
    .init(
      "tables in parentheses",
      .sequence,
      """
      SELECT [i].[id], [list].[name] FROM ([item] AS [i]) JOIN (([list]))
      ON [list].[id] = [i].[list] WHERE [i].[n] #op #n ORDER BY [i].[id]
      """
    ),
    .init(
      "a table in parentheses, in EXISTS",
      .sequence,
      """
      SELECT {id}, {name} FROM ([list]) WHERE EXISTS
      (SELECT 1 FROM ([item]) WHERE [item].[list] = [list].[id] AND {n} #op #n) ORDER BY {id}
      """
    ),
    .init(
      "WITH called like its table",
      .sequence,
      """
      WITH [item] AS (SELECT {id}, {n} FROM [main].[item] WHERE {n} #op #n)
      SELECT {id}, {n} FROM [item] ORDER BY {id}
      """
    ),
    .init(
      "WITH called like another table",
      .rows,
      """
      WITH [list] AS (SELECT {id}, {list} AS [name] FROM [item])
      SELECT {name}, count(*) FROM [list] GROUP BY {name}
      """
    ),
    .init(
      "order by an alias that hides a column",
      .sequence,
      "SELECT {id}, -{n} AS [n] FROM [item] ORDER BY {n} #dir, {id}"
    ),
    .init(
      "order by a term of a hidden column",
      .sequence,
      "SELECT {id}, 3 - {n} AS [n] FROM [item] ORDER BY {n} + 0, {id} LIMIT #m"
    ),
    .init(
      "grouped by a term of a hidden column",
      .rows,
      "SELECT {n} % 3 AS [n], count(*) FROM [item] GROUP BY [item].[n] % 3"
    ),
    .init(
      "subquery with an alias",
      .sequence,
      """
      SELECT [x].[id], [x].[s] FROM (SELECT {id}, {n} + 1 AS [s] FROM [item]) AS [x]
      WHERE [x].[s] #op #n ORDER BY [x].[id]
      """
    ),
    .init(
      "inner columns hide outer ones",
      .sequence,
      """
      SELECT {id} FROM [item] WHERE {n} #op (
        SELECT avg({n}) FROM [item] AS [i] WHERE [i].[list] IS [item].[list]
      ) ORDER BY {id}
      """
    ),
  ]
}
