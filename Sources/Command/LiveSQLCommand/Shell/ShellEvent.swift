import LiveEngine
import LiveQueries
import Terminal

/// An event for a shell on a terminal.
enum ShellEvent: Sendable {
  case key(Key)
  case inputEnded
  case process(ProcessEvent)
  /// A typed piece has run.
  case finished(ShellResult)
  /// The names for a completion have been read.
  case names(SchemaNames?)
  /// A live query has a new result.
  case live(number: Int, LiveQueryUpdate)
  /// A live query has failed.
  case liveFailed(number: Int, message: [Line])
}

/// The outcome of a typed piece.
struct ShellResult: Sendable {
  /// The interpreter, with changed settings.
  let interpreter: ShellInterpreter
  /// A further action that was requested.
  var request: ShellInterpreter.Request?
  /// The error message.
  var message: [Line] = []
  /// Whether nobody reads the output any longer.
  var isOutputClosed = false
  /// Whether a transaction is open.
  var isInTransaction = false
}
