import Foundation

/// The surroundings of a program: its input, its output and its environment.
package struct Console: Sendable {
  package let standardOutput: any OutputDestination
  package let standardError: any OutputDestination
  package let environment: [String: String]
  package var standardInput: any InputSource
  /// Returns the keys of the terminal; `nil` if nobody can type.
  package var keys: @Sendable () -> TerminalKeys?
  /// Returns the events for the program.
  ///
  /// There is no default: ``processEvents()`` takes the signals of the whole process, which tests
  /// must not do, because then a signal no longer ends them.
  package let events: @Sendable () -> AsyncStream<ProcessEvent>

  /// Creates a console.
  package init(
    standardOutput: any OutputDestination,
    standardError: any OutputDestination,
    environment: [String: String],
    standardInput: any InputSource = FileDescriptorSource.standardInput,
    keys: @escaping @Sendable () -> TerminalKeys? = TerminalKeys.ofStandardInput,
    events: @escaping @Sendable () -> AsyncStream<ProcessEvent>
  ) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.environment = environment
    self.standardInput = standardInput
    self.keys = keys
    self.events = events
  }
}

extension Console {
  /// The console of this process.
  package static var process: Console {
    Console(
      standardOutput: FileDescriptorDestination.standardOutput,
      standardError: FileDescriptorDestination.standardError,
      environment: ProcessInfo.processInfo.environment,
      events: processEvents
    )
  }

  /// Returns standard output, with colours as selected.
  package func output(_ color: ColorChoice, isJSON: Bool = false) -> Output {
    Output(
      destination: standardOutput,
      palette: palette(color, for: standardOutput),
      isJSON: isJSON
    )
  }

  /// Returns standard error, with colours as selected.
  package func errorOutput(_ color: ColorChoice) -> Output {
    Output(destination: standardError, palette: palette(color, for: standardError))
  }

  private func palette(_ color: ColorChoice, for destination: any OutputDestination) -> Palette {
    Palette(color, isTerminal: destination.terminalSize != nil, environment: environment)
  }
}
