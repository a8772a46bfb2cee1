/// Conditions about the sheet that covers a page of the studio.
enum Sheet {
  static let isOpen = "document.querySelector('#sheet').open"
  static let isClosed = "!\(isOpen)"
}
