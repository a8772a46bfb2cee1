// Shapes whose point is in the values: collations, encodings, failing rows, kinds of numbers.

extension WrittenShape {
  /// Comparisons whose sides have different collations.
  static let collations: [WrittenShape] = [
    .init(
      "texts, left side first",
      .rows,
      "SELECT [item].[id], [word].[id] FROM [item] #join [word] ON [item].[t] = [word].[k]"
    ),
    .init(
      "texts, right side first",
      .rows,
      "SELECT [item].[id], [word].[id] FROM [item] JOIN [word] ON [word].[k] = [item].[t]"
    ),
    .init(
      "texts, compared by a third collation",
      .rows,
      """
      SELECT [item].[id], [word].[id] FROM [item] JOIN [word]
      ON [item].[t] #op [word].[k] #collate WHERE [item].[id] < 4
      """
    ),
    .init(
      "texts among others",
      .sequence,
      "SELECT {id} FROM [item] WHERE {t} #in (SELECT {k} FROM [word]) ORDER BY {id}"
    ),
    .init(
      "texts among correlated ones",
      .sequence,
      """
      SELECT {id} FROM [item]
      WHERE {t} #in (SELECT {name} FROM [list] WHERE [list].[id] #op [item].[n]) ORDER BY {id}
      """
    ),
    .init(
      "texts in a range",
      .sequence,
      "SELECT {id} FROM [item] WHERE {t} #collate BETWEEN #t AND #t ORDER BY {id}"
    ),
    .init(
      "grouped by a collation",
      .rows,
      "SELECT max({id}), count(*) FROM [item] GROUP BY {t} #collate"
    ),
    .init(
      "ordered by a collation",
      .sequence,
      "SELECT {id} FROM [item] ORDER BY {t} #collate #dir, {id}"
    ),
    .init(
      "first by a collation",
      .sequence,
      "SELECT {id}, {t} FROM [item] ORDER BY {t} #collate #dir, {id} LIMIT #m OFFSET #m"
    ),
    .init("pattern", .sequence, "SELECT {id} FROM [item] WHERE {t} #like ORDER BY {id}"),
    .init("distinct by a collation", .loose, "SELECT DISTINCT {t} #collate AS [t] FROM [item]"),
    .init("texts but for others", .loose, "SELECT {t} FROM [item] EXCEPT SELECT {k} FROM [word]"),
    .init("texts in both", .loose, "SELECT {name} FROM [list] INTERSECT SELECT {t} FROM [item]"),
    .init(
      "equal texts in two lists",
      .rows,
      """
      SELECT [item].[id] FROM [item], [list]
      WHERE [list].[name] = [item].[t] #collate AND [list].[id] #op #n
      """
    ),
  ]

  /// Texts that Swift considers equal and SQLite does not, and texts that are not UTF-8.
  static let texts: [WrittenShape] = [
    .init(
      "grouped by bytes",
      .rows,
      "SELECT {t}, count(*) FROM [item] GROUP BY {t} COLLATE BINARY"
    ),
    .init(
      "joined by bytes",
      .sequence,
      """
      SELECT [a].[id], [b].[id] FROM [item] [a] JOIN [item] [b]
      ON [a].[t] = [b].[t] COLLATE BINARY AND [a].[id] < [b].[id] ORDER BY 1, 2
      """
    ),
    .init("distinct bytes", .rows, "SELECT DISTINCT CAST({t} AS BLOB) FROM [item]"),
    .init("keys as bytes", .sequence, "SELECT hex({k}), {id} FROM [word] ORDER BY {k}"),
    .init(
      "grouped keys",
      .rows,
      "SELECT hex({k}), count(*) FROM [word] GROUP BY {k} COLLATE BINARY"
    ),
    .init("first keys", .sequence, "SELECT {k} FROM [word] ORDER BY {k} #dir LIMIT #m"),
    .init("lengths of keys", .rows, "SELECT length({k}), {v} FROM [word] WHERE {v} #op #n"),
    .init(
      "upper texts",
      .sequence,
      "SELECT {id}, upper({t}), {t} || 'x' FROM [item] WHERE length({t}) #op #n ORDER BY {id}"
    ),
  ]

  /// Rows that would fail, and that the statement does not show.
  static let failingRows: [WrittenShape] = [
    .init(
      "first documents",
      .sequence,
      "SELECT {id}, json_extract({d}, '$.a') FROM [item] ORDER BY {id} LIMIT #m"
    ),
    .init(
      "next documents",
      .sequence,
      "SELECT {id}, {d} ->> '$.a' FROM [item] ORDER BY {id} #dir LIMIT #m OFFSET #m"
    ),
    .init(
      "first absolute numbers",
      .sequence,
      "SELECT {id}, abs({low}) FROM [item] ORDER BY {id} #dir LIMIT #m"
    ),
    .init(
      "first absolute numbers in another order",
      .sequence,
      "SELECT {id}, abs({low}) FROM [item] ORDER BY {n}, {id} LIMIT #m"
    ),
    .init(
      "absolute numbers on a condition",
      .sequence,
      """
      SELECT CASE WHEN {low} > -9 THEN abs({low}) END, {id} FROM [item]
      ORDER BY {id} LIMIT #m OFFSET 1
      """
    ),
    .init(
      "sums of the first groups",
      .sequence,
      "SELECT {list}, sum({big}) FROM [item] GROUP BY {list} ORDER BY {list} LIMIT #m"
    ),
    .init(
      "sums of all groups",
      .rows,
      "SELECT {list}, sum({big}) FROM [item] WHERE {n} #op #n GROUP BY {list}"
    ),
    .init("sum of all", .sequence, "SELECT sum({big}), count(*) FROM [item] WHERE {n} #op #n"),
    .init(
      "valid documents with tags",
      .sequence,
      """
      SELECT {id} FROM [item] WHERE json_valid({d}) AND #exists (
        SELECT 1 FROM [tag] WHERE [tag].[id] = json_extract([item].[d], '$.a')
      ) ORDER BY {id}
      """
    ),
    .init(
      "valid documents with any tags",
      .sequence,
      """
      SELECT [item].[id], [tag].[tag] FROM [item]
      LEFT JOIN [tag] ON [tag].[id] = json_extract([item].[d], '$.a')
      WHERE json_valid([item].[d]) ORDER BY [item].[id], [tag].[tag]
      """
    ),
    .init(
      "valid documents among tags",
      .sequence,
      """
      SELECT {id} FROM [item]
      WHERE json_valid({d}) AND json_extract({d}, '$.a') IN (SELECT {id} FROM [tag]) ORDER BY {id}
      """
    ),
    .init(
      "valid documents with one tag",
      .sequence,
      """
      SELECT {id}, (
        SELECT {tag} FROM [tag] WHERE [tag].[id] = json_extract([item].[d], '$.a')
        ORDER BY {tag} LIMIT 1
      ) FROM [item] WHERE json_valid({d}) ORDER BY {id}
      """
    ),
    .init(
      "parts of valid documents",
      .rows,
      """
      SELECT [item].[id], [part].[key], [part].[value]
      FROM [item], json_each([item].[d]) AS [part] WHERE json_valid([item].[d])
      """
    ),
    .init(
      "distinct first documents",
      .sequence,
      "SELECT DISTINCT json_extract({d}, '$.a'), {id} FROM [item] ORDER BY {id} LIMIT #m"
    ),
  ]

  /// Equal numbers of several kinds, zeros with signs, numbers without a finite value.
  static let numbers: [WrittenShape] = [
    .init("distinct values", .loose, "SELECT DISTINCT {mixed} FROM [item]"),
    .init("grouped by values", .rows, "SELECT count(*), min({id}) FROM [item] GROUP BY {mixed}"),
    .init(
      "kinds of values",
      .sequence,
      "SELECT {id}, {mixed} = {n}, typeof({mixed}) FROM [item] ORDER BY {id}"
    ),
    .init("ordered by values", .sequence, "SELECT {id} FROM [item] ORDER BY {mixed} #dir, {id}"),
    .init(
      "first by values",
      .sequence,
      "SELECT {id}, {mixed} FROM [item] ORDER BY {mixed} #dir, {id} LIMIT #m"
    ),
    .init(
      "values among numbers",
      .sequence,
      "SELECT {id} FROM [item] WHERE {mixed} #in (SELECT {n} FROM [item]) ORDER BY {id}"
    ),
    .init("values and numbers", .loose, "SELECT {mixed} FROM [item] UNION SELECT {n} FROM [item]"),
    .init(
      "real numbers",
      .sequence,
      "SELECT {id}, {r} FROM [item] WHERE {r} #op 0.0 ORDER BY {id}"
    ),
    .init(
      "totals of real numbers",
      .sequence,
      "SELECT count({r}), total({r}), max({mixed}) IS NULL, min({r}) FROM [item]"
    ),
    .init(
      "joined by values",
      .rows,
      "SELECT [a].[id], [b].[id] FROM [item] [a] JOIN [item] [b] ON [a].[mixed] = [b].[n]"
    ),
    .init(
      "cast values",
      .sequence,
      "SELECT {id}, CAST({mixed} AS INTEGER), round({r}, 1) FROM [item] ORDER BY {id}"
    ),
  ]
}
