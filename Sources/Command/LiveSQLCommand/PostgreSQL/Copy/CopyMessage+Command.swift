import LiveSQLPostgres
import Terminal

extension CopyMessage {
  /// The message for users of the command line.
  var commandText: String { text(count: grouped, name: \.option) }
}

extension CopyChoice {
  /// The option of the command.
  fileprivate var option: String {
    switch self {
    case .appends: "--append"
    case .firesTriggers: "--triggers"
    case .continues: "--continue"
    case .texts: "--text"
    case .decimals: "--decimal"
    case .schemas: "--schema"
    case .skipped: "--skip"
    case .skips(let name): "--skip \(name)"
    case .again: "run the command again"
    }
  }
}
