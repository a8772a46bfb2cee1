import CMicroHTTPD
import Foundation

/// A connection of libmicrohttpd.
///
/// `@unchecked Sendable`: 1. the library's functions that are called on it, to suspend, resume and
/// read what does not change, may be called from any thread; 2. no holder calls them after the
/// request was completed.
@safe
struct ConnectionReference: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

  /// Makes the server ignore the connection until it is resumed; called on the server's thread.
  func suspend() { unsafe livesql_MHD_suspend_connection(pointer) }

  /// Makes the server continue, after exactly one ``suspend()``.
  func resume() { unsafe livesql_MHD_resume_connection(pointer) }

  /// Whether the client is gone; called while the connection is suspended.
  var isLeft: Bool {
    let socket = unsafe livesql_connection_socket(pointer)
    return socket < 0 || livesql_socket_is_left(socket)
  }

  /// Reads the request line and the headers.
  func head(method: String, path: String) -> RequestHead {
    var headers: [(name: String, value: String)] = []
    var query = Query()
    unsafe withUnsafeMutablePointer(to: &headers) { headers in
      unsafe livesql_each_header(
        pointer,
        { argument, _, name, value in
          guard let argument = unsafe argument, let name = unsafe name else { return answerYes }
          unsafe argument.assumingMemoryBound(to: [(name: String, value: String)].self).pointee
            .append((String(cString: name), value.map { unsafe String(cString: $0) } ?? ""))
          return answerYes
        },
        headers
      )
    }
    unsafe withUnsafeMutablePointer(to: &query) { query in
      unsafe livesql_each_query_value(
        pointer,
        { argument, _, name, value in
          guard let argument = unsafe argument, let name = unsafe name else { return answerYes }
          unsafe argument.assumingMemoryBound(to: Query.self).pointee
            .add(String(cString: name), value.map { unsafe String(cString: $0) })
          return answerYes
        },
        query
      )
    }
    return RequestHead(
      method: method,
      path: path,
      query: query.values,
      querySize: query.size,
      headers: headers
    )
  }

  /// The values after the `?` of an address.
  private struct Query {
    var values: [String: String] = [:]
    /// The number of bytes as they are written, with the sign before each value.
    var size = 0

    /// Adds a value as it is written; one without `=` is `nil`.
    mutating func add(_ name: String, _ value: String?) {
      size += 1 + name.utf8.count + (value.map { 1 + $0.utf8.count } ?? 0)
      guard let key = name.removingPercentEncoding else { return }
      values[key] = value?.removingPercentEncoding ?? ""
    }
  }

  /// Answers with bytes.
  func answer(_ status: Int, _ headers: [(name: String, value: String)], _ bytes: [UInt8]) -> Bool {
    let response = unsafe bytes.withUnsafeBytes { bytes in
      unsafe livesql_response_of_bytes(bytes.count, bytes.baseAddress)
    }
    return unsafe queue(response, status, headers)
  }

  /// Answers with the content of a stream; calls `left` when the server no longer uses it.
  func answer(
    _ status: Int,
    _ headers: [(name: String, value: String)],
    _ stream: StreamReader
  ) -> Bool {
    let retained = unsafe Unmanaged.passRetained(stream)
    let response = unsafe livesql_response_of_reader(
      { argument, _, buffer, size in
        guard let argument = unsafe argument, let buffer = unsafe buffer else { return -2 }
        let reader = unsafe Unmanaged<StreamReader>.fromOpaque(argument).takeUnretainedValue()
        return reader.stream.take(
          into: unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size)
        )
      },
      unsafe retained.toOpaque(),
      { argument in
        guard let argument = unsafe argument else { return }
        unsafe Unmanaged<StreamReader>.fromOpaque(argument).takeRetainedValue().left()
      }
    )
    guard let response = unsafe response else {
      // Without a response, the library does not release its reader.
      unsafe retained.takeRetainedValue().left()
      return false
    }
    return unsafe queue(response, status, headers)
  }

  private func queue(
    _ response: OpaquePointer?,
    _ status: Int,
    _ headers: [(name: String, value: String)]
  ) -> Bool {
    guard let response = unsafe response else { return false }
    defer { unsafe livesql_MHD_destroy_response(response) }
    for header in headers {
      _ = unsafe livesql_MHD_add_response_header(response, header.name, header.value)
    }
    let status = UInt32(clamping: status)
    return unsafe livesql_MHD_queue_response(pointer, status, response) == answerYes
  }
}

/// The state with which the library reads a stream's content.
final class StreamReader: Sendable {
  let stream: WebStream
  /// Called once, when the library no longer uses the stream.
  let left: @Sendable () -> Void

  init(_ stream: WebStream, left: @escaping @Sendable () -> Void) {
    self.stream = stream
    self.left = left
  }
}

/// `MHD_YES`, in the type that callbacks return.
let answerYes = Int32(LIVESQL_MHD_YES)
/// `MHD_NO`.
let answerNo = Int32(LIVESQL_MHD_NO)
