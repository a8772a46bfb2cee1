import Foundation
import Testing
import TypedSQL

/// An encoder that collects what an expansion writes.
private struct BindingsEncoder: QueryEncoder {
  var row: [QueryBinding] = []
  var generated: [QueryBinding] = []
  var unset = 0

  mutating func encode(_ binding: QueryBinding) { row.append(binding) }

  mutating func encode(_ fragment: QueryFragment) {
    Issue.record("An expression was encoded: \(fragment)")
  }

  mutating func encodeGenerated<Value: QueryRepresentable>(_ value: Value) {
    var encoder = BindingsEncoder()
    value._encode(into: &encoder)
    generated += encoder.row
  }

  mutating func encodeUnset(columns: Int) { unset += columns }
}

/// Tests of what expansions read and write, without a database.
@Suite struct CodingTests {
  private func encoded(_ value: some QueryRepresentable) -> BindingsEncoder {
    var encoder = BindingsEncoder()
    value._encode(into: &encoder)
    return encoder
  }

  private func decoded<Row: QueryRepresentable>(
    _ row: [QueryBinding],
    as type: Row.Type
  ) throws -> Row {
    var decoder = BindingsDecoder(row)
    let value = try Row(decoder: &decoder)
    #expect(decoder.row.isEmpty)
    return value
  }

  @Test func `a row survives encoding and decoding`() throws {
    let shape = ConformingShape(id: 1, title: "a", notes: ["x"], others: nil, isDeleted: true)
    let row = encoded(shape).row
    #expect(row.count == ConformingShape._columnWidth)
    #expect(try decoded(row, as: ConformingShape.self) == shape)
  }

  @Test func `a generated column is encoded separately`() throws {
    let row: [QueryBinding] = [
      .int(1), .text(""), .null, .bool(false), .null, .date(Date(timeIntervalSince1970: 0)),
      .uuid(UUID()), .int(2), .int(3), .int(4), .int(5), .bool(true),
      .date(Date(timeIntervalSince1970: 1)),
    ]
    let shape = try decoded(row, as: PlainShape.self)
    #expect((shape.factor, shape.watched, shape.length, shape.default) == (2, 3, 4, 5))
    #expect(shape.cache == [1, 2])
    #expect(encoded(shape).generated == [.int(4)])
    #expect(encoded(shape).row.count == PlainShape._columnWidth - 1)
    #expect(PlainShape.TableColumns.writableColumns.count == PlainShape._columnWidth - 1)
  }

  @Test func `an optional group that is nil sets all its columns to NULL`() throws {
    let shape = GroupedShape(key: GroupShape(isOutOfStock: true, count: 2), other: nil)
    let row = encoded(shape).row
    let nulls: [QueryBinding] = Array(repeating: .null, count: PlainShape._columnWidth)
    #expect(row == [.bool(true), .int(2)] + nulls)
    #expect(try decoded(row, as: GroupedShape.self).other == nil)
  }

  @Test func `one case sets the columns of the others to NULL`() throws {
    let image = CaseShape.image(ImageShape(url: "u", caption: "c"))
    let row: [QueryBinding] = [.null, .text("u"), .text("c"), .null, .null, .null]
    #expect(encoded(image).row == row)
    guard case .image(let payload) = try decoded(row, as: CaseShape.self) else {
      return #expect(Bool(false), "Another case was decoded")
    }
    #expect(payload.caption == "c")
  }

  @Test func `the first case that is not NULL wins, and all columns are consumed`() throws {
    let row: [QueryBinding] = [.text("n"), .null, .null, .null, .text("l"), .int(1)]
    guard case .note("n") = try decoded(row, as: CaseShape.self) else {
      return #expect(Bool(false), "Another case was decoded")
    }
  }

  @Test func `a row without any case is an error`() {
    let row = Array(repeating: QueryBinding.null, count: CaseShape._columnWidth)
    #expect(throws: QueryDecodingError.self) { try decoded(row, as: CaseShape.self) }
  }

  @Test func `a draft leaves unset columns to the database`() throws {
    #expect(encoded(KeylessShape.Draft(id: 1, name: "n")).unset == 1)
    #expect(encoded(KeylessShape.Draft(id: 1, createdAt: Date(), name: nil)).unset == 1)
    #expect(encoded(ConformingShape.Draft(title: "t")).row.first == .null)
  }

  @Test func `a draft can be created from a row`() {
    let row = ConformingShape(id: 1, title: "a")
    #expect(ConformingShape.Draft(row) == ConformingShape.Draft(id: 1, title: "a"))
    #expect(ConformingShape.Draft.tableName == "conformingShapes")
    #expect(PublicShape.Draft.schemaName == "main")
  }
}

/// Tests of what happens when SQL calls a Swift function, without a database.
@Suite struct DatabaseFunctionInvocationTests {
  private func result(
    of function: some ScalarDatabaseFunction,
    _ arguments: QueryBinding...
  ) throws -> QueryBinding {
    var decoder = BindingsDecoder(arguments)
    return try function.invoke(&decoder)
  }

  @Test func `passes arguments in order and returns the result`() throws {
    #expect(try result(of: $exclaim, .text("a")) == .text("a!"))
    #expect(try result(of: $add, .int(1), .null, .text(""), .bool(true)) == .int(1))
    #expect(try result(of: $nothing) == .null)
    #expect(try result(of: $describe, .text("u"), .null) == .text("u"))
  }

  @Test func `names the argument that is NULL but not optional`() {
    #expect(throws: DatabaseFunctionError.missingArgument("text", function: "exclaim")) {
      try result(of: $exclaim, .null)
    }
  }

  @Test func `does not keep its object alive, and reports when it is gone`() throws {
    var machine: Machine? = Machine()
    let function = try #require(machine?.$run)
    #expect(try result(of: function, .int(1), .int(2)) == .int(3))
    machine = nil
    #expect(throws: DatabaseFunctionError.deallocated(function: "run")) {
      try result(of: function, .int(1), .int(2))
    }
  }

  @Test func `runs an aggregate on all rows`() throws {
    var decoder = BindingsDecoder([.int(4)])
    let element = try $total.step(&decoder)
    #expect(try $total.invoke([element, 5]) == .int(9))
    #expect($joined.argumentCount == 2)
  }
}
