import DatabaseTypes
import Foundation
import Terminal
import TerminalTestSupport
import Testing

@testable import LiveSQLCommand

@Suite struct ResultFormatTests {
  private func text(
    _ format: ResultFormat,
    _ columns: [String],
    _ rows: [[DatabaseValue]]
  ) throws -> String {
    let destination = MemoryDestination()
    let output = Output(destination: destination, palette: .none)
    var stream = ResultStream(columns: columns, format: format, output: output)
    for row in rows { try stream.add(row) }
    try stream.end()
    return destination.text
  }

  @Test func `JSON is an array of objects, one row per line`() throws {
    let text = try text(.json, ["id", "name"], [[1, "a"], [2, nil]])
    #expect(text == "[\n{\"id\":1,\"name\":\"a\"},\n{\"id\":2,\"name\":null}\n]\n")
    #expect(try self.text(.json, ["id"], []) == "[]\n")
  }

  @Test func `JSON of any value can be read back`() throws {
    let values: [DatabaseValue] = [
      .integer(.max), .integer(.min), 0.1, 1e300, 2.5, .real(.leastNonzeroMagnitude),
      "\"\\/\n\t\0\u{1b}\u{7f}\u{2028}田中👨‍👩‍👧",
      .blob([0, 255, 16]), .blob([]), nil,
    ]
    let names = values.indices.map { "c\($0)" }
    let data = Data(JSON(names: names, values: values).text.utf8)
    let read = try JSONDecoder().decode([String: AnyValue].self, from: data)
    for (name, value) in zip(names, values) { #expect(read[name]?.value == value, "\(name)") }
  }

  @Test func `JSON escapes everything that could break a line or control a terminal`() {
    #expect(JSON.string("a\u{1b}\u{9b}\u{2028}\n").text == #""a\u001b\u009b\u2028\n""#)
  }

  @Test func `JSON writes infinity as SQLite does, and NaN as null`() {
    let values: [JSON] = [
      .real(.infinity), .real(-.infinity), .real(.nan), .real(1), .real(1e20), .real(-0.0),
    ]
    #expect(JSON.array(values).text == "[9e999,-9e999,null,1.0,1e+20,-0.0]")
  }

  @Test func `columns with the same name are numbered`() {
    #expect(
      JSONRowWriter.uniqueNames(["a", "b", "a", "a_2", "a"]) == ["a", "b", "a_3", "a_2", "a_4"]
    )
  }

  @Test func `long JSON is spread over lines, but short parts stay on one line`() throws {
    let long = JSON.string(String(repeating: "x", count: 70))
    let document: JSON = ["short": [1, 2], "long": long, "empty": [:]]
    #expect(
      document.prettyText == """
        {
          "short": [1,2],
          "long": \(long.text),
          "empty": {}
        }
        """
    )
  }

  @Test func `CSV quotes values if needed and distinguishes NULL from empty text`() throws {
    let text = try text(
      .csv,
      ["a,b", "c"],
      [["say \"hi\"", nil], ["two\r\nlines", ""], [" x", .blob([10, 255])], [1, 2.5]]
    )
    #expect(
      text == "\"a,b\",c\r\n\"say \"\"hi\"\"\",\r\n\"two\r\nlines\",\"\"\r\n"
        + "\" x\",x'0aff'\r\n1,2.5\r\n"
    )
  }

  @Test func `Markdown escapes text and aligns numbers to the right`() throws {
    let text = try text(
      .markdown,
      ["a|b", "n", "customer_id"],
      [["*x*\n<b>", 1, "_y_"], [nil, nil, "AT&T &amp; a\\|b"], ["|\u{301}", 2, "a\r\nb"]]
    )
    #expect(
      text == """
        | a\\|b | n | customer_id |
        | --- | ---: | --- |
        | \\*x\\*<br>\\<b> | 1 | \\_y\\_ |
        | *NULL* | *NULL* | AT\\&T \\&amp; a\\\\\\|b |
        | \\|\u{301} | 2 | a<br>b |

        """
    )
  }

  @Test func `a table ends with the number of rows`() throws {
    #expect(try text(.table, ["n"], [[1]]).hasSuffix("(1 row)\n"))
    #expect(try text(.table, ["n"], []).hasSuffix("(0 rows)\n"))
  }

  @Test(arguments: ResultFormat.allCases)
  func `many rows are written completely`(format: ResultFormat) throws {
    let rows = (0..<5_000).map { [DatabaseValue.integer($0), "some text of a row"] }
    let text = try text(format, ["id", "text"], rows)
    #expect(text.contains("4999"))
    #expect(text.split(separator: "some text of a row").count >= 5_000)
  }
}

/// A value that is read back from JSON.
private struct AnyValue: Decodable {
  let value: DatabaseValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let integer = try? container.decode(Int64.self) {
      value = .integer(integer)
    } else if let real = try? container.decode(Double.self) {
      value = .real(real)
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else {
      let object = try container.decode([String: String].self)
      value = .blob([UInt8](Data(base64Encoded: object["base64"] ?? "?") ?? Data([1, 2, 3])))
    }
  }
}
