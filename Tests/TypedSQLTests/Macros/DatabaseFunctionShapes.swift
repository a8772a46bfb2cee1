import Foundation
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

// Functions of many shapes; the macro must expand each to code that compiles.

@DatabaseFunction func exclaim(_ text: String) -> String { text + "!" }
@DatabaseFunction("add_up", isDeterministic: true)
func add(_ first: Int, to second: Int? = nil, name: String = "", _: Bool = true) throws -> Int? {
  first + (second ?? 0)
}
@DatabaseFunction func nothing() {}
@DatabaseFunction func printed(decoder: String) throws(CancellationError) {}
@DatabaseFunction var currentMoment: Date { Date() }
@DatabaseFunction func describe(_ shape: ImageShape) -> String { shape.url }
@DatabaseFunction func total(_ values: some Sequence<Int>) -> Int { values.reduce(0, +) }
@DatabaseFunction func joined(rows: some Sequence<(String, separator: String?)>) throws -> String? {
  rows.map { $0.0 }.first
}
@DatabaseFunction(as: ((String) -> String).self) func `default`(_ x: String) -> String { x }
@DatabaseFunction(as: ((any Sequence<String>) -> Void).self) func swallow(
  _ x: some Sequence<String>
) {}
@DatabaseFunction(as: String.self) var text: String { get throws { "" } }
@available(*, deprecated) @DatabaseFunction func old() -> Int { 1 }

final class Machine {
  @DatabaseFunction func run(_ x: Int, by y: Int) -> Int { x + y }
  @DatabaseFunction var state: Int { 1 }
  @DatabaseFunction func sum(_ x: some Sequence<Int>) throws -> Int { 1 }
  @DatabaseFunction func stop() {}
  @DatabaseFunction static func shared() -> Bool { true }
  @DatabaseFunction class var kind: Int { 1 }
}

struct Tool {
  @DatabaseFunction func run(_ x: Int) -> Int { x }
}

private func uses(machine: Machine) {
  _ = $exclaim("x")
  _ = $add(1)
  _ = $add(1, to: Int?.some(2))
  _ = $total(1, filter: true)
  _ = $total(1, distinct: true)
  _ = $joined(rows: "a", separator: "b")
  _ = machine.$run(1, by: 2)
  _ = $currentMoment.queryFragment
  _ = $describe(ImageShape.Columns(url: "x"))
}

@DatabaseFunction func borrows(_ text: borrowing String) -> Int { 1 }
@DatabaseFunction func overloaded(_ text: String) -> Int { 1 }
func overloaded(_ number: Int) -> Int { 1 }
