import Foundation

/// The surroundings of a program: its input, its output and its environment.
struct Console: Sendable {
  let standardOutput: any OutputDestination
  let standardError: any OutputDestination
  let environment: [String: String]
  var standardInput: any InputSource = FileDescriptorSource.standardInput
  /// Returns the keys of the terminal; `nil` if nobody can type.
  var keys: @Sendable () -> TerminalKeys? = TerminalKeys.ofStandardInput
  /// Returns the events for the program.
  ///
  /// There is no default: ``processEvents()`` takes the signals of the whole process, which tests
  /// must not do, because then a signal no longer ends them.
  let events: @Sendable () -> AsyncStream<ProcessEvent>
}

extension Console {
  /// The console of this process.
  static var process: Console {
    Console(
      standardOutput: FileDescriptorDestination.standardOutput,
      standardError: FileDescriptorDestination.standardError,
      environment: ProcessInfo.processInfo.environment,
      events: processEvents
    )
  }

  /// Returns standard output, with colours as selected.
  func output(_ color: ColorChoice, isJSON: Bool = false) -> Output {
    Output(
      destination: standardOutput,
      palette: palette(color, for: standardOutput),
      isJSON: isJSON
    )
  }

  /// Returns standard error, with colours as selected.
  func errorOutput(_ color: ColorChoice) -> Output {
    Output(destination: standardError, palette: palette(color, for: standardError))
  }

  private func palette(_ color: ColorChoice, for destination: any OutputDestination) -> Palette {
    Palette(color, isTerminal: destination.terminalSize != nil, environment: environment)
  }
}
