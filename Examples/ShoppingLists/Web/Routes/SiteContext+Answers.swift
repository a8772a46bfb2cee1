import ShoppingListsModel
import WebServer

extension SiteContext {
  /// Creates a route for a form.
  ///
  /// - Parameters:
  ///   - path: The path; a segment that begins with `:` is a parameter.
  ///   - retry: Returns the page that contains the form, to show it again if a field is invalid.
  ///   - handler: Handles the form.
  func form(
    _ path: String,
    retry: @escaping @Sendable (WebRequest) -> Place? = { _ in nil },
    _ handler: @escaping Route.Handler
  ) -> Route {
    .post(path, access: .session, accepts: [.form], bodyLimit: FormLimits.bytes) { request in
      do { return try await handler(request) } catch let problem as FormProblem {
        return try await answer(problem, to: request, at: retry(request))
      } catch RepositoryError.notFound(let what) {
        throw RequestError(404, "The \(what) was deleted meanwhile.")
      } catch RepositoryError.invalid(let rule) {
        throw RequestError(422, rule)
      } catch let error as RepositoryError {
        settings.report(error)
        throw RequestError(503, "It could not be saved. Try again.")
      }
    }
  }

  // snippet.done
  /// Returns the response to a form: a redirect or, for the script, JSON.
  ///
  /// - Parameters:
  ///   - next: The page to show next.
  ///   - flash: The message about a step that can be undone.
  func done(_ request: WebRequest, next: Place, _ flash: Flash? = nil) -> WebResponse {
    let path = next.path.text
    if request.wantsJSON {
      let undo = flash.map { ",\"undo\":\($0.json)" } ?? ""
      return .json("{\"next\":\(JSONText.string(path))\(undo)}")
    }
    return .seeOther(path + (flash.map { "?undo=\($0.step)" } ?? ""))
  }
  // snippet.end

  /// Returns the response to a form with an invalid field: the form with the submitted values and
  /// the error or, for the script, JSON.
  private func answer(
    _ problem: FormProblem,
    to request: WebRequest,
    at place: Place?
  ) async throws -> WebResponse {
    if request.wantsJSON {
      let field = JSONText.string(problem.field)
      let text = "{\"error\":\(JSONText.string(problem.message)),\"field\":\(field)}"
      return .json(text, status: 422)
    }
    guard let place else { throw RequestError(422, problem.message) }
    let entry = FormEntry(
      fields: ItemFields(request.form),
      title: request.form["title"] ?? "",
      problem: problem
    )
    return await page(place, form: entry)
  }
}

extension WebRequest {
  /// Whether the script of a page has sent the request.
  var wantsJSON: Bool { head["accept"] == "application/json" }
}

extension Flash {
  fileprivate var json: String {
    "{\"step\":\(JSONText.string(step)),\"text\":\(JSONText.string(text))}"
  }
}
