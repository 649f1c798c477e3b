// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// The thread that calls Serve accepts connections and takes signals; it hands each connection to
// one of the threads that answer, in turn.

#include "tools/serve/server.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <charconv>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "tables/system/file_io.h"
#include "tools/serve/catalog.h"
#include "tools/serve/loop.h"
#include "tools/serve/page.h"
#include "tools/serve/search.h"
#include "tools/serve/service.h"
#include "tools/serve/telemetry.h"

namespace tilebase::serve {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

// The number of connections beyond the limit that get an answer at a time; more are closed at once.
constexpr uint64_t kRefusedAtATime = 128;
// Descriptors that are not connections.
constexpr uint64_t kOtherDescriptors = 64;
// From the last moment a new connection can begin to the end of listening: longer than the
// handshakes take that are under way.
constexpr auto kHandshakeTime = std::chrono::milliseconds(250);
constexpr auto kAcceptRetryTime = std::chrono::milliseconds(100);
constexpr int kFirstInheritedDescriptor = 3;  // sd_listen_fds(3)

// --listen, taken apart: "[::1]:8080" is host "::1", port 8080.
struct ListenAddress {
  std::string host;
  uint16_t port = 0;
};

std::optional<ListenAddress> ParseListen(const std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == text.npos) return std::nullopt;
  ListenAddress address{text.substr(0, colon)};
  std::string& host = address.host;
  if (host.size() > 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  else if (host.empty() || host.find_first_of(": \t/") != host.npos)
    return std::nullopt;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data() + colon + 1, last, address.port);
  if (error != std::errc() || end != last) return std::nullopt;
  return address;
}

// A name such as localhost may have several addresses: takes the first of IPv4, else the first.
tcp::endpoint Resolve(const ListenAddress& address, boost::asio::io_context& context,
                      error_code& error) {
  tcp::resolver resolver(context);
  const auto found =
      resolver.resolve(address.host, std::to_string(address.port),
                       tcp::resolver::passive | tcp::resolver::numeric_service, error);
  if (error) return {};
  for (const auto& entry : found)
    if (entry.endpoint().address().is_v4()) return entry.endpoint();
  return found.begin()->endpoint();
}

std::string ToText(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return endpoint.address().is_v6() ? absl::StrCat("[", address, "]:", endpoint.port())
                                    : absl::StrCat(address, ":", endpoint.port());
}

// How many listening sockets a service manager has made for us.
int InheritedSockets() {
  const char* const pid = getenv("LISTEN_PID");
  const char* const count = getenv("LISTEN_FDS");
  int number = 0;
  if (pid == nullptr || count == nullptr || !absl::SimpleAtoi(pid, &number) || number != getpid() ||
      !absl::SimpleAtoi(count, &number))
    return 0;
  return number;
}

// Tells a service manager how things are (sd_notify(3)); nothing where there is none.
void NotifyManager(std::string_view state) {
  const char* const path = getenv("NOTIFY_SOCKET");
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path == nullptr || *path == 0 || strlen(path) >= sizeof address.sun_path) return;
  memcpy(address.sun_path, path, strlen(path));
  if (address.sun_path[0] == '@') address.sun_path[0] = 0;  // the abstract namespace
  const FileDescriptor fd(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (fd.get() < 0) return;
  (void)sendto(fd.get(), state.data(), state.size(), MSG_NOSIGNAL,
               reinterpret_cast<const sockaddr*>(&address),
               static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + strlen(path)));
}

// Lets no new connection begin, while those go on that have begun: drops segments with SYN and
// without ACK. Closing at once would reset connections that the client has, and has sent a request
// on, but nobody has accepted.
void StopNewConnections(int listener) {
  constexpr uint32_t kFlagsAt = 13;  // in the TCP header
  constexpr uint32_t kSyn = 0x02;
  constexpr uint32_t kAck = 0x10;
  sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, kFlagsAt),
      BPF_STMT(BPF_ALU | BPF_AND | BPF_K, kSyn | kAck),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kSyn, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, 0),
      BPF_STMT(BPF_RET | BPF_K, 0xffffffff),
  };
  const sock_fprog program = {std::size(code), code};
  // Where this fails, a connection made in the last microseconds is reset.
  (void)setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);
}

// Raises the limit of descriptors for this number of connections. Returns how many it allows.
uint64_t RaiseDescriptorLimit(uint64_t connections) {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return connections;
  const uint64_t wanted = connections + kRefusedAtATime + kOtherDescriptors;
  if (limit.rlim_cur < wanted) {
    limit.rlim_cur = std::min<rlim_t>(wanted, limit.rlim_max);
    (void)setrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur >= wanted) return connections;
  const uint64_t others = kRefusedAtATime + kOtherDescriptors;
  return limit.rlim_cur > others ? limit.rlim_cur - others : 1;
}

class Server {
 public:
  Server(const Settings& settings, std::function<void(const std::string&)> say)
      : settings_(settings),
        say_(std::move(say)),
        acceptor_(control_),
        signals_(control_),
        timer_(control_),
        budget_(settings.body_memory_bytes),
        access_log_(settings.access_log, say_),
        reloader_(
            {settings.files, settings.threads, settings.watch_time,
             settings.table_memory_bytes == 0 ? UINT64_MAX : settings.table_memory_bytes},
            &metrics_, [this](auto catalog) { Publish(std::move(catalog)); }, say_) {}

  absl::Status Run() {
    auto catalog = reloader_.LoadAll();
    if (!catalog.ok()) return catalog.status();
    auto page = FindPage();
    if (!page.ok()) return page.status();
    if (absl::Status status = access_log_.Open(); !status.ok())
      return absl::UnavailableError(status.message());
    max_connections_ = RaiseDescriptorLimit(settings_.max_connections);
    if (max_connections_ < settings_.max_connections)
      say_(absl::StrCat("at most ", max_connections_, " connections instead of ",
                        settings_.max_connections,
                        ": the system allows no more open files (ulimit -Hn)"));
    signals_.add(SIGTERM);
    signals_.add(SIGINT);
    signals_.add(SIGHUP);
    WaitForSignal();
    if (absl::Status status = Listen(); !status.ok()) return status;
    for (int i = 0; i < settings_.threads; ++i) {
      loops_.push_back(nullptr);
      thread_metrics_.push_back(nullptr);
    }
    // The service reads the metrics of all loops, and each loop uses the service.
    service_.emplace(ServiceOptions{settings_.max_boards,
                                    settings_.cors_origin,
                                    {settings_.search_nodes, settings_.search_time}},
                     *std::move(page), ServerState{thread_metrics_, &metrics_});
    searches_.emplace(settings_.search_threads, settings_.max_searches, &metrics_);
    for (size_t i = 0; i < loops_.size(); ++i) {
      loops_[i] = std::make_unique<Loop>(&settings_, &*service_, &*searches_, &metrics_, &budget_,
                                         &access_log_, *catalog);
      thread_metrics_[i] = &loops_[i]->metrics();
    }
    catalog->reset();  // or the first one would stay for ever
    std::vector<std::thread> threads;
    running_ = loops_.size();
    for (const auto& loop : loops_)
      threads.emplace_back([this, &loop] {
        loop->Run();
        boost::asio::post(control_, [this] { LoopEnded(); });
      });
    reloader_.Start();
    Accept();
    NotifyManager("READY=1");
    control_.run();
    for (std::thread& thread : threads) thread.join();
    return absl::OkStatus();
  }

 private:
  absl::StatusOr<Page> FindPage() {
    if (settings_.page.empty()) return Page();
    return Page::FromFolder(settings_.page);
  }

  absl::Status Listen() {
    error_code error;
    if (const int inherited = InheritedSockets(); inherited > 0) {
      fcntl(kFirstInheritedDescriptor, F_SETFD, FD_CLOEXEC);
      sockaddr_storage address = {};
      socklen_t size = sizeof address;
      if (inherited > 1 ||
          getsockname(kFirstInheritedDescriptor, reinterpret_cast<sockaddr*>(&address), &size) ||
          (address.ss_family != AF_INET && address.ss_family != AF_INET6))
        return absl::UnavailableError(
            "the service manager gave other sockets than one for TCP; see ListenStream= of its "
            "socket unit");
      acceptor_.assign(address.ss_family == AF_INET6 ? tcp::v6() : tcp::v4(),
                       kFirstInheritedDescriptor, error);
      is_inherited_ = true;
    } else {
      const tcp::endpoint endpoint = Resolve(*ParseListen(settings_.listen), control_, error);
      if (!error) acceptor_.open(endpoint.protocol(), error);
      if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
      if (!error) acceptor_.bind(endpoint, error);
      if (!error) acceptor_.listen(boost::asio::socket_base::max_listen_connections, error);
    }
    if (error)
      return absl::UnavailableError(
          absl::StrCat(settings_.listen, ": cannot listen: ", error.message(),
                       "; choose another address with --listen, or stop what listens there"));
    acceptor_.non_blocking(true, error);
    say_(absl::StrCat("listening on ", ToText(acceptor_.local_endpoint(error))));
    return absl::OkStatus();
  }

  void Accept() {
    Loop& loop = *loops_[next_loop_];
    acceptor_.async_accept(loop.context(),
                           [this, &loop](const error_code& error, tcp::socket socket) {
                             if (!acceptor_.is_open()) return;
                             if (!error) {
                               HandOut(loop, std::move(socket));
                               return Accept();
                             }
                             if (error == boost::asio::error::connection_aborted) return Accept();
                             // No descriptors or no memory: others may soon give some back.
                             timer_.expires_after(kAcceptRetryTime);
                             timer_.async_wait([this](const error_code& cancelled) {
                               if (!cancelled && acceptor_.is_open()) Accept();
                             });
                           });
  }

  void HandOut(Loop& loop, tcp::socket socket) {
    ++metrics_.connections_accepted;
    next_loop_ = (next_loop_ + 1) % loops_.size();
    if (metrics_.connections < max_connections_) {
      ++metrics_.connections;
      return loop.Serve(std::move(socket));
    }
    ++metrics_.connections_refused;
    if (metrics_.connections_ending >= kRefusedAtATime) return;
    ++metrics_.connections_ending;
    loop.Refuse(std::move(socket));
  }

  void WaitForSignal() {
    signals_.async_wait([this](const error_code& error, int signal) {
      if (error) return;
      WaitForSignal();
      if (signal == SIGHUP) {
        if (absl::Status status = access_log_.Open(); !status.ok())
          say_(std::string(status.message()));
        reloader_.ReloadAll();
      } else if (!draining_) {
        Drain();
      } else {
        say_("stopping at once");
        for (const auto& loop : loops_) loop->Stop();
      }
    });
  }

  void Drain() {
    draining_ = true;
    say_("stopping when all requests are answered");
    NotifyManager("STOPPING=1");
    for (const auto& loop : loops_) loop->Drain();
    // A socket of a service manager goes on to listen for the next server.
    if (is_inherited_) return StopAccepting();
    StopNewConnections(acceptor_.native_handle());
    timer_.expires_after(kHandshakeTime);
    timer_.async_wait([this](const error_code&) { StopAccepting(); });
  }

  void StopAccepting() {
    error_code error;
    while (!is_inherited_) {
      Loop& loop = *loops_[next_loop_];
      tcp::socket socket(loop.context());
      acceptor_.accept(socket, error);
      if (error) break;
      HandOut(loop, std::move(socket));
    }
    acceptor_.close(error);
    for (const auto& loop : loops_) loop->Finish();
  }

  void LoopEnded() {
    if (--running_ != 0) return;
    signals_.cancel();
    timer_.cancel();
  }

  // In the reloader's thread.
  void Publish(const std::shared_ptr<const Catalog>& catalog) {
    for (const auto& loop : loops_) loop->Switch(catalog);
  }

  const Settings settings_;
  const std::function<void(const std::string&)> say_;
  boost::asio::io_context control_;
  tcp::acceptor acceptor_;
  boost::asio::signal_set signals_;
  boost::asio::steady_timer timer_;
  bool is_inherited_ = false;
  bool draining_ = false;
  uint64_t max_connections_ = 0;
  size_t next_loop_ = 0;
  size_t running_ = 0;
  BodyBudget budget_;
  AccessLogFile access_log_;
  ServerMetrics metrics_;
  std::vector<const Metrics*> thread_metrics_;
  std::optional<Service> service_;
  std::vector<std::unique_ptr<Loop>> loops_;
  std::optional<SearchPool> searches_;  // its threads use the loops
  Reloader reloader_;                   // its thread uses all of the above
};

}  // namespace

absl::Status CheckSettings(const Settings& settings) {
  const auto wrong = [](const char* flag, const char* expected, const std::string& found) {
    return absl::InvalidArgumentError(
        absl::StrCat(flag, ": expected ", expected, ", found ", found));
  };
  if (settings.files.empty())
    return absl::InvalidArgumentError(
        "no table set given; name files made by 'tilebase build', as arguments, in "
        "TILEBASE_FILES, or in the configuration file");
  if (!ParseListen(settings.listen))
    return wrong("--listen", "an address and a port, such as localhost:8080 or [::1]:8080",
                 absl::StrCat("'", settings.listen, "'"));
  for (const char c : settings.cors_origin)
    if (c <= ' ' || c == 0x7f) return wrong("--cors", "* or one origin", "a space or control byte");
  if (settings.max_target_bytes >= settings.max_head_bytes)
    return wrong("--max-target-bytes", "less than --max-head-bytes",
                 absl::StrCat(settings.max_target_bytes));
  if (settings.body_memory_bytes < settings.max_body_bytes)
    return wrong("--body-memory-bytes", "at least --max-body-bytes",
                 absl::StrCat(settings.body_memory_bytes));
  return absl::OkStatus();
}

absl::Status Serve(const Settings& settings, const std::function<void(const std::string&)>& say) {
  return Server(settings, say).Run();
}

}  // namespace tilebase::serve
