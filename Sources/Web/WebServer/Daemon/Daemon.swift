import CMicroHTTPD
import Foundation

/// A server of libmicrohttpd, which runs on its own thread.
///
/// `@unchecked Sendable`: 1. it is stopped once, by the thread that removes it from the server's
/// state; 2. its other functions may be called from any thread.
@safe
struct Daemon: @unchecked Sendable {
  private let pointer: OpaquePointer
  /// Retains the server for as long as the library calls it.
  private let server: Unmanaged<WebServer>
  let port: UInt16

  /// The number of bytes that the library keeps for each connection.
  ///
  /// They hold the headers of the request, with 64 bytes for each one, those of the answer, and a
  /// piece of its content. The connection of an idle stream keeps them, so they are not many more
  /// than ``RequestGuard/headerLimit``.
  private static let connectionMemory = 16_384

  /// Starts the server.
  init(_ settings: WebServer.Settings, for server: WebServer) throws(WebServerError) {
    let retained = unsafe Unmanaged.passRetained(server)
    let pointer = unsafe settings.address.withCString { address in
      var setUp = unsafe livesql_web_server(
        address: address,
        port: settings.port,
        connection_limit: UInt32(clamping: max(settings.connectionLimit, 1)),
        timeout: UInt32(clamping: settings.idleLimit),
        memory: Self.connectionMemory,
        handler: daemonHandler,
        completed: daemonCompleted,
        argument: retained.toOpaque()
      )
      return unsafe livesql_start_web_server(&setUp)
    }
    let code = errno
    guard let pointer = unsafe pointer else {
      unsafe retained.release()
      let part = code == EADDRINUSE || code == EACCES ? "port" : "address"
      throw WebServerError(
        code: .cannotListen,
        message: "Cannot listen on the address \(settings.address):\(settings.port): "
          + "\(unsafe String(cString: strerror(code))). Choose another \(part)."
      )
    }
    unsafe self.pointer = unsafe pointer
    unsafe self.server = unsafe retained
    port = unsafe livesql_web_server_port(pointer)
  }

  /// Stops the thread, and closes all connections.
  func stop() {
    unsafe livesql_MHD_stop_daemon(pointer)
    unsafe server.release()
  }
}

/// Called with the headers of a request, with each piece of its body, and for its answer.
private func daemonHandler(
  _ argument: UnsafeMutableRawPointer?,
  _ connection: OpaquePointer?,
  _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?,
  _ version: UnsafePointer<CChar>?,
  _ data: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> CInt {
  guard let argument = unsafe argument, let connection = unsafe connection, let url = unsafe url,
    let method = unsafe method, let size = unsafe size, let context = unsafe context
  else { return answerNo }
  let server = unsafe Unmanaged<WebServer>.fromOpaque(argument).takeUnretainedValue()
  let headers = server.settings.securityHeaders.headers
  guard let retained = unsafe context.pointee else {
    let connection = unsafe ConnectionReference(connection)
    let head = connection.head(
      method: unsafe String(cString: method),
      path: unsafe String(cString: url)
    )
    guard let exchange = server.begin(connection, head) else { return answerNo }
    unsafe context.pointee = Unmanaged.passRetained(exchange).toOpaque()
    guard let refusal = exchange.refusal else { return answerYes }
    return exchange.send(refusal, headers) ? answerYes : answerNo
  }
  let exchange = unsafe Unmanaged<Exchange>.fromOpaque(retained).takeUnretainedValue()
  if unsafe size.pointee > 0 {
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size.pointee)
    let goesOn = unsafe exchange.receive(bytes)
    unsafe size.pointee = 0
    return goesOn ? answerYes : answerNo
  }
  guard let response = exchange.respond() else { return answerYes }
  return exchange.send(response, headers) ? answerYes : answerNo
}

/// Called when a request has been answered, or its client has left.
private func daemonCompleted(
  _ argument: UnsafeMutableRawPointer?,
  _ connection: OpaquePointer?,
  _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ reason: CInt
) {
  guard let argument = unsafe argument, let retained = unsafe context?.pointee else { return }
  let server = unsafe Unmanaged<WebServer>.fromOpaque(argument).takeUnretainedValue()
  unsafe context?.pointee = nil
  server.end(unsafe Unmanaged<Exchange>.fromOpaque(retained).takeRetainedValue())
}
