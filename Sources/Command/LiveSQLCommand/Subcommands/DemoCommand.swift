import Foundation
import Terminal

/// `livesql demo`: shows a live query on a sample database while a second process writes.
struct DemoCommand: Subcommand {
  static let syntax = CommandSyntax(
    name: "demo",
    summary: "Shows a live query while a second process writes, then ends.",
    discussion: [
      """
      It creates a sample shop in a folder that it removes at the end, watches the unpaid orders, and lets a \
      second process place orders. Each difference is printed as it arrives, with the time since just before its \
      commit. With --json, only the summary is written.
      """
    ],
    options: [orders.syntax, CommonOptions.json.syntax],
    examples: ["livesql demo", "livesql demo --orders 30 --json"]
  )

  private static let orders = Option<Int>(
    "orders",
    value: "COUNT",
    help: "How many orders to place, from 1 to 40; 12 by default."
  ) { text throws(UsageError) in
    if let count = Int(text), (1...40).contains(count) { return count }
    throw UsageError("'--orders' takes a number from 1 to 40, not '\(text)'")
  }

  /// The time after which something must be wrong.
  private static let timeLimit = Duration.seconds(18)

  private let orderCount: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    orderCount = try arguments.value(of: Self.orders) ?? 12
  }

  func run(in context: CommandContext) async throws -> ExitCode {
    let demonstration = Demonstration(
      orderCount: orderCount,
      pause: .milliseconds(200),
      output: context.output
    )
    let summary = try await withTimeLimit(Self.timeLimit) { try await demonstration.run() }
    try context.output.write(summary)
    return summary.isSuccess ? .success : .failure
  }
}

/// Runs a closure, and cancels it if it takes too long.
private func withTimeLimit<Result: Sendable>(
  _ limit: Duration,
  _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Result.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: limit)
      throw CommandFailure(message: "The demonstration took longer than \(describe(limit)).")
    }
    defer { group.cancelAll() }
    guard let result = try await group.next() else { throw CancellationError() }
    return result
  }
}
