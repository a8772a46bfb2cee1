import SwiftDiagnostics

/// A note next to a diagnostic that shows a second place.
struct DiagnosticNote: NoteMessage {
  let message: String
  var noteID: MessageID { MessageID(domain: "LiveSQL", id: "note") }

  init(_ message: String) {
    self.message = message
  }
}

/// The message of a fix-it.
struct FixItText: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(domain: "LiveSQL", id: "fix-it") }

  init(_ message: String) {
    self.message = message
  }
}
