import Terminal
import Testing

@testable import Items

@Suite struct TextFieldTests {
  private func field(_ text: String, _ keys: Key...) -> TextField {
    var field = TextField(text)
    for key in keys { _ = field.press(key) }
    return field
  }

  @Test func `text is inserted and removed at the cursor`() {
    #expect(field("", .character("a"), .character("b")).text == "ab")
    #expect(field("ac", .left, .character("b")).text == "abc")
    #expect(field("abc", .backspace).text == "ab")
    #expect(field("abc", .home, .delete).text == "bc")
    #expect(field("abc", .home, .backspace).text == "abc")
    #expect(field("abc", .left, .control("u")).text == "c")
    #expect(field("a", .home, .left, .right, .right, .character("b")).text == "ab")
    #expect(field("", .pasted("a\nb\tc")).text == "a b c")
  }

  @Test func `a character is removed as a whole, and an accent combines with the one before`() {
    #expect(field("a👩‍🚀", .backspace).text == "a")
    let accent = field("e", .character("\u{301}"), .character("x"))
    #expect(accent.text == "éx")
    #expect(accent.cursor == 2)
  }

  @Test func `the visible part contains the cursor`() {
    let text = field("0123456789").visible(width: 5)
    #expect(text.text == "6789" && text.cursor == 4)
    let start = field("0123456789", .home).visible(width: 5)
    #expect(start.text == "01234" && start.cursor == 0)
    let wide = field("東京都").visible(width: 5)
    #expect(wide.text == "京都" && wide.cursor == 4)
  }

  @Test func `a field ignores other keys`() {
    var field = TextField("a")
    #expect(!field.press(.enter) && !field.press(.tab) && !field.press(.escape))
    #expect(field == TextField("a"))
  }
}
