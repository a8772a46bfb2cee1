// What of libmicrohttpd, GNU's C library for web servers, `WebServer` uses: declared here, and found when a program runs.
//
// So the package builds where there is no libmicrohttpd. The functions stand in a table, which
// `livesql_load_microhttpd` fills once, before the first server is started.
// https://www.gnu.org/software/libmicrohttpd/manual/libmicrohttpd.html
#ifndef LIVESQL_CMICROHTTPD_H
#define LIVESQL_CMICROHTTPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct livesql_MHD_Daemon livesql_MHD_Daemon;
typedef struct livesql_MHD_Connection livesql_MHD_Connection;
typedef struct livesql_MHD_Response livesql_MHD_Response;

/// `enum MHD_Result`.
enum { LIVESQL_MHD_NO = 0, LIVESQL_MHD_YES = 1 };

/// What a reader of content tells but the number of bytes.
enum { LIVESQL_MHD_END_OF_STREAM = -1, LIVESQL_MHD_END_WITH_ERROR = -2 };

/// `MHD_AccessHandlerCallback`: called with the headers, with each piece of the body, and to answer.
typedef int (*livesql_MHD_Handler)(
  void *argument, livesql_MHD_Connection *connection, const char *url, const char *method, const char *version,
  const char *data, size_t *size, void **context
);
/// `MHD_RequestCompletedCallback`.
typedef void (*livesql_MHD_Completed)(
  void *argument, livesql_MHD_Connection *connection, void **context, int reason
);
/// `MHD_KeyValueIterator`.
typedef int (*livesql_MHD_Iterator)(void *argument, int kind, const char *key, const char *value);
/// `MHD_ContentReaderCallback`.
typedef ssize_t (*livesql_MHD_Reader)(void *argument, uint64_t position, char *buffer, size_t size);
/// `MHD_ContentReaderFreeCallback`.
typedef void (*livesql_MHD_Free)(void *argument);

/// How a server is started.
struct livesql_web_server {
  /// The address to listen on, such as `127.0.0.1` or `::1`.
  const char *address;
  /// The port; 0 has the system choose one.
  uint16_t port;
  unsigned int connection_limit;
  /// Seconds without anything sent or received after which a connection is closed.
  unsigned int timeout;
  /// The bytes of memory of a connection, which bounds its headers.
  size_t memory;
  livesql_MHD_Handler handler;
  livesql_MHD_Completed completed;
  void *argument;
};

/// Fills the table of functions.
///
/// - Returns: The name of a function that is not there; `NULL` where all are.
const char *livesql_load_microhttpd(void *(*find)(const char *name, void *argument), void *argument);

/// Starts a server, on a thread of its own; `NULL` where that fails, for a reason that `errno` holds.
livesql_MHD_Daemon *livesql_start_web_server(const struct livesql_web_server *server);

/// Tells the port that a server listens on.
uint16_t livesql_web_server_port(livesql_MHD_Daemon *daemon);

/// Tells the socket of a connection; -1 where it is not known.
int livesql_connection_socket(livesql_MHD_Connection *connection);

/// Whether the other end of a socket has closed it, or has no more to say.
bool livesql_socket_is_left(int socket);

/// The headers of a request, one call for each.
void livesql_each_header(livesql_MHD_Connection *connection, livesql_MHD_Iterator iterator, void *argument);

/// The values after the `?` of the address, as they are written there.
void livesql_each_query_value(livesql_MHD_Connection *connection, livesql_MHD_Iterator iterator, void *argument);

void livesql_MHD_stop_daemon(livesql_MHD_Daemon *daemon);
int livesql_MHD_quiesce_daemon(livesql_MHD_Daemon *daemon);
void livesql_MHD_suspend_connection(livesql_MHD_Connection *connection);
void livesql_MHD_resume_connection(livesql_MHD_Connection *connection);

/// A response with a copy of some bytes.
livesql_MHD_Response *livesql_response_of_bytes(size_t size, const void *bytes);

/// A response whose content comes from a reader, of a length that nobody knows.
livesql_MHD_Response *livesql_response_of_reader(livesql_MHD_Reader reader, void *argument, livesql_MHD_Free free);

int livesql_MHD_add_response_header(livesql_MHD_Response *response, const char *name, const char *value);
int livesql_MHD_queue_response(
  livesql_MHD_Connection *connection, unsigned int status, livesql_MHD_Response *response
);
void livesql_MHD_destroy_response(livesql_MHD_Response *response);

#endif
