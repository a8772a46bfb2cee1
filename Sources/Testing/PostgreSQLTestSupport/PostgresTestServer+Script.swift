extension PostgresTestServer {
  /// A script that starts the server, reports it, and ends the server when its own input ends.
  static let script = """
    folder=$1 programs=$2 primary=$3 limit=$4; shift 4
    \(asServer)
    trap '' INT TERM HUP
    cd "$folder" || exit 1
    if [ "$(id -u)" -eq 0 ]; then
      id postgres >/dev/null 2>&1 || { echo "there is no user 'postgres', and root may run no server"; exit 1; }
      chown postgres "$folder"
    fi
    chmod 700 "$folder"
    \(starting)
    \(killing)
    end() { as "$programs/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1; rm -rf "$folder"; }
    recent() { tail -n 8 "$folder/log" 2>/dev/null | tr '\\n' ' '; }
    fail() { recent; echo; end; exit 1; }
    : >log; [ "$(id -u)" -ne 0 ] || chown postgres log
    if [ -n "$primary" ]; then
      as "$programs/pg_basebackup" -D "$folder/data" -h "$primary" -U postgres -c fast -X stream -R -N \
        >log 2>&1 </dev/null || fail
    else
      as "$programs/initdb" -D "$folder/data" -A trust -U postgres --locale=C.UTF-8 --encoding=UTF8 -N \
        >log 2>&1 </dev/null || fail
    fi
    # In blocks of 512 bytes, or, of some shells, 1,024.
    [ "$limit" = unlimited ] || ulimit -f "$limit"
    {
      echo "unix_socket_directories='$folder'"
      echo "listen_addresses=''"
      echo "wal_level=logical"
      echo "max_wal_senders=20"
      echo "max_replication_slots=20"
      # In the data folder, so that it is gone with it: a killed server leaves shared memory behind.
      echo "dynamic_shared_memory_type=mmap"
      for line in "$@"; do echo "$line"; done
    } >>data/postgresql.conf
    start >/dev/null 2>&1 || fail
    echo ready
    perform() {
      case $1 in
        kill) kill_all ;;
        start) start ;;
        *) as "$programs/pg_ctl" -D "$folder/data" -w -t 600 -m fast -l "$folder/log" "$1" </dev/null ;;
      esac
    }
    while read -r action; do
      if perform "$action" >/dev/null 2>&1; then echo done; else printf '%s\\n' "$(recent)"; fi
    done
    exec >/dev/null 2>&1
    end
    """

  /// A shell function that starts the server.
  private static let starting = """
    start() {
      tries=0
      while :; do
        length=$(wc -c <log)
        as "$programs/pg_ctl" -D "$folder/data" -w -t 600 -l "$folder/log" start </dev/null && return
        # Where the numbers of segments are hidden, those of a killed server may still be in use.
        tail -c "+$((length + 1))" log | grep -q 'pre-existing shared memory block' || return
        tries=$((tries + 1)); [ "$tries" -lt 3000 ] || return
        sleep 0.1
      done
    }
    """

  /// A shell function that kills all processes of the server, and waits until they are gone.
  private static let killing = """
    # Repeats a question until the answer is yes; the limit of five minutes only ends what hangs.
    patiently() {
      turns=0
      until "$@"; do
        turns=$((turns + 1)); [ "$turns" -lt 6000 ] || return
        sleep 0.05
      done
    }
    # A process whose parent does not take note of its end stays as a zombie, which holds nothing.
    is_gone() { case $(ps -o stat= -p "$1" 2>/dev/null) in '' | Z*) ;; *) return 1 ;; esac; }
    is_still() { case $(ps -o stat= -p "$1" 2>/dev/null) in '' | Z* | T*) ;; *) return 1 ;; esac; }
    # Whether no process has this segment of shared memory.
    is_free() {
      users=$(awk -v id="$1" '$2 == id { print $7 }' /proc/sysvipc/shm 2>/dev/null)
      [ "${users:-0}" -eq 0 ]
    }
    kill_all() {
      main=$(sed -n 1p data/postmaster.pid) && [ -n "$main" ] || return
      segment=$(sed -n 7p data/postmaster.pid)
      # The main one is stopped first, or it would start others again.
      kill -STOP "$main" && patiently is_still "$main" || return
      processes="$main $(pgrep -P "$main")"
      kill -9 $processes
      for process in $processes; do patiently is_gone "$process" || return; done
      # The number of the main one may live on, and then no other would start.
      patiently is_free "${segment##* }" && rm -f data/postmaster.pid .s.*
    }
    """
}
