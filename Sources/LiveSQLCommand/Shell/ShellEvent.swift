import LiveEngine
import LiveQueries

/// What a shell on a terminal reacts to.
enum ShellEvent: Sendable {
  case key(Key)
  case inputEnded
  case process(ProcessEvent)
  /// What was typed has run.
  case finished(ShellResult)
  /// The names for a completion have been read.
  case names(SchemaNames?)
  /// A live query has another result.
  case live(number: Int, LiveQueryUpdate)
  /// A live query cannot go on.
  case liveFailed(number: Int, message: [Line])
}

/// What became of what was typed.
struct ShellResult: Sendable {
  /// The interpreter, with what was set.
  let interpreter: ShellInterpreter
  /// What is to be done besides.
  var request: ShellInterpreter.Request?
  /// What went wrong.
  var message: [Line] = []
  /// Nobody reads what is written any more.
  var isOutputClosed = false
  /// Whether a transaction is open.
  var isInTransaction = false
}
