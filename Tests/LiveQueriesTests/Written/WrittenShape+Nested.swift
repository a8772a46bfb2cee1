// Shapes whose point is in their structure: subqueries, compounds, windows, other tables.

extension WrittenShape {
  /// Correlated subqueries, most of them with an inequality.
  static let correlated: [WrittenShape] = [
    .init(
      "rows with a neighbour",
      .sequence,
      """
      SELECT {id} FROM [item]
      WHERE #exists (SELECT 1 FROM [item] [j] WHERE [j].[n] #op [item].[n]) ORDER BY {id}
      """
    ),
    .init(
      "first by rank",
      .sequence,
      """
      SELECT {id}, (SELECT count(*) FROM [item] [j] WHERE [j].[n] #op [item].[n]) AS [place]
      FROM [item] ORDER BY {place}, {id} LIMIT #m
      """
    ),
    .init(
      "left join by an inequality",
      .rows,
      """
      SELECT [a].[id], [b].[id] FROM [item] [a] LEFT JOIN [item] [b] ON [b].[n] #op [a].[n]
      WHERE [a].[id] < 4
      """
    ),
    .init(
      "the one before",
      .sequence,
      """
      SELECT {id}, (
        SELECT max([j].[id]) FROM [item] [j]
        WHERE [j].[list] = [item].[list] AND [j].[id] < [item].[id]
      ) AS [prior] FROM [item] ORDER BY {id}
      """
    ),
    .init(
      "the last of each",
      .sequence,
      """
      SELECT [list].[id], (
        SELECT {t} FROM [item] WHERE [item].[list] = [list].[id] ORDER BY [item].[id] DESC LIMIT 1
      ) AS [latest] FROM [list] ORDER BY [list].[id]
      """
    ),
    .init(
      "rooms of a chat",
      .sequence,
      """
      SELECT [l].[id], count([i].[id]), (
        SELECT [x].[t] FROM [item] [x] WHERE [x].[list] = [l].[id] ORDER BY [x].[id] DESC LIMIT 1
      ) FROM [list] [l] LEFT JOIN [item] [i] ON [i].[list] = [l].[id]
      LEFT JOIN [tag] ON [tag].[id] = [i].[id] GROUP BY [l].[id] ORDER BY [l].[id]
      """
    ),
    .init(
      "pairs among pairs",
      .sequence,
      """
      SELECT {id} FROM [item] WHERE ({list}, {n}) #in (SELECT {id}, {cid} FROM [list])
      ORDER BY {id}
      """
    ),
    .init(
      "last ones of each",
      .sequence,
      """
      SELECT {id} FROM [item] WHERE {id} IN (
        SELECT [j].[id] FROM [item] [j] WHERE [j].[list] = [item].[list]
        ORDER BY [j].[id] DESC LIMIT 1
      ) ORDER BY {id}
      """
    ),
    .init(
      "exists within exists",
      .sequence,
      """
      SELECT {id} FROM [list] WHERE #exists (
        SELECT 1 FROM [item] WHERE [item].[list] = [list].[id] AND #exists (
          SELECT 1 FROM [tag] WHERE [tag].[id] #op [item].[id]
        )
      ) ORDER BY {id}
      """
    ),
    .init(
      "exists or equals",
      .rows,
      """
      SELECT {id} FROM [item] WHERE {n} = #n
      OR EXISTS (SELECT 1 FROM [o] WHERE [o].[id] = [item].[id] AND [o].[amount] #op [item].[n])
      """
    ),
    .init(
      "values without a table",
      .sequence,
      "SELECT (SELECT count(*) FROM [item]), (SELECT max({id}) FROM [o] WHERE {amount} #op #n)"
    ),
  ]

  /// Compound statements, `DISTINCT` and window functions.
  static let combined: [WrittenShape] = [
    .init("distinct pairs", .rows, "SELECT DISTINCT {list}, {n} FROM [item]"),
    .init(
      "three arms",
      .sequence,
      """
      SELECT {id} FROM [item] #compound SELECT {id} FROM [o] #compound SELECT {id} FROM [tag]
      ORDER BY 1
      """
    ),
    .init(
      "first of two arms",
      .sequence,
      """
      SELECT {id} AS [k], 1 AS [kind] FROM [item] UNION ALL SELECT {id}, 2 FROM [o]
      ORDER BY {k} #dir, {kind} LIMIT #m OFFSET #m
      """
    ),
    .init(
      "arms of groups",
      .rows,
      """
      SELECT {list}, count(*) FROM [item] GROUP BY {list}
      #compound SELECT {cid}, count(*) FROM [o] GROUP BY {cid}
      """
    ),
    .init(
      "running sums",
      .sequence,
      """
      SELECT {id}, sum({n}) OVER (PARTITION BY {list} ORDER BY {id}) AS [running]
      FROM [item] ORDER BY {id}
      """
    ),
    .init(
      "ranks",
      .sequence,
      """
      SELECT {id}, lag({n}) OVER (ORDER BY {id}),
        rank() OVER (PARTITION BY {list} ORDER BY {n} #dir)
      FROM [item] ORDER BY {id}
      """
    ),
    .init(
      "named window",
      .sequence,
      """
      SELECT {id}, count(*) OVER w, first_value({id}) OVER w FROM [item]
      WINDOW w AS (PARTITION BY {list} ORDER BY {id} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
      ORDER BY {id}
      """
    ),
    .init(
      "union in FROM",
      .rows,
      """
      SELECT {kind}, count(*) FROM (
        SELECT 1 AS [kind] FROM [item] UNION ALL SELECT 2 FROM [o]
      ) GROUP BY {kind}
      """
    ),
    .init(
      "filtered aggregates",
      .sequence,
      "SELECT count(*) FILTER (WHERE {n} #op #n), sum({n}) FILTER (WHERE {list} = #n) FROM [item]"
    ),
    .init(
      "groups of groups",
      .rows,
      """
      SELECT {c}, count(*) FROM (SELECT {list}, count(*) AS [c] FROM [item] GROUP BY {list})
      GROUP BY {c} HAVING count(*) #op #n
      """
    ),
  ]

  /// Statements of a `WITH`, and of values.
  static let common: [WrittenShape] = [
    .init(
      "recursive",
      .sequence,
      """
      WITH RECURSIVE [up]([id], [depth]) AS (
        SELECT {id}, 0 FROM [tree] WHERE {parent} IS NULL
        UNION ALL SELECT [tree].[id], [up].[depth] + 1 FROM [tree]
          JOIN [up] ON [tree].[parent] = [up].[id]
      ) SELECT {id}, {depth} FROM [up] ORDER BY {id}
      """
    ),
    .init(
      "two common tables",
      .rows,
      """
      WITH [some] AS (SELECT {id}, {list} FROM [item] WHERE {n} #op #n),
        [counts] AS (SELECT {list}, count(*) AS [c] FROM [some] GROUP BY {list})
      SELECT [list].[name], [counts].[c] FROM [counts] #join [list] ON [list].[id] = [counts].[list]
      """
    ),
    .init(
      "materialized",
      .sequence,
      """
      WITH [a] AS #materialized (SELECT {id}, {n} FROM [item] WHERE {n} #op #n)
      SELECT [a].[id], [b].[n] FROM [a] JOIN [a] [b] ON [b].[id] = [a].[id] ORDER BY [a].[id]
      """
    ),
    .init(
      "joined values",
      .rows,
      """
      SELECT [v].[column1], count([item].[id]) FROM (VALUES (1), (2), (3)) AS [v]
      LEFT JOIN [item] ON [item].[list] = [v].[column1] GROUP BY [v].[column1]
      """
    ),
    .init(
      "parents",
      .rows,
      """
      SELECT [c].[id], [p].[w] FROM [tree] [c] #join [tree] [p] ON [p].[id] = [c].[parent]
      """
    ),
    .init(
      "comma join",
      .rows,
      """
      SELECT [item].[id], [list].[id] FROM [item], [list]
      WHERE [item].[list] = [list].[id] AND [list].[cid] #op #n
      """
    ),
  ]

  /// Rows of generated columns, partial and expression indexes, tables without row numbers, and
  /// tables that triggers write.
  static let stored: [WrittenShape] = [
    .init(
      "generated",
      .sequence,
      "SELECT {id}, {twice} FROM [item] WHERE {twice} #op #n ORDER BY {twice}, {id}"
    ),
    .init(
      "partial index",
      .sequence,
      "SELECT {id} FROM [item] WHERE {n} > 1 ORDER BY {n} #dir, {id} LIMIT #m"
    ),
    .init(
      "expression index",
      .sequence,
      "SELECT {id} FROM [item] WHERE {n} + {id} #op #n ORDER BY {id}"
    ),
    .init(
      "no index",
      .sequence,
      "SELECT {id} FROM [item] NOT INDEXED WHERE {list} = #n ORDER BY {id}"
    ),
    .init(
      "without row numbers",
      .sequence,
      "SELECT {id}, {tag} FROM [tag] ORDER BY {id} #dir, {tag} LIMIT #m"
    ),
    .init(
      "written by triggers",
      .sequence,
      "SELECT {item}, count(*) FROM [log] GROUP BY {item} ORDER BY {item}"
    ),
    .init(
      "nulls",
      .sequence,
      """
      SELECT {id}, CASE {n} WHEN #n THEN 'x' ELSE CAST({n} AS TEXT) END FROM [item]
      WHERE ({n} IS NULL) = ({list} IS NOT NULL) ORDER BY {id}
      """
    ),
    .init("one row", .sequence, "SELECT {id}, {t}, {n} FROM [item] WHERE {id} = #n"),
    .init(
      "found words",
      .sequence,
      "SELECT {rowid} FROM [hay] WHERE {hay} MATCH 'alpha' ORDER BY {rowid}"
    ),
    .init(
      "rows with words",
      .sequence,
      """
      SELECT count(*) FROM [item]
      WHERE EXISTS (SELECT 1 FROM [hay] WHERE [hay].[rowid] = [item].[id])
      """
    ),
  ]

  /// Tables of attached files and of the connection.
  static let attached: [WrittenShape] = [
    .init(
      "attached",
      .rows,
      """
      SELECT [item].[id], [note].[body] FROM [item] #join [extra].[note]
      ON [note].[item] = [item].[id]
      """
    ),
    .init(
      "attached, of the same name",
      .rows,
      "SELECT {id}, [extra].[cu].[name] FROM [main].[o] JOIN [extra].[cu] USING ([cid])"
    ),
    .init(
      "two attached files",
      .rows,
      """
      SELECT [mark].[w], count(*) FROM [third].[mark] LEFT JOIN [extra].[note] USING ([item])
      GROUP BY [mark].[w]
      """
    ),
    .init(
      "natural, over files",
      .sequence,
      "SELECT count(*) FROM [third].[mark] NATURAL JOIN [extra].[note]"
    ),
    .init(
      "temporary",
      .rows,
      "SELECT [item].[t], [pick].[why] FROM [temp].[pick] JOIN [item] USING ([id])"
    ),
    .init(
      "temporary, counted",
      .sequence,
      "SELECT count(*) FROM [temp].[pick] NATURAL JOIN [tag]"
    ),
  ]
}
