/// Expands to a number.
@freestanding(expression)
public macro answer() -> Int =
  #externalMacro(module: "OtherMacrosPlugin", type: "AnswerMacro")
