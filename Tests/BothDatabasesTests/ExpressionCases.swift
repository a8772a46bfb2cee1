import Foundation
import LiveSQL

let conditionCases = cases { list in
  list.entries("equal") { $0.quantity == 3 }
  list.entries("not equal") { $0.quantity != 3 }
  list.entries("less") { $0.price < 1.25 }
  list.entries("at most") { $0.price <= 1.25 }
  list.entries("more") { $0.quantity > 3 }
  list.entries("at least") { $0.quantity >= 9 }
  list.entries("equal to a double") { $0.price == 2.5 }
  list.entries("equal to NULL") { $0.note == nil }
  list.entries("not equal to NULL") { $0.note != nil }
  list.entries("an optional equal to a value") { $0.note.is("green") }
  list.entries("an optional other than a value") { $0.note.isNot("green") }
  list.entries("an optional beside a column") { $0.note.isNot($0.name) }
  list.entries("not an optional equal to a value") { !($0.note.is("green")) }
  list.entries("an enumeration") { $0.kind == Kind.bread }
  list.entries("an optional enumeration") { $0.level.is(Level.low) }
  list.entries("no level") { $0.level.is(nil) }
  list.entries("and") { $0.isDone.and($0.quantity > 0) }
  list.entries("or") { $0.isDone.or($0.quantity == 100) }
  list.entries("not") { $0.isDone.not() }
  list.entries("equal to true") { $0.isDone == true }
  list.entries("a literal truth") { $0.isDone.eq(false) }
  list.entries("in a list") { $0.quantity.in([3, 9]) }
  list.entries("not in a list") { $0.quantity.notIn([3, 9]) }
  list.entries("in no list") { $0.quantity.in([Int]()).or($0.id == 1) }
  list.entries("not in no list") { $0.quantity.notIn([Int]()) }
  list.entries("NULL not in no list") { $0.note.notIn([String]()) }
  list.entries("in a long list") { $0.quantity.in(Array(3...900)) }
  list.entries("not in a long list") { $0.quantity.notIn(Array(3...900)) }
  list.entries("texts in a long list") {
    $0.name.in((0..<600).map { "n\($0)" } + ["Rye", "Apple"])
  }
  list.entries("identifiers in a list") { $0.uid.in([Entry.samples[2].uid, UUID()]) }
  list.entries("identifiers in a long list") {
    $0.uid.in((0..<600).map { _ in UUID() } + [Entry.samples[3].uid])
  }
  list.entries("dates in a long list") {
    $0.at.in((1..<600).map { Entry.moment.addingTimeInterval(Double($0)) } + [Entry.samples[3].at])
  }
  list.entries("in a subquery") { $0.id.in(Part.where { $0.share > 5 }.select { $0.entryID ?? 0 }) }
  list.entries("between") { $0.quantity.between(0, and: 9) }
  list.entries("between dates") {
    $0.at.between(Entry.moment, and: Entry.moment.addingTimeInterval(80 * 86_400))
  }
  list.entries("like") { $0.name.like("%APP%") }
  list.entries("like, no escape") { $0.note.like("back\\slash") }
  list.entries("like with an escape") { $0.note.like("%50\\%%", escape: "\\") }
  list.entries("contains") { $0.note.contains("_") }
  list.entries("has a prefix") { $0.name.hasPrefix("_") }
  list.entries("has a suffix") { $0.name.hasSuffix("PLE") }
  list.entries("contains a column") { $0.note.contains($0.name.replace("Apple", "ree")) }
  list.entries("without regard to case") { $0.name.collate(.nocase).eq("APPLE") }
  list.entries("a date") { $0.at == Entry.moment }
  list.entries("before a date") { $0.at < Entry.moment }
  list.entries("an optional date") { $0.until.isNot(nil) }
  list.entries("a date as a number") {
    $0.unix.eq(Date.UnixTimeRepresentation(queryOutput: Entry.moment))
  }
  list.entries("a date as a Julian day") {
    $0.julian.gt(Date.JulianDayRepresentation(queryOutput: Entry.moment))
  }
  list.entries("an identifier") { $0.uid == Entry.samples[4].uid }
  list.entries("an identifier as bytes") {
    $0.bytesID.eq(UUID.BytesRepresentation(queryOutput: Entry.samples[4].uid))
  }
  list.entries("exists") { entry in Part.where { $0.entryID.is(entry.id) }.exists() }
}

let orderCases = cases { list in
  list.rows("NULLs ascending", Entry.order { ($0.note.asc(), $0.id) }.select(\.id))
  list.rows("NULLs descending", Entry.order { ($0.note.desc(), $0.id) }.select(\.id))
  list.rows("NULLs first", Entry.order { ($0.note.desc(nulls: .first), $0.id) }.select(\.id))
  list.rows("NULLs last", Entry.order { ($0.note.asc(nulls: .last), $0.id) }.select(\.id))
  list.rows("numbers with NULLs", Entry.order { ($0.level, $0.id.desc()) }.select(\.id))
  list.rows("dates with NULLs", Entry.order { ($0.until, $0.id) }.select(\.id))
  list.rows("truth values", Entry.order { ($0.isDone.desc(), $0.id) }.select(\.id))
  list.rows("texts by their bytes", Entry.order { ($0.name, $0.id) }.select(\.name))
  list.rows(
    "texts without regard to case",
    Entry.order { ($0.name.collate(.nocase), $0.id) }.select(\.id)
  )
  list.rows("identifiers", Entry.order(by: \.uid).select(\.id))
  list.rows("an expression", Entry.order { ($0.price * 2, $0.id) }.select(\.id))
  list.rows("a limit", Entry.order(by: \.id).limit(3).select(\.id))
  list.rows("a limit with an offset", Entry.order(by: \.id).limit(3, offset: 2).select(\.id))
  list.rows("distinct", Entry.order(by: \.kind).select(\.kind).distinct())
  list.rows("whole rows", Entry.order(by: \.id))
}

let textCases = cases { list in
  list.value("joined") { $0.name + "!" }
  list.value("joined columns") { $0.name + $0.name }
  list.value("lower") { $0.name.replace("É", "e").lower() }
  list.value("upper") { $0.name.replace("É", "e").upper() }
  list.value("length") { $0.name.length() }
  list.value("length of an optional") { $0.note.length() }
  list.value("trim") { $0.name.trim("Ae") }
  list.value("ltrim") { $0.name.ltrim("A_") }
  list.value("rtrim") { $0.name.rtrim("ae") }
  list.value("replace") { $0.name.replace("p", "q") }
  list.value("substr") { $0.name.substr(2) }
  list.value("substr with a length") { $0.name.substr(2, 2) }
  list.value("substr from the end") { $0.name.substr(-3) }
  list.value("substr from the end with a length") { $0.name.substr(-3, 2) }
  list.value("instr") { $0.name.instr("a") }
  list.value("quote") { $0.name.quote() }
  list.value("unicode") { $0.name.unicode() }
  list.value("hex") { $0.name.hex() }
  list.value("concat") { $0.name.concat($0.note, $0.quantity) }
  list.value("concatWS") { $0.name.concatWS("-", $0.note, $0.quantity) }
  list.value("a default") { $0.note.ifnull("none") }
  list.value("coalesce") { SQLQueryExpression(($0.note ?? "none").queryFragment, as: String.self) }
  list.value("nullif") { $0.note.nullif("") }
  list.value("a number as text") { $0.quantity.cast(as: String.self) }
  list.value("a text as a number") { $0.quantity.cast(as: String.self).cast(as: Int.self) }
}

let numberCases = cases { list in
  list.value("sum") { $0.quantity + 7 }
  list.value("difference") { $0.quantity - 7 }
  list.value("product") { $0.price * 3 }
  list.value("integer division") { $0.quantity / 2 }
  list.value("division") { $0.price / 2 }
  list.value("division by zero") {
    SQLQueryExpression(($0.quantity / ($0.quantity - $0.quantity)).queryFragment, as: Int?.self)
  }
  list.value("remainder") { $0.quantity % 4 }
  list.value("negation") { -$0.quantity }
  list.value("bits and") { $0.quantity & 6 }
  list.value("bits or") { $0.quantity | 6 }
  list.value("shifted left") { $0.quantity << 2 }
  list.value("shifted right") { $0.quantity >> 1 }
  list.value("bits inverted") { ~$0.quantity }
  list.value("abs") { $0.quantity.abs() }
  list.value("sign") { $0.quantity.sign() }
  list.value("round") { $0.price.round() }
  list.value("round to a digit") { ($0.price / 3).round(2) }
  list.value("ceil") { $0.price.ceil() }
  list.value("floor") { $0.price.floor() }
  list.value("sqrt") { $0.quantity.sqrt().map { $0.round(6) } }
  list.value("pow") { $0.price.pow(2) }
  list.value("ln") { $0.price.ln().map { $0.round(6) } }
  list.value("log10") { $0.price.log10().map { $0.round(6) } }
  list.value("mod") { $0.quantity.mod(4) }
  list.value("sin") { $0.price.sin().map { $0.round(6) } }
  list.value("greatest") { $0.quantity.max(5) }
  list.value("least") { $0.quantity.min(5, 2) }
  list.value("a truth value as a number") { $0.isDone.cast(as: Int.self) }
  list.value("a double as an integer") { $0.price.cast(as: Int.self) }
  list.value("an integer as a double") { $0.quantity.cast(as: Double.self) }
  list.value("iif") { $0.isDone.iif("yes", "no") }
  list.value("case") {
    Case().when($0.quantity > 5, then: "many").when($0.quantity > 0, then: "some").else("none")
  }
  list.value("case of a value") { Case($0.kind).when(Kind.fruit, then: 1).else(0) }
  list.value("map of an optional") { $0.note.map { $0.length() } }
  list.value("a comparison") { $0.quantity > 3 }
  list.value("a comparison with NULL") { $0.note == nil }
}

let dateCases = cases { list in
  list.value("year") { $0.at.year }
  list.value("month") { $0.at.month }
  list.value("day") { $0.at.day }
  list.value("hour") { $0.at.hour }
  list.value("minute") { $0.at.minute }
  list.value("second") { $0.at.second }
  list.value("weekday") { $0.at.weekday }
  list.value("day of the year") { $0.at.dayOfYear }
  list.value("second with a fraction") { $0.at.fractionalSecond }
  list.value("year of an optional") { $0.until.year }
  list.value("year of a number") { $0.unix.year }
  list.value("day of a Julian day") { $0.julian.day }
  list.value("date as text") { $0.at.dateText() }
  list.value("time as text") { $0.at.timeText() }
  list.value("a format") { $0.at.strftime("%Y/%m/%d %H:%M:%S at 100%%") }
  list.value("a format with a quote and an accent") { $0.at.strftime("%Y'\u{301}%m%%\u{301}") }
  list.value("a format with a weekday") { $0.at.strftime("%w-%j") }
  list.value("seconds") { $0.at.strftime("%s") }
  list.value("days later") { SQLQueryExpression($0.at(.days(3)).queryFragment, as: Date.self) }
  list.value("hours earlier") {
    SQLQueryExpression($0.at(.hours(-30)).queryFragment, as: Date.self)
  }
  list.value("months later") { SQLQueryExpression($0.at(.months(3)).queryFragment, as: Date.self) }
  list.value("years earlier") { SQLQueryExpression($0.at(.years(-1)).queryFragment, as: Date.self) }
  list.value("start of the day") {
    SQLQueryExpression($0.at(.startOfDay).queryFragment, as: Date.self)
  }
  list.value("start of the month") {
    SQLQueryExpression($0.at(.startOfMonth).queryFragment, as: Date.self)
  }
  list.value("start of the year") {
    SQLQueryExpression($0.at(.startOfYear.days(1)).queryFragment, as: Date.self)
  }
  list.value("the next Monday") {
    SQLQueryExpression($0.at(.weekday(1)).queryFragment, as: Date.self)
  }
  list.value("a number, days later") {
    SQLQueryExpression($0.unix(.days(1)).queryFragment, as: Date.UnixTimeRepresentation.self)
  }
  list.entries("after a moment of SQL") { $0.at < .now }
  list.entries("the end of a month") { $0.at(.months(1)) > $0.at(.days(30)) }
}

let valueCases = cases { list in
  list.rows("dates", Entry.order(by: \.id).select { ($0.at, $0.until) })
  list.rows("dates as numbers", Entry.order(by: \.id).select { ($0.unix, $0.julian) })
  list.rows("identifiers", Entry.order(by: \.id).select { ($0.uid, $0.bytesID) })
  list.rows("enumerations", Entry.order(by: \.id).select { ($0.kind, $0.level) })
  list.rows("bytes", Entry.order(by: \.id).select(\.data))
  list.rows(
    "length of bytes",
    Entry.where { $0.data.isNot(nil) }.order(by: \.id).select { $0.data.length() }
  )
  list.rows("lists of texts", Entry.order(by: \.id).select(\.tags))
  list.rows("a literal", Entry.order(by: \.id).select { ($0.id, "text", 1, 2.5, true) })
  list.rows("a date alone", Values(Entry.moment))
  list.rows("SQL text", #sql("SELECT \(bind: 7) + \(bind: 3)", as: Int.self))
  list.rows(
    "SQL text of a table",
    #sql("SELECT \(Part.columns) FROM \(Part.self) ORDER BY id", as: Part.self)
  )
}

let documentCases = cases { list in
  list.rows("whole documents", Entry.order(by: \.id).select(\.details))
  list.value("a text in a document") { $0.details.jsonExtract { $0.color } }
  list.value("a number in a document") { $0.details.jsonExtract { $0.count } }
  list.value("a double in a document") { $0.details.jsonExtract { $0.weight } }
  list.value("a truth value in a document") { $0.details.jsonExtract { $0.isFresh } }
  list.value("what may be missing in a document") { $0.details.jsonExtract { $0.maker } }
  list.entries("a condition on a document") { $0.details.jsonExtract { $0.count } > 3 }
  list.value("an element") { $0.tags.jsonExtract { $0[0] } }
  list.value("the last element") { $0.tags.jsonExtract { $0[-1] } }
  list.value("the number of elements") { $0.tags.jsonArrayLength() }
  list.rows("an array of texts", Part.select { $0.title.jsonGroupArray() })
  list.rows("an array of numbers", Part.select { $0.share.jsonGroupArray() })
  list.rows("an empty array", Part.where { $0.id > 100 }.select { $0.title.jsonGroupArray() })
}
