import Foundation
import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Suite struct JSONRepresentationTests {
  private struct Dated: Codable, Equatable {
    var b: Date
    var a: String
  }

  private func decode<R: QueryRepresentable>(
    _ binding: QueryBinding,
    as type: R.Type
  ) throws -> R.QueryOutput {
    var decoder = BindingsDecoder([binding])
    return try decoder.column(type)
  }

  @Test func `a value survives encoding and decoding`() throws {
    let value = Dated(b: Date(timeIntervalSince1970: 1.5), a: "x\0\u{1F600}")
    let representation = Dated.JSONRepresentation(queryOutput: value)
    #expect(try decode(representation.queryBinding, as: Dated.JSONRepresentation.self) == value)
    #expect(try decode(representation.queryBinding, as: Dated.JSONBRepresentation.self) == value)
  }

  @Test func `keys are sorted, and dates are encoded as in columns`() throws {
    let value = Dated(b: Date(timeIntervalSince1970: 1.5), a: "x")
    guard
      case .text(let text) = Dated.JSONRepresentation(queryOutput: value).queryBinding,
      let a = text.firstRange(of: "\"a\""), let b = text.firstRange(of: "\"b\"")
    else {
      Issue.record("The value is not bound as text.")
      return
    }
    #expect(a.lowerBound < b.lowerBound)
    #expect(text.contains("\"1970-01-01 00:00:01.500\""))
  }

  /// The fragment of a key may contain more than its placeholder.
  @Test func `a key is compared in the form that its column stores`() {
    let key = [Int].JSONBRepresentation(queryOutput: [1])
    #expect(Keyed.find(key).query.render().sql.hasSuffix("IN ((jsonb(?))))"))
    #expect(Keyed.find(key).query.render().sql == Keyed.find([key]).query.render().sql)
    #expect(Keyed.find(key).query.render().sql == Keyed.all.find(key).query.render().sql)
    let small = Small.find(SmallKey(rawValue: "A"))
    #expect(small.query.render().sql == Small.find([SmallKey(rawValue: "A")]).query.render().sql)
    #expect(small.query.render().sql.hasSuffix("IN ((lower(?))))"))
  }

  @Test func `a blob is created by jsonb in SQL`() {
    let tags = [Int].JSONBRepresentation(queryOutput: [])
    #expect(tags.queryFragment.render().sql == "jsonb(?)")
    let none = [Int]?.JSONBRepresentation(queryOutput: nil)
    #expect(none.queryFragment.render().sql == "?")
    #expect(
      JSONBProfile.columns.tags._selectionFragment.render().sql == #"json("jsonbProfiles"."tags")"#
    )
  }

  @Test func `NULL is no value unless the type is optional`() throws {
    #expect(try decode(.null, as: [Int]?.JSONRepresentation.self) == nil)
    #expect(throws: QueryDecodingError.self) {
      try decode(.null, as: [Int].JSONRepresentation.self)
    }
  }

  @Test(arguments: ["", "{", "[1, \"a\"]", "{\"a\": 1}", "\u{0}"])
  func `text that does not fit the type throws`(_ text: String) {
    #expect(throws: QueryDecodingError.self) {
      try decode(.text(text), as: [Int].JSONRepresentation.self)
    }
  }

  @Test func `the error for a value that JSON cannot hold does not reveal it`() {
    guard
      case .invalid(let error) = [Double].JSONRepresentation(queryOutput: [.nan]).queryBinding
    else {
      Issue.record("NaN was encoded.")
      return
    }
    #expect(error.description == "A value of the type Array<Double> cannot be encoded as JSON.")
  }

  @Test(arguments: [
    ("a", #"$."a""#), ("a.b", #"$."a.b""#), ("a'b", #"$."a'b""#), (#"a"b"#, #"$."a\"b""#),
    (#"a\b"#, #"$."a\\b""#), ("\u{1}", #"$."\u0001""#), ("", #"$."""#),
  ])
  func `a key is escaped as in JSON`(_ key: String, _ path: String) {
    let extract = JSONProfile.columns.counts.jsonExtract { $0[key] }
    #expect(extract.queryFragment.bindings.first == .text(path))
  }

  @Test func `a quotation mark in a key is also written in the form of older SQLite`() {
    let extract = JSONProfile.columns.counts.jsonExtract { $0[#"a"b"#] }
    #expect(
      extract.queryFragment.bindings == [.text(#"$."a\"b""#), .text(#"$.a\"b"#)]
    )
  }
}

@Table("keyed") private struct Keyed {
  @Column(as: [Int].JSONBRepresentation.self, primaryKey: true)
  let id: [Int]
}

/// A key that SQL converts to lower case.
private struct SmallKey: QueryBindable, RawRepresentable {
  var rawValue: String

  var queryFragment: QueryFragment { "lower(\(bind: rawValue))" }
}

@Table("small") private struct Small {
  @Column(primaryKey: true)
  let id: SmallKey
}
