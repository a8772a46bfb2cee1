/// A pressed key, or a pasted text.
package enum Key: Hashable, Sendable {
  case character(Character)
  case pasted(String)
  case control(Character)
  /// A key together with Alt; backspace is the character U+007F.
  case alt(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// An arrow together with Ctrl or Alt.
  case wordLeft, wordRight
}
