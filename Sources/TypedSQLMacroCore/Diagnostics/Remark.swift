import SwiftDiagnostics

/// A note that stands beside a diagnostic and shows a second place.
struct Remark: NoteMessage {
  let message: String
  var noteID: MessageID { MessageID(domain: "LiveSQL", id: "remark") }

  init(_ message: String) {
    self.message = message
  }
}

/// What a fix-it offers to do.
struct Mend: FixItMessage {
  let message: String
  var fixItID: MessageID { MessageID(domain: "LiveSQL", id: "mend") }

  init(_ message: String) {
    self.message = message
  }
}
