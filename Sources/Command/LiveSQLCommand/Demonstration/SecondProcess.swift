import Foundation

/// A second process of this program, which places orders.
struct SecondProcess: Sendable {
  /// The orders, as reported by the process; the stream ends with the process.
  let orders: AsyncStream<PlacedOrder>
  private let process: Process

  /// Starts to place orders.
  static func placeOrders(_ count: Int, every pause: Duration, path: String) throws -> SecondProcess
  {
    guard let program = Bundle.main.executableURL else {
      throw CommandFailure(message: "The program cannot find its own executable to start it again.")
    }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = [
      "sample", path, "--json", "--add-orders", "\(count)", "--every",
      "\(Int(pause / .milliseconds(1)))ms",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    return SecondProcess(orders: lines(of: pipe), process: process)
  }

  /// Ends the process if it still runs.
  func end() {
    if process.isRunning { process.terminate() }
  }

  private static func lines(of pipe: Pipe) -> AsyncStream<PlacedOrder> {
    let (orders, continuation) = AsyncStream.makeStream(of: PlacedOrder.self)
    // The thread ends with the process, whose end of the pipe is then closed.
    Thread.detachNewThread {
      var buffer = Data()
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        buffer += data
        while let end = buffer.firstIndex(of: 0x0A) {
          let line = buffer[..<end]
          if let order = try? JSONDecoder().decode(PlacedOrder.self, from: line) {
            continuation.yield(order)
          }
          buffer = Data(buffer[(end + 1)...])
        }
      }
      continuation.finish()
    }
    return orders
  }
}
