/// A key that was pressed, or a text that was pasted.
enum Key: Hashable, Sendable {
  case character(Character)
  case pasted(String)
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
}
