import DatabaseTypes
public import TypedSQL

/// A path to a place in JSON.
///
/// Functions take it as a key path through the types that the JSON contains: members of selections,
/// elements of arrays and values of dictionaries.
///
/// ```swift
/// Profile.select { $0.author.jsonExtract(\.links.homepage) }
/// // SELECT json_extract("profiles"."author", '$."links"."homepage"') FROM "profiles"
///
/// Profile.select { $0.tags.jsonExtract(\.[-1]) }
/// // SELECT json_extract("profiles"."tags", '$[#-1]') FROM "profiles"
/// ```
@dynamicMemberLookup
public struct JSONPath<Context: _JSONPathContext, Value: QueryRepresentable>: Sendable {
  /// The text after `$`.
  var steps = JSONPathText()
  /// Whether it contains a value of the program, and so must be bound.
  var isBound = false
  /// The place of the enum whose case the path leads to, and the labels from there.
  var enclosingEnum: (steps: JSONPathText, labels: [String])?

  init() {}

  func appending<NextContext, Next>(
    _ step: JSONPathText,
    bound: Bool = false
  ) -> JSONPath<NextContext, Next> {
    var path = JSONPath<NextContext, Next>()
    path.steps = steps + step
    path.isBound = isBound || bound
    return path
  }

  /// The path to the enum whose case this path leads to.
  var enumFragment: QueryFragment {
    var path = self
    path.steps = enclosingEnum?.steps ?? steps
    return path.fragment
  }

  /// Returns the enum with a value of the case: `json_object('note', json_object('_0', 'Tea'))`.
  func enumFragment(holding value: QueryFragment) -> QueryFragment {
    (enclosingEnum?.labels ?? []).reversed().reduce(value) { value, label in
      .call(.jsonObject, QueryFragment(quote: label, delimiter: .text), value)
    }
  }

  /// The place after the last element of the array that the path leads to.
  var end: JSONPath<Context, Value> { appending("[#]") }

  /// The path as SQL, `'$."links"."homepage"'`, which is bound if it contains a dictionary's key.
  var fragment: QueryFragment { steps.fragment(isBound: isBound) }
}

/// Steps of a path, in the forms that later and older versions of SQLite read.
struct JSONPathText: ExpressibleByStringInterpolation, Sendable {
  /// The form for later versions.
  var text = ""
  /// The form for versions in which a quotation mark ends a quoted label, whatever precedes it.
  var older = ""

  init() {}

  init(stringLiteral text: String) { (self.text, older) = (text, text) }

  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum.text += right.text
    sum.older += right.older
    return sum
  }

  /// Returns the path that they lead to as SQL.
  func fragment(isBound: Bool) -> QueryFragment {
    guard older != text else { return Self.fragment(of: text, isBound: isBound) }
    var fragment = QueryFragment()
    fragment.append(sql: MarkedSQL.ifLabelsAreEscaped)
    fragment.append(Self.fragment(of: text, isBound: isBound))
    fragment.append(sql: " ELSE ")
    fragment.append(Self.fragment(of: older, isBound: isBound))
    fragment.append(sql: " END")
    return fragment
  }

  private static func fragment(of steps: String, isBound: Bool) -> QueryFragment {
    var fragment = QueryFragment()
    if isBound {
      fragment.append(.text("$" + steps))
    } else {
      fragment.append(quotedText: "$" + steps)
    }
    return fragment
  }
}

extension JSONPath where Value: _JSONRepresentation, Value._Document: Table {
  private func member<NextContext, Next>(_ name: String) -> JSONPath<NextContext, Next> {
    appending(
      Value._Document._codingPath(of: name).map(jsonPathStep(to:)).reduce(JSONPathText(), +)
    )
  }

  private func enumCase<NextContext, Next>(_ name: String) -> JSONPath<NextContext, Next> {
    var path: JSONPath<NextContext, Next> = member(name)
    path.enclosingEnum = (steps, Value._Document._codingPath(of: name))
    return path
  }

  // Not for optional members as well: which of two subscripts matches determines what is known
  // about everything in the member.
  /// A member of an object.
  public subscript<Member: QueryBindable>(
    dynamicMember keyPath: KeyPath<
      Value._Document.TableColumns, TableColumn<Value._Document, Member>
    >
  ) -> JSONPath<_JSONMember<Context._Inside>, Member> where Member._Optionalized == Member? {
    member(Value._Document.columns[keyPath: keyPath].name)
  }

  /// A member that an object may have.
  public subscript<Member: QueryBindable>(
    dynamicMember keyPath: KeyPath<
      Value._Document.TableColumns, TableColumn<Value._Document, Member?>
    >
  ) -> JSONPath<_JSONOptionalMember<Context._Inside>, Member?> {
    member(Value._Document.columns[keyPath: keyPath].name)
  }

  /// A generated member of an object, which can only be read.
  public subscript<Member: QueryBindable>(
    dynamicMember keyPath: KeyPath<
      Value._Document.TableColumns, GeneratedColumn<Value._Document, Member>
    >
  ) -> JSONPath<_JSONRoot<Context._Inside>, Member> where Member._Optionalized == Member? {
    member(Value._Document.columns[keyPath: keyPath].name)
  }

  /// A generated member that an object may have, which can only be read.
  public subscript<Member: QueryBindable>(
    dynamicMember keyPath: KeyPath<
      Value._Document.TableColumns, GeneratedColumn<Value._Document, Member?>
    >
  ) -> JSONPath<_JSONOptionalValue<Context._Inside>, Member?> {
    member(Value._Document.columns[keyPath: keyPath].name)
  }

  /// An object within an object.
  public subscript<Member: Table & Codable>(
    dynamicMember keyPath: KeyPath<
      Value._Document.TableColumns, ColumnGroup<Value._Document, Member>
    >
  ) -> JSONPath<_JSONMember<Context._Inside>, _CodableJSONRepresentation<Member>> {
    member(Value._Document.columns[keyPath: keyPath]._name)
  }

  /// An object that may be missing within an object.
  public subscript<Member: Table & Codable>(
    dynamicMember keyPath: KeyPath<
      Value._Document.TableColumns, OptionalColumnGroup<Value._Document, Member>
    >
  ) -> JSONPath<_JSONOptionalMember<Context._Inside>, _CodableJSONRepresentation<Member>?> {
    member(Value._Document.columns[keyPath: keyPath]._name)
  }

  /// The value of an enum case.
  public subscript<Payload: QueryBindable>(
    dynamicMember keyPath: KeyPath<
      Value._Document.TableColumns, CaseColumn<Value._Document, Payload>
    >
  ) -> JSONPath<_JSONCase<Context._Inside>, Payload?> {
    enumCase(Value._Document.columns[keyPath: keyPath].name)
  }

  /// The object of an enum case.
  public subscript<Payload: Table & Codable>(
    dynamicMember keyPath: KeyPath<
      Value._Document.TableColumns, CaseColumnGroup<Value._Document, Payload>
    >
  ) -> JSONPath<_JSONCase<Context._Inside>, _CodableJSONRepresentation<Payload>?> {
    enumCase(Value._Document.columns[keyPath: keyPath]._name)
  }
}

extension JSONPath where Value: _JSONRepresentation {
  /// An element of an array, counted from its end if the index is negative.
  public subscript<Element: QueryBindable>(
    index: Int
  ) -> JSONPath<_JSONElement<Context._Inside>, Element> where Value._Document == [Element] {
    appending(jsonPathStep(toElement: index))
  }

  /// An element of an array, counted from its end if the index is negative.
  @_disfavoredOverload
  public subscript<Element: Codable>(
    index: Int
  ) -> JSONPath<_JSONElement<Context._Inside>, _CodableJSONRepresentation<Element>>
  where Value._Document == [Element] { appending(jsonPathStep(toElement: index)) }

  /// A value of a dictionary.
  public subscript<Element: QueryBindable>(
    key: String
  ) -> JSONPath<_JSONEntry<Context._Inside>, Element>
  where Value._Document == [String: Element] { appending(jsonPathStep(to: key), bound: true) }

  /// A value of a dictionary.
  @_disfavoredOverload
  public subscript<Element: Codable>(
    key: String
  ) -> JSONPath<_JSONEntry<Context._Inside>, _CodableJSONRepresentation<Element>>
  where Value._Document == [String: Element] {
    appending(jsonPathStep(to: key), bound: true)
  }
}

/// Returns `[2]`, or `[#-1]` for the last element.
private func jsonPathStep(toElement index: Int) -> JSONPathText {
  index < 0 ? "[#-\(index.magnitude)]" : "[\(index)]"
}

/// Returns `."name"`.
///
/// SQLite compares the label with the text in JSON, so it is escaped in the same way. In older
/// versions, a quotation mark ends a quoted label. A label without quotes ends at a dot or a
/// bracket, and is compared there as in later versions.
func jsonPathStep(to name: String) -> JSONPathText {
  var label = ""
  for scalar in name.unicodeScalars {
    switch scalar {
    case "\"", "\\":
      label.unicodeScalars.append("\\")
      label.unicodeScalars.append(scalar)
    case "\n": label += "\\n"
    case "\r": label += "\\r"
    case "\t": label += "\\t"
    case "\u{8}": label += "\\b"
    case "\u{C}": label += "\\f"
    case "\0"..<" ":
      let digits = String(scalar.value, radix: 16, uppercase: false)
      label += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: label.unicodeScalars.append(scalar)
    }
  }
  var step: JSONPathText = ".\"\(label)\""
  let isBare =
    name.unicodeScalars.contains("\"")
    && !name.unicodeScalars.contains { $0 == "." || $0 == "[" }
  if isBare { step.older = ".\(label)" }
  return step
}
