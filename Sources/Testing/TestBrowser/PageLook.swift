/// The screen and the user settings with which a page is shown.
package struct PageLook: Sendable {
  package var width = 1_440
  package var height = 900
  package var isDark = false
  /// The number of screen pixels for a pixel of the page.
  package var pixelRatio = 1.0
  package var reducesMotion = false
  package var isTouch = false
  package var runsScripts = true

  package init() {}

  /// The look on a phone.
  package static var narrow: PageLook {
    var look = PageLook()
    (look.width, look.height) = (390, 844)
    return look
  }
}
