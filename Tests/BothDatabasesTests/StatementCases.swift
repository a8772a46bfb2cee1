import Foundation
import LiveSQL

let aggregateCases = cases { list in
  list.rows("count", Entry.select { _ in .count() })
  list.rows("count of what is not NULL", Entry.select { $0.note.count() })
  list.rows("count of distinct values", Entry.select { $0.quantity.count(distinct: true) })
  list.rows("count under a condition", Entry.select { .count(filter: $0.isDone) })
  list.rows("sum of integers", Entry.select { $0.quantity.sum() })
  list.rows("sum of doubles", Entry.select { $0.price.sum() })
  list.rows("sum of nothing", Entry.where { $0.id > 100 }.select { $0.quantity.sum() })
  list.rows("sum divided", Entry.select { $0.quantity.sum() / 2 })
  list.rows("sum under a condition", Entry.select { $0.quantity.sum(filter: $0.isDone) })
  list.rows("total", Entry.where { $0.id > 100 }.select { $0.quantity.total() })
  list.rows("average", Entry.select { $0.quantity.avg() })
  list.rows("average of distinct values", Entry.select { $0.quantity.avg(distinct: true) })
  list.rows("greatest and least", Entry.select { ($0.quantity.max(), $0.quantity.min()) })
  list.rows("greatest text", Entry.select { ($0.name.max(), $0.at.max()) })
  list.rows("joined texts", Entry.select { $0.name.groupConcat() })
  list.rows("joined texts with a separator", Entry.select { $0.name.groupConcat(" - ") })
  list.rows("joined texts with a number between", Entry.select { $0.name.groupConcat(7) })
  list.rows(
    "groups",
    Entry.group(by: \.kind).order(by: \.kind).select { ($0.kind, .count(), $0.quantity.sum()) }
  )
  list.rows(
    "groups under a condition",
    Entry.group(by: \.kind).having { $0.id.count() > 2 }.order(by: \.kind).select {
      ($0.kind, $0.price.avg())
    }
  )
  list.rows(
    "groups of NULL",
    Entry.group(by: \.level).order(by: \.level).select { ($0.level, $0.id.count()) }
  )
  list.rows(
    "groups by a truth value",
    Entry.group(by: \.isDone).order(by: \.isDone).select { ($0.isDone, $0.id.count()) }
  )
  list.rows(
    "groups by a part of a date",
    Entry.group { $0.at.year }.order { $0.at.year }.select { ($0.at.year, $0.id.count()) }
  )
}

let windowCases = cases { list in
  list.value("row number") { WindowFunction.rowNumber().over(orderBy: $0.note, $0.id) }
  list.value("rank") { WindowFunction.rank().over(orderBy: $0.quantity) }
  list.value("dense rank") {
    WindowFunction.denseRank().over(partitionBy: $0.kind, orderBy: $0.quantity.desc())
  }
  list.value("ntile") { WindowFunction.ntile(3).over(orderBy: $0.id) }
  list.value("percent rank") { WindowFunction.percentRank().over(orderBy: $0.quantity) }
  list.value("lag") { $0.name.lag().over(orderBy: $0.id) }
  list.value("lag with an offset") { $0.quantity.lag(2, default: 0).over(orderBy: $0.id) }
  list.value("lead") { $0.name.lead(1).over(orderBy: $0.note, $0.id) }
  list.value("first value") { $0.name.firstValue().over(partitionBy: $0.kind, orderBy: $0.id) }
  list.value("nth value") { $0.name.nthValue(2).over(orderBy: $0.id) }
  list.value("running sum") { $0.quantity.sum().over(orderBy: $0.id) }
  list.value("running sum of a frame") {
    $0.quantity.sum().over(orderBy: $0.id, frame: .rows(from: .preceding(1), to: .following(1)))
  }
  list.value("running average") { $0.quantity.avg().over(partitionBy: $0.kind, orderBy: $0.id) }
  list.value("running total") { $0.price.total().over(orderBy: $0.id) }
  list.value("running count") { $0.note.count().over(orderBy: $0.id) }
}

let firstRowCases = cases { list in
  list.rows(
    "first of each kind",
    Entry.first(ofEach: \.kind) { $0.quantity.desc() }.order(by: \.id).select(\.id)
  )
  list.rows(
    "first of each level, also of none",
    Entry.where { $0.quantity > 0 }.first(ofEach: \.level) { ($0.at, $0.note) }.order(by: \.id)
      .select(\.id)
  )
  list.rows(
    "first by a value that may be NULL",
    Entry.first(ofEach: { ($0.isDone, $0.kind) }) { $0.until.desc() }.order(by: \.id)
      .select(\.id)
  )
  list.rows(
    "first, then filtered and limited",
    Entry.first(ofEach: { $0.name.length() }) { $0.uid }.where { $0.price > 0 }.order(by: \.id)
      .limit(2).select(\.id)
  )
  list.rows(
    "first of limited rows",
    Part.order { $0.id.desc() }.limit(3).first(ofEach: \.entryID) { $0.share }.select(\.id)
  )
  list.rows(
    "first, joined",
    Entry.first(ofEach: \.kind) { $0.quantity.desc() }.join(Part.all) { $1.entryID.is($0.id) }
      .order { $1.id }.select { ($0.name, $1.title) }
  )
}

let joinCases = cases { list in
  list.rows(
    "inner",
    Entry.join(Part.all) { $1.entryID.is($0.id) }.order { $1.id }.select { ($0.name, $1.title) }
  )
  list.rows(
    "left",
    Entry.leftJoin(Part.all) { $1.entryID.is($0.id) }.order { ($0.id, $1.id) }.select {
      ($0.name, $1.title)
    }
  )
  list.rows(
    "right",
    Entry.rightJoin(Part.all) { $1.entryID.eq($0.id) }.order { $1.id }.select {
      ($0.name, $1.title)
    }
  )
  list.rows(
    "full",
    Entry.fullJoin(Part.all) { $1.entryID.eq($0.id) }.order { ($0.id, $1.id) }.select {
      ($0.name, $1.title)
    }
  )
  list.rows("whole rows", Entry.join(Part.all) { $1.entryID.is($0.id) }.order { $1.id })
  list.rows(
    "whole rows, some absent",
    Entry.leftJoin(Part.all) { $1.entryID.is($0.id) }.order { ($0.id, $1.id) }
  )
  list.rows(
    "with groups",
    Entry.leftJoin(Part.all) { $1.entryID.is($0.id) }.group { entry, _ in entry.id }.order {
      entry,
      _ in entry.id
    }
    .select { ($0.name, $1.id.count(), $1.share.sum()) }
  )
}

let compoundCases = cases { list in
  list.rows("union", Entry.select(\.name).union(Part.select(\.title)))
  list.rows("union of all", Entry.select(\.name).union(all: true, Part.select(\.title)))
  list.rows("intersect", Entry.select(\.id).intersect(Part.select(\.id)))
  list.rows("except", Entry.select(\.id).except(Part.select(\.id)))
  list.rows(
    "ordered union",
    Entry.select(\.note).union(Part.select { $0.title.nullif("") }).order { $0 }
  )
  list.rows(
    "limited arms",
    Entry.order(by: \.id).limit(2).select(\.id).union(
      all: true,
      Part.order { $0.id.desc() }.limit(1).select(\.id)
    )
  )
  list.rows("with values", Entry.select { ("entry", $0.id) }.union(Part.select { ("part", $0.id) }))
  list.rows(
    "a recursion",
    With {
      Counter(value: 1)
        .union(
          all: true,
          Counter.where { $0.value < 5 }.select { Counter.Columns(value: $0.value + 1) }
        )
    } query: {
      Counter.order(by: \.value)
    }
  )
}

let writingCases = cases { list in
  list.written("a record", Part.insert { Part(id: 9, entryID: 2, title: "new", share: 3) })
  list.written(
    "several records",
    Part.insert { (10..<20).map { Part(id: $0, entryID: nil, title: "\($0)", share: $0) } }
  )
  list.written(
    "records that are copied",
    Part.insert {
      (100..<300).map { Part(id: $0, entryID: $0 % 8 + 1, title: "n\($0)", share: $0) }
    }
  )
  list.written(
    "records of all types that are copied",
    Entry.insert {
      (100..<150).map { id in
        var entry = Entry.samples[id % 8]
        entry = Entry(
          id: id,
          name: entry.name,
          note: entry.note,
          at: entry.at,
          until: entry.until,
          unix: entry.unix,
          julian: entry.julian,
          uid: entry.uid,
          bytesID: entry.bytesID,
          tags: entry.tags,
          details: entry.details,
          data: entry.data
        )
        return entry
      }
    }
  )
  list.written("an upsert", Part.upsert { Part(id: 1, entryID: 5, title: "other", share: 50) })
  list.written(
    "what is in the way is changed",
    Part.insert {
      Part(id: 1, entryID: 5, title: "other", share: 50)
    } onConflict: {
      $0.id
    } doUpdate: { row, new in
      row.title = new.title
      row.share += 1
    }
  )
  list.written(
    "what is in the way is left",
    Part.insert(or: .ignore) { Part(id: 1, entryID: 5, title: "other", share: 50) }
  )
  list.written("an update", Part.where { $0.share > 5 }.update { $0.share += 1 })
  list.written(
    "an update of an optional",
    Part.where { $0.entryID.is(1) }.update { $0.entryID = nil }
  )
  list.written("an update of a truth value", Entry.update { $0.isDone.toggle() })
  list.written(
    "an update that sets a column twice",
    Part.update {
      $0.title = "first"
      $0.title = "last"
    }
  )
  list.written("an update of texts", Part.update { $0.title += "!" })
  list.written("an update of a date", Entry.find(1).update { $0.until = Entry.moment })
  list.written(
    "an update of a document",
    Entry.find(1).update { $0.tags = ["new", "it's \"so\""] }
  )
  list.written(
    "a record's update",
    Part.update(Part(id: 2, entryID: 3, title: "changed", share: 99))
  )
  list.written("a deletion", Part.where { $0.title == "Peel" }.delete())
  list.written("a deletion by key", Part.find(4).delete())
  list.written("a deletion of all", Part.delete())
  list.written(
    "rows of a select",
    Part.insert {
      ($0.id, $0.title, $0.share)
    } select: {
      Entry.order(by: \.id).select { ($0.id + 100, $0.name, $0.quantity) }
    }
  )
  list.returned(
    "inserted keys",
    Part.insert { [Part(id: 50, title: "a"), Part(id: 51, title: "b")] }.returning(\.id)
  )
  list.returned(
    "what an update returns",
    Part.where { $0.share > 5 }.update { $0.share += 1 }.returning(\.share)
  )
  list.returned("what a deletion returns", Part.where { $0.share > 5 }.delete().returning(\.title))
  list.returned("an upsert's row", Part.upsert { Part(id: 1, title: "u") }.returning(\.self))
}
