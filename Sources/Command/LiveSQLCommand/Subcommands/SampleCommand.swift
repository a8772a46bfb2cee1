import DatabaseTypes
import Foundation
import SQLiteDatabase
import SampleShop
import Terminal

/// `livesql sample`: writes the sample shop, or adds orders to it.
struct SampleCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "sample",
    summary: "Creates a sample database, a shop, to experiment with.",
    discussion: [
      """
      The shop has \(grouped(SampleShop.customerCount)) customers, \(SampleShop.productCount) products, \
      \(grouped(SampleShop.orderCount)) orders and \(grouped(SampleShop.orderLineCount)) lines, the same ones \
      each time.
      """,
      """
      With --add-orders, orders are added to an existing shop, one commit each, as customers would place them: \
      watch it from a second terminal. With --json, each is a line {"id":…,"customer":…,"committing":…}, the \
      time just before its commit in nanoseconds of the system's steady clock.
      """,
    ],
    arguments: [
      .init(
        name: "DB",
        help: "The path of the file; a new one, unless orders are added.",
        isFile: true
      )
    ],
    options: [addOrders.syntax, every.syntax, CommonOptions.json.syntax],
    examples: ["livesql sample shop.db", "livesql sample shop.db --add-orders 20 --every 500ms"]
  )

  private static let addOrders = Option<Int>(
    "add-orders",
    value: "COUNT",
    help: "Adds this many orders to an existing shop."
  ) { text throws(UsageError) in
    if let count = Int(text), count > 0 { return count }
    throw UsageError("'--add-orders' takes a number from 1, not '\(text)'")
  }
  private static let every = Option<Duration>(
    "every",
    value: "TIME",
    help: "The time between two orders; 250ms by default.",
    read: readDuration
  )

  private let path: String
  private let orderCount: Int?
  private let pause: Duration

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.requiredArgument(at: 0, named: "DB")
    orderCount = try arguments.value(of: Self.addOrders)
    pause = try arguments.value(of: Self.every) ?? .milliseconds(250)
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    if let orderCount {
      try await add(orderCount, to: context.output)
    } else {
      try create(context.output)
    }
    return .success
  }

  private func create(_ output: Output) throws {
    guard !FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure(
        message: "A file already exists at \(path). Give the path of a new one."
      )
    }
    let duration = try ContinuousClock().measure { try createSampleShop(at: path) }
    try output.write(SampleSummary(path: path, duration: duration))
  }

  private func add(_ count: Int, to output: Output) async throws {
    let customers = try ShopCustomers(DatabaseFile(path: path).openForWriting())
    for number in 1...count {
      if number > 1 { try await Task.sleep(for: pause) }
      let placed = try customers.placeOrder()
      if output.isJSON {
        try output.writeContent(placed.json.text + "\n", isJSON: true)
      } else {
        try output.write(placed.lines(width: nil))
      }
    }
    try customers.leave()
  }
}

/// Writes the sample shop to a new file.
func createSampleShop(at path: String) throws {
  var configuration = Configuration()
  // A new file has nothing to lose in a crash.
  configuration.synchronous = .off
  let database = try DatabasePool(path: path, configuration: configuration)
  try SampleShop().write(to: database)
  try database.close()
}

/// The report of `livesql sample` on a new file.
private struct SampleSummary: Presentable {
  let path: String
  let duration: Duration

  var json: JSON {
    [
      "path": .string(path), "customers": .integer(Int64(SampleShop.customerCount)),
      "products": .integer(Int64(SampleShop.productCount)),
      "orders": .integer(Int64(SampleShop.orderCount)),
      "orderLines": .integer(Int64(SampleShop.orderLineCount)),
    ]
  }

  func lines(width: Int?) -> [Line] {
    let counts =
      "\(grouped(SampleShop.customerCount)) customers, \(SampleShop.productCount) products, "
      + "\(grouped(SampleShop.orderCount)) orders, \(grouped(SampleShop.orderLineCount)) lines"
    return [Line("Wrote \(path) in \(describe(duration)): \(counts).", .success)]
  }
}
