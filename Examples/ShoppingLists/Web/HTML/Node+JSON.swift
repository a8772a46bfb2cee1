import Foundation
import WebServer

extension Node {
  /// The node as JSON: `["li", {"id": "item-7"}, "Milk"]`.
  ///
  /// A time is `{"time": …}`, in seconds since 1970. The script creates elements and text nodes
  /// from the JSON, and never parses markup: `Resources/tree.js`.
  var json: String {
    switch self {
    case .text(let text): return JSONText.string(text)
    case .time(let date): return "{\"time\":\(date.timeIntervalSince1970)}"
    case .element(let element):
      let parts = [JSONText.string(element.name), element.attributes.json]
      return "[\((parts + element.children.map(\.json)).joined(separator: ","))]"
    }
  }
}

extension [Attribute] {
  /// The attributes as a JSON object.
  ///
  /// Fresh keys are left out: the script creates them when a form is submitted.
  var json: String {
    let members = compactMap { attribute -> String? in
      guard case .text(let text) = attribute.value else { return nil }
      return "\(JSONText.string(attribute.name)):\(JSONText.string(text))"
    }
    return "{\(members.joined(separator: ","))}"
  }
}
