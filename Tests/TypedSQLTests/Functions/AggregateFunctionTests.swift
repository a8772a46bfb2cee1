import Foundation
import Testing
import TypedSQL
import TypedSQLExtras

@Suite struct ExprAggregateTests {
  let r = ExprItem.columns

  @Test func `count takes a column, DISTINCT and a filter`() {
    assertSQL(expression: r.id.count()) { #"count("items"."id")"# }
    assertSQL(expression: r.a.count(distinct: true)) { #"count(DISTINCT "items"."a")"# }
    assertSQL(expression: r.id.count(filter: r.isOn)) {
      #"count("items"."id") FILTER (WHERE "items"."isOn")"#
    }
    assertSQL(expression: r.id.count(distinct: true, filter: !r.isOn)) {
      #"count(DISTINCT "items"."id") FILTER (WHERE NOT ("items"."isOn"))"#
    }
    assertSQL(expression: r.count()) { #"count("items"."id")"# }
    assertSQL(expression: r.count(distinct: true)) { #"count(DISTINCT "items"."id")"# }
    assertSQL(expression: r.title.length().count(distinct: true)) {
      #"count(DISTINCT length("items"."title"))"#
    }
    assertSQL(ExprItem.select { _ in .count() }) {
      """
      SELECT count(*)
      FROM "items"
      """
    }
    assertSQL(ExprItem.select { (.count(filter: $0.isOn), $0.c.sum()) }) {
      """
      SELECT count(*) FILTER (WHERE "items"."isOn"), sum("items"."c")
      FROM "items"
      """
    }
    assertSQL(ExprItem.count()) {
      """
      SELECT count(*)
      FROM "items"
      """
    }
    assertSQL(ExprItem.where(\.isOn).count { $0.c > 1 }) {
      """
      SELECT count(*) FILTER (WHERE ("items"."c") > (1))
      FROM "items"
      WHERE ("items"."isOn")
      """
    }
    assertSQL(ExprItem.select { $0.count() }) {
      """
      SELECT count("items"."id")
      FROM "items"
      """
    }
    assertSQL(ExprItem.select { $0.id.count() }) {
      """
      SELECT count("items"."id")
      FROM "items"
      """
    }
  }

  @Test func `min and max keep the type of their column`() {
    assertSQL(expression: r.c.max()) { #"max("items"."c")"# }
    assertSQL(expression: r.a.min()) { #"min("items"."a")"# }
    assertSQL(expression: r.date.max()) { #"max("items"."date")"# }
    assertSQL(expression: r.unixDue.min()) { #"min("items"."unixDue")"# }
    assertSQL(expression: r.level.max()) { #"max("items"."level")"# }
    assertSQL(expression: r.c.max(filter: r.isOn)) {
      #"max("items"."c") FILTER (WHERE "items"."isOn")"#
    }
    assertSQL(expression: r.title.length().min(filter: r.c > 1)) {
      #"min(length("items"."title")) FILTER (WHERE ("items"."c") > (1))"#
    }
    let date: some QueryExpression<Date?> = r.date.max()
    let due: some QueryExpression<Date?> = r.due.max()
    assertSQL(Values(date, due)) { #"SELECT max("items"."date"), max("items"."due")"# }
  }

  @Test func `sum, avg and total have the types that SQLite returns`() {
    assertSQL(expression: r.c.sum()) { #"sum("items"."c")"# }
    assertSQL(expression: r.a.sum(distinct: true)) { #"sum(DISTINCT "items"."a")"# }
    assertSQL(expression: r.price.sum(filter: r.isOn)) {
      #"sum("items"."price") FILTER (WHERE "items"."isOn")"#
    }
    assertSQL(expression: r.c.avg()) { #"avg("items"."c")"# }
    assertSQL(expression: r.a.avg(distinct: true, filter: r.isOn)) {
      #"avg(DISTINCT "items"."a") FILTER (WHERE "items"."isOn")"#
    }
    assertSQL(expression: r.price.total()) { #"total("items"."price")"# }
    assertSQL(expression: r.weight.total(distinct: true)) { #"total(DISTINCT "items"."weight")"# }
    assertSQL(expression: (r.price * 2).sum()) { #"sum(("items"."price") * (2.0))"# }
    assertSQL(expression: (r.price.sum() ?? 0) / 2) {
      #"(coalesce(sum("items"."price"), 0.0)) / (2.0)"#
    }
    let average: some QueryExpression<Double?> = r.c.avg()
    let total: some QueryExpression<Double> = r.a.total()
    let sum: some QueryExpression<Int?> = r.a.sum()
    assertSQL(Values(average, total, sum)) {
      #"SELECT avg("items"."c"), total("items"."a"), sum("items"."a")"#
    }
  }

  @Test func `group_concat takes a separator, an order and a filter`() {
    assertSQL(expression: r.title.groupConcat()) { #"group_concat("items"."title")"# }
    assertSQL(expression: r.title.groupConcat("-")) { #"group_concat("items"."title", '-')"# }
    assertSQL(expression: r.notes.groupConcat(", ", filter: r.isOn)) {
      #"group_concat("items"."notes", ', ') FILTER (WHERE "items"."isOn")"#
    }
    assertSQL(expression: r.title.groupConcat(distinct: true)) {
      #"group_concat(DISTINCT "items"."title")"#
    }
    assertSQL(expression: r.title.groupConcat(distinct: true, filter: r.isOn)) {
      #"group_concat(DISTINCT "items"."title") FILTER (WHERE "items"."isOn")"#
    }
    assertSQL(expression: r.title.groupConcat(order: r.c.desc())) {
      #"group_concat("items"."title" ORDER BY "items"."c" DESC)"#
    }
    assertSQL(expression: r.title.groupConcat(", ", order: r.title, filter: r.isOn)) {
      """
      group_concat("items"."title", ', ' ORDER BY "items"."title") FILTER (WHERE "items"."isOn")
      """
    }
    assertSQL(expression: r.title.groupConcat(r.notes)) {
      #"group_concat("items"."title", "items"."notes")"#
    }
    assertSQL(expression: (r.title + "!").groupConcat(r.title)) {
      #"group_concat(("items"."title") || ('!'), "items"."title")"#
    }
    assertSQL(expression: r.c.cast(as: String.self).groupConcat(",")) {
      #"group_concat(CAST("items"."c" AS TEXT), ',')"#
    }
  }

  @Test func `a separator of another type is converted to text`() {
    assertSQL(expression: r.title.groupConcat(r.c)) {
      #"group_concat("items"."title", CAST("items"."c" AS TEXT))"#
    }
    assertSQL(expression: r.title.groupConcat(0, order: r.c)) {
      #"group_concat("items"."title", CAST(0 AS TEXT) ORDER BY "items"."c")"#
    }
  }

  @Test func `json_group_array takes an order and a filter`() {
    assertSQL(expression: r.title.jsonGroupArray()) { #"json_group_array("items"."title")"# }
    assertSQL(
      expression: r.title.jsonGroupArray(distinct: true, order: r.c.desc(), filter: r.isOn)
    ) {
      """
      json_group_array(DISTINCT "items"."title" ORDER BY "items"."c" DESC) \
      FILTER (WHERE "items"."isOn")
      """
    }
    assertSQL(expression: r.c.jsonGroupArray(filter: r.c > 1)) {
      #"json_group_array("items"."c") FILTER (WHERE ("items"."c") > (1))"#
    }
  }

  @Test func `groups are selected with aggregates and HAVING`() {
    assertSQL(
      ExprItem.group(by: \.level)
        .having { $0.count() > 1 && $0.price.avg() > 2.5 }
        .order { $0.price.sum().desc() }
        .select { ($0.level, $0.price.sum(), $0.title.groupConcat(", ")) }
    ) {
      """
      SELECT "items"."level", sum("items"."price"), group_concat("items"."title", ', ')
      FROM "items"
      GROUP BY "items"."level"
      HAVING (((count("items"."id")) > (1)) AND ((avg("items"."price")) > (2.5)))
      ORDER BY sum("items"."price") DESC
      """
    }
    assertSQL(
      ExprItem.group { ($0.level, $0.date.year) }.having { _ in .count() > 2 }.select(\.level)
    ) {
      """
      SELECT "items"."level"
      FROM "items"
      GROUP BY "items"."level", CAST(strftime('%Y', "items"."date") AS INTEGER)
      HAVING ((count(*)) > (2))
      """
    }
  }

  @Test func `window functions take partitions, orders and frames`() {
    assertSQL(expression: r.price.sum().over()) { #"sum("items"."price") OVER ()"# }
    assertSQL(expression: r.price.sum().over(partitionBy: r.level)) {
      #"sum("items"."price") OVER (PARTITION BY "items"."level")"#
    }
    assertSQL(
      expression: WindowFunction.rank().over(partitionBy: r.level, orderBy: r.price.desc(), r.id)
    ) {
      """
      rank() OVER (PARTITION BY "items"."level" ORDER BY "items"."price" DESC, "items"."id")
      """
    }
    assertSQL(expression: WindowFunction.rowNumber().over(orderBy: r.id)) {
      #"row_number() OVER (ORDER BY "items"."id")"#
    }
    assertSQL(expression: WindowFunction.denseRank().over(orderBy: r.c)) {
      #"dense_rank() OVER (ORDER BY "items"."c")"#
    }
    assertSQL(expression: WindowFunction.ntile(4).over(orderBy: r.c)) {
      #"ntile(4) OVER (ORDER BY "items"."c")"#
    }
    assertSQL(expression: WindowFunction.percentRank().over(orderBy: r.c)) {
      #"percent_rank() OVER (ORDER BY "items"."c")"#
    }
    assertSQL(expression: WindowFunction.cumeDist().over(orderBy: r.c)) {
      #"cume_dist() OVER (ORDER BY "items"."c")"#
    }
    assertSQL(expression: r.c.lag().over(orderBy: r.id)) {
      #"lag("items"."c") OVER (ORDER BY "items"."id")"#
    }
    assertSQL(expression: r.c.lead(2, default: 0).over(orderBy: r.id)) {
      #"lead("items"."c", 2, 0) OVER (ORDER BY "items"."id")"#
    }
    assertSQL(expression: r.c.firstValue().over(orderBy: r.id)) {
      #"first_value("items"."c") OVER (ORDER BY "items"."id")"#
    }
    assertSQL(expression: r.c.lastValue().over(orderBy: r.id)) {
      #"last_value("items"."c") OVER (ORDER BY "items"."id")"#
    }
    assertSQL(expression: r.c.nthValue(2).over(orderBy: r.id)) {
      #"nth_value("items"."c", 2) OVER (ORDER BY "items"."id")"#
    }
    assertSQL(
      expression: r.price.avg().over(orderBy: r.date, frame: .rows(from: .preceding(6)))
    ) {
      """
      avg("items"."price") OVER (ORDER BY "items"."date" \
      ROWS BETWEEN 6 PRECEDING AND CURRENT ROW)
      """
    }
    assertSQL(
      expression: r.c.count().over(
        orderBy: r.c,
        frame: .groups(from: .unboundedPreceding, to: .following(1), excluding: .ties)
      )
    ) {
      """
      count("items"."c") OVER (ORDER BY "items"."c" \
      GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING EXCLUDE TIES)
      """
    }
    assertSQL(expression: r.c.sum(filter: r.isOn).over(orderBy: r.c, frame: .range())) {
      """
      sum("items"."c") FILTER (WHERE "items"."isOn") OVER (ORDER BY "items"."c" \
      RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
      """
    }
  }
}
