#include "CMicroHTTPD.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Numbers of the library's header, which are part of its binary interface.
enum {
  USE_ERROR_LOG = 1,
  USE_INTERNAL_POLLING_THREAD = 8,
  USE_IPV6 = 16,
  USE_ITC = 1024,
  ALLOW_SUSPEND_RESUME = 8192 | USE_ITC,
  USE_AUTO = 65536,

  OPTION_END = 0,
  OPTION_CONNECTION_MEMORY_LIMIT = 1,
  OPTION_CONNECTION_LIMIT = 2,
  OPTION_CONNECTION_TIMEOUT = 3,
  OPTION_NOTIFY_COMPLETED = 4,
  OPTION_SOCK_ADDR = 6,
  OPTION_EXTERNAL_LOGGER = 13,
  OPTION_UNESCAPE_CALLBACK = 16,

  HEADER_KIND = 1,
  GET_ARGUMENT_KIND = 8,
  CONNECTION_INFO_CONNECTION_FD = 6,
  RESPONSE_MUST_COPY = 2,
};

typedef struct livesql_MHD_Daemon Daemon;
typedef struct livesql_MHD_Connection Connection;
typedef struct livesql_MHD_Response Response;

static struct {
  Daemon *(*start_daemon)(unsigned int, uint16_t, void *, void *, livesql_MHD_Handler, void *, ...);
  void (*stop_daemon)(Daemon *);
  int (*quiesce_daemon)(Daemon *);
  const union info *(*get_connection_info)(Connection *, int, ...);
  int (*get_connection_values)(Connection *, int, livesql_MHD_Iterator, void *);
  void (*suspend_connection)(Connection *);
  void (*resume_connection)(Connection *);
  Response *(*create_response_from_buffer)(size_t, void *, int);
  Response *(*create_response_from_callback)(uint64_t, size_t, livesql_MHD_Reader, void *, livesql_MHD_Free);
  int (*add_response_header)(Response *, const char *, const char *);
  int (*queue_response)(Connection *, unsigned int, Response *);
  void (*destroy_response)(Response *);
  const union info *(*get_daemon_info)(Daemon *, int, ...);
} library;

/// What the library tells: for what is asked here a socket.
union info {
  int socket;
};
enum { DAEMON_INFO_LISTEN_FD = 2 };

const char *livesql_load_microhttpd(void *(*find)(const char *name, void *argument), void *argument) {
  struct {
    const char *name;
    void *place;
  } const functions[] = {
    {"MHD_start_daemon", &library.start_daemon},
    {"MHD_stop_daemon", &library.stop_daemon},
    {"MHD_quiesce_daemon", &library.quiesce_daemon},
    {"MHD_get_connection_info", &library.get_connection_info},
    {"MHD_get_connection_values", &library.get_connection_values},
    {"MHD_suspend_connection", &library.suspend_connection},
    {"MHD_resume_connection", &library.resume_connection},
    {"MHD_create_response_from_buffer", &library.create_response_from_buffer},
    {"MHD_create_response_from_callback", &library.create_response_from_callback},
    {"MHD_add_response_header", &library.add_response_header},
    {"MHD_queue_response", &library.queue_response},
    {"MHD_destroy_response", &library.destroy_response},
    {"MHD_get_daemon_info", &library.get_daemon_info},
  };
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    void *address = find(functions[index].name, argument);
    if (!address) return functions[index].name;
    *(void **)functions[index].place = address;
  }
  return NULL;
}

// The library logs each client that goes away while it is answered.
static void log_nothing(void *argument, const char *format, va_list values) {
  (void)argument, (void)format, (void)values;
}

// Paths are split before they are decoded, so that a `%2F` is no `/`.
static size_t leave_escaped(void *argument, Connection *connection, char *text) {
  (void)argument, (void)connection;
  return strlen(text);
}

Daemon *livesql_start_web_server(const struct livesql_web_server *server) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(server->port)};
  struct sockaddr_in6 address6 = {.sin6_family = AF_INET6, .sin6_port = htons(server->port)};
  const void *place = &address;
  unsigned int flags = USE_ERROR_LOG | USE_INTERNAL_POLLING_THREAD | ALLOW_SUSPEND_RESUME | USE_AUTO;
  if (inet_pton(AF_INET, server->address, &address.sin_addr) != 1) {
    if (inet_pton(AF_INET6, server->address, &address6.sin6_addr) != 1) {
      errno = EINVAL;
      return NULL;
    }
    place = &address6;
    flags |= USE_IPV6;
  }
  return library.start_daemon(
    flags, server->port, NULL, NULL, server->handler, server->argument,
    // The logger comes first: it is used while the others are read.
    OPTION_EXTERNAL_LOGGER, log_nothing, NULL,
    OPTION_SOCK_ADDR, place,
    OPTION_CONNECTION_LIMIT, server->connection_limit,
    OPTION_CONNECTION_TIMEOUT, server->timeout,
    OPTION_CONNECTION_MEMORY_LIMIT, server->memory,
    OPTION_NOTIFY_COMPLETED, server->completed, server->argument,
    OPTION_UNESCAPE_CALLBACK, leave_escaped, NULL,
    OPTION_END
  );
}

uint16_t livesql_web_server_port(Daemon *daemon) {
  const union info *info = library.get_daemon_info(daemon, DAEMON_INFO_LISTEN_FD);
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  if (!info || getsockname(info->socket, (struct sockaddr *)&address, &size)) return 0;
  return ntohs(
    address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                  : ((struct sockaddr_in *)&address)->sin_port
  );
}

int livesql_connection_socket(Connection *connection) {
  const union info *info = library.get_connection_info(connection, CONNECTION_INFO_CONNECTION_FD);
  return info ? info->socket : -1;
}

bool livesql_socket_is_left(int socket) {
  char byte;
  ssize_t size = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return size == 0 || (size < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

void livesql_each_header(Connection *connection, livesql_MHD_Iterator iterator, void *argument) {
  library.get_connection_values(connection, HEADER_KIND, iterator, argument);
}

void livesql_each_query_value(Connection *connection, livesql_MHD_Iterator iterator, void *argument) {
  library.get_connection_values(connection, GET_ARGUMENT_KIND, iterator, argument);
}

void livesql_MHD_stop_daemon(Daemon *daemon) { library.stop_daemon(daemon); }

int livesql_MHD_quiesce_daemon(Daemon *daemon) { return library.quiesce_daemon(daemon); }

void livesql_MHD_suspend_connection(Connection *connection) { library.suspend_connection(connection); }

void livesql_MHD_resume_connection(Connection *connection) { library.resume_connection(connection); }

Response *livesql_response_of_bytes(size_t size, const void *bytes) {
  return library.create_response_from_buffer(size, (void *)bytes, RESPONSE_MUST_COPY);
}

Response *livesql_response_of_reader(livesql_MHD_Reader reader, void *argument, livesql_MHD_Free free) {
  // MHD_SIZE_UNKNOWN.
  // Content in chunks is written to the connection's own buffer, so the one of the response is small.
  return library.create_response_from_callback(UINT64_MAX, 1024, reader, argument, free);
}

int livesql_MHD_add_response_header(Response *response, const char *name, const char *value) {
  return library.add_response_header(response, name, value);
}

int livesql_MHD_queue_response(Connection *connection, unsigned int status, Response *response) {
  return library.queue_response(connection, status, response);
}

void livesql_MHD_destroy_response(Response *response) { library.destroy_response(response); }
