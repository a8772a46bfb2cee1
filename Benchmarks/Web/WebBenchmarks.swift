import Foundation
import Studio

/// The measurements of the studio on a table with a million rows, and of the shopping lists; exits
/// 1 if a limit is exceeded.
///
/// The program starts itself again as the other processes that a question needs: one that writes,
/// and one that acts as many clients.
@main struct WebBenchmarks {
  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "writer": try Writer(arguments.dropFirst()).run()
    case "clients": try Clients(arguments.dropFirst()).run()
    default: try await measure(only: arguments.first)
    }
  }

  private static func measure(only name: String?) async throws {
    let file = try BigFile()
    let questions: [any Question] = [
      FirstRows(), FarRows(), ServerPart(), Pixels(), EndKey(), Frames(), ManyClients(),
      IdleClient(), OtherBrowser(),
    ]
    var isPast = false
    for question in questions where name.map({ question.name.contains($0) }) ?? true {
      guard let figures = try await question.ask(file) else { continue }
      for figure in figures {
        print(figure.line)
        isPast = isPast || figure.isPast
      }
    }
    file.remove()
    if isPast { exit(1) }
  }
}

/// A question about the studio, whose answers are figures with bars.
protocol Question: Sendable {
  var name: String { get }

  /// Measures; `nil` if this machine lacks what the question needs.
  func ask(_ file: BigFile) async throws -> [Figure]?
}

/// A measured value and the bar that it must not exceed.
struct Figure {
  var name: String
  var value: Double
  var bar: Double
  var unit: String

  /// A value that is not a number was not measured, which is a failure too.
  var isPast: Bool { !(value <= bar) }

  var line: String {
    let columns = [
      name.padding(toLength: 62, withPad: " ", startingAt: 0),
      String(format: "%9.2f %@", value, unit),
      String(format: "bar %g %@%@", bar, unit, isPast ? ", PAST" : ""),
    ]
    return columns.joined(separator: "  ")
  }
}

extension [Double] {
  /// Returns the value that a given fraction of all values does not exceed.
  func percentile(_ part: Double) -> Double {
    let sorted = sorted()
    return sorted.isEmpty
      ? .nan : sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  var median: Double { percentile(0.5) }
}
