import Foundation

/// What a program has around it: where it writes and reads, and its environment.
struct Console: Sendable {
  let standardOutput: any OutputDestination
  let standardError: any OutputDestination
  let environment: [String: String]
  var standardInput: any InputSource = FileDescriptorSource.standardInput
  /// The keys of the terminal; `nil` where nobody can type.
  var keys: @Sendable () -> TerminalKeys? = TerminalKeys.ofStandardInput
  var events: @Sendable () -> AsyncStream<ProcessEvent> = processEvents
}

extension Console {
  /// The console of this process.
  static var process: Console {
    Console(
      standardOutput: FileDescriptorDestination.standardOutput,
      standardError: FileDescriptorDestination.standardError,
      environment: ProcessInfo.processInfo.environment
    )
  }

  /// Standard output, with colours as chosen.
  func output(_ color: ColorChoice, isJSON: Bool = false) -> Output {
    Output(
      destination: standardOutput,
      palette: palette(color, for: standardOutput),
      isJSON: isJSON
    )
  }

  /// Standard error, with colours as chosen.
  func errorOutput(_ color: ColorChoice) -> Output {
    Output(destination: standardError, palette: palette(color, for: standardError))
  }

  private func palette(_ color: ColorChoice, for destination: any OutputDestination) -> Palette {
    Palette(color, isTerminal: destination.terminalSize != nil, environment: environment)
  }
}
