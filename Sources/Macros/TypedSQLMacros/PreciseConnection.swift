#if TOOLCHAIN_SYNTAX
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
  import TypedSQLMacroCore

  /// A connection to the compiler that moves diagnostics to their positions, even within a token.
  struct PreciseConnection<Base: MessageConnection>: MessageConnection {
    let base: Base

    func sendMessage<Message: Encodable>(_ message: Message) throws {
      guard let answer = message as? PluginToHostMessage else {
        return try base.sendMessage(message)
      }
      try base.sendMessage(precise(answer))
    }

    func waitForNextMessage<Message: Decodable>(_ type: Message.Type) throws -> Message? {
      try base.waitForNextMessage(type)
    }

    private func precise(_ answer: PluginToHostMessage) -> PluginToHostMessage {
      switch answer {
      case .expandMacroResult(let source, let diagnostics):
        .expandMacroResult(expandedSource: source, diagnostics: diagnostics.map(precise))
      case .expandFreestandingMacroResult(let source, let diagnostics):
        .expandFreestandingMacroResult(
          expandedSource: source,
          diagnostics: diagnostics.map(precise)
        )
      default: answer
      }
    }

    private func precise(_ diagnostic: PluginMessage.Diagnostic) -> PluginMessage.Diagnostic {
      var diagnostic = diagnostic
      let (text, distance) = PreciseMessage.split(diagnostic.message)
      diagnostic.message = text
      diagnostic.position.offset += distance
      return diagnostic
    }
  }
#endif
