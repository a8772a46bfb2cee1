// Aggregates over several tables, inner joins behind outer ones, and columns that swap their names.

extension WrittenShape {
  /// Single rows of aggregates that cannot be updated from a row, or that contain subqueries.
  static let aggregates: [WrittenShape] = [
    .init(
      "extremes of a join",
      .rows,
      """
      SELECT max([item].[n]), min([list].[cid]), sum([item].[id])
      FROM [item] JOIN [list] ON [list].[id] = [item].[list]
      """
    ),
    .init(
      "extreme of chosen rows",
      .rows,
      "SELECT max({n}) FROM [item] WHERE {list} #in (SELECT {id} FROM [list])"
    ),
    .init(
      "extreme of a left join",
      .rows,
      """
      SELECT max([o].[amount]), count(*)
      FROM [item] LEFT JOIN [o] ON [o].[id] = [item].[id] WHERE [item].[n] #op #n
      """
    ),
    .init(
      "aggregate of a subquery",
      .rows,
      """
      SELECT max((SELECT max([o].[amount]) FROM [o] WHERE [o].[id] #op [item].[n])) FROM [item]
      """
    ),
    .init(
      "sum of a subquery",
      .rows,
      "SELECT sum((SELECT [o].[amount] FROM [o] WHERE [o].[id] = [item].[n])) FROM [item]"
    ),
    .init(
      "aggregate with a filter",
      .rows,
      """
      SELECT max({id}) FILTER (
        WHERE #exists (SELECT 1 FROM [o] WHERE [o].[amount] #op [item].[n])
      ) FROM [item]
      """
    ),
    .init(
      "subquery beside an aggregate",
      .rows,
      "SELECT count(*), (SELECT max({amount}) FROM [o]) FROM [item] WHERE {n} #op #n"
    ),
    .init(
      "membership in an aggregate",
      .rows,
      "SELECT sum({n} #in (SELECT {amount} FROM [o])), max({id}) FROM [item]"
    ),
  ]

  /// Aggregates, groups and distinct rows of joins that link each row to many others.
  static let manyPairs: [WrittenShape] = [
    .init(
      "aggregates of an unequal join",
      .rows,
      """
      SELECT count(*), sum([o].[amount]), max([item].[n])
      FROM [item] JOIN [o] ON [o].[amount] #op [item].[n]
      """
    ),
    .init(
      "groups of an unequal join",
      .rows,
      """
      SELECT [item].[list], count(*) FROM [item] JOIN [o] ON [o].[id] #op [item].[id]
      GROUP BY [item].[list]
      """
    ),
    .init(
      "distinct rows of an unequal join",
      .rows,
      "SELECT DISTINCT [item].[list] FROM [item] JOIN [o] ON [o].[id] #op [item].[id]"
    ),
    .init(
      "an unequal join in a union",
      .rows,
      """
      SELECT [item].[list] FROM [item] JOIN [o] ON [o].[id] #op [item].[id]
      UNION SELECT [o].[cid] FROM [o]
      """
    ),
  ]

  /// Inner joins whose condition sees missing rows, and names that mean two columns.
  static let ambiguous: [WrittenShape] = [
    .init(
      "inner join on a missing row",
      .rows,
      """
      SELECT [item].[id], [cu].[cid] FROM [item] LEFT JOIN [o] ON [o].[id] = [item].[n]
      JOIN [cu] ON [o].[id] IS NULL
      """
    ),
    .init(
      "inner join on a value or a default",
      .rows,
      """
      SELECT [item].[id], [cu].[cid] FROM [item] LEFT JOIN [o] ON [o].[id] = [item].[n]
      JOIN [cu] ON [cu].[cid] = coalesce([o].[amount], 1)
      """
    ),
    .init(
      "inner join behind an outer one",
      .rows,
      """
      SELECT [item].[id], [cu].[cid] FROM [item] LEFT JOIN [o] ON [o].[id] = [item].[n]
      JOIN [cu] ON [cu].[cid] = [o].[amount] AND [cu].[cid] #op [item].[id]
      """
    ),
    .init(
      "swapped names",
      .sequence,
      "SELECT {n} AS [id], {id} AS [n] FROM [item] ORDER BY {n}, {id}"
    ),
    .init(
      "number with a collation",
      .sequence,
      "SELECT {id}, {t} FROM [item] ORDER BY 2 COLLATE NOCASE, 1"
    ),
  ]
}
