// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT
//
// Requests -> answers. No sockets, no clock, no files: an answer depends only on the request, the
// catalog and the options. So tests and fuzzers can ask without a server.

#ifndef TILEBASE_TOOLS_SERVE_SERVICE_H_
#define TILEBASE_TOOLS_SERVE_SERVICE_H_

#include <stddef.h>
#include <stdint.h>

#include <memory>
#include <string>
#include <string_view>

#include "absl/types/span.h"
#include "tools/serve/answers.h"
#include "tools/serve/catalog.h"
#include "tools/serve/http_reader.h"
#include "tools/serve/page.h"
#include "tools/serve/request.h"
#include "tools/serve/search.h"
#include "tools/serve/telemetry.h"

namespace tilebase::serve {

struct ServiceOptions {
  size_t max_boards = 10000;
  std::string cors_origin;  // "*", one origin, or empty: no other page may ask
  SearchLimits search;
};

// The data that the threads of a server share and an answer may show.
struct ServerState {
  absl::Span<const Metrics* const> threads;
  const ServerMetrics* metrics = nullptr;
};

// Scratch memory of one thread, kept from request to request.
struct Scratch {
  std::string date;  // of the Date field: "Sat, 21 Nov 2026 09:05:05 GMT"
  bool draining = false;

  // The service's own.
  std::string body;
  Parameters parameters;
  AnswerScratch answers;
};

struct Answer {
  std::string bytes;  // to be sent now, head and all
  std::unique_ptr<BatchRest> rest;
  std::shared_ptr<Search> search;  // instead of bytes: the search to run first
  bool close = false;              // the connection ends with this answer
  Route route = Route::kOther;
  int status = 0;
  uint64_t boards_solved = 0;
  uint64_t boards_refused = 0;

  void Clear();
};

// Immutable; any number of threads, each with a Scratch of its own.
class Service {
 public:
  Service(ServiceOptions options, Page page, ServerState state);

  // Answers a request. Requires a cleared `answer`. If answer->rest is set afterwards, Continue
  // gives the rest; if answer->search is set, Finish gives the answer. May move the request's body
  // away.
  void Handle(const std::shared_ptr<const Catalog>& catalog, HttpRequest& request, Scratch* scratch,
              Answer* answer) const;
  // Appends the next piece of the rest to answer->bytes: SliceBoards boards, or, for boards of any
  // size, about kPieceLetters letters. Resets the rest after the last piece.
  void Continue(Scratch* scratch, Answer* answer) const;
  // Answers a request whose search has run, or has failed.
  void Finish(HttpRequest& request, Scratch* scratch, Answer* answer) const;
  // Answers a request that could not be read. The connection closes.
  void Refuse(const HttpError& error, Scratch* scratch, Answer* answer) const;

 private:
  struct Call;
  void Solve(Call* call) const;
  void SolveMany(Call* call) const;
  // Reads the parameters that GET and POST share.
  std::optional<Problem> ReadAsked(const Catalog& catalog, const Parameters& parameters,
                                   SolveOptions* options, ChosenSize* size) const;
  // Answers later, by a search or in pieces. Requires boards that have been read.
  void SolveLater(Call* call, std::unique_ptr<BatchRest> rest) const;
  void Analyse(Call* call) const;
  void Probe(Call* call) const;  // and hints
  void Scramble(Call* call) const;
  void Play(Call* call) const;
  void SendPage(Call* call) const;
  void Options(Call* call, std::string_view allowed) const;
  void SendProblem(Call* call, const Problem& problem, std::string_view fields = {}) const;
  // Sends head and body; the body is in scratch->body unless `body` is given.
  void Send(Call* call, int status, std::string_view content_type, std::string_view body,
            std::string_view fields = {}) const;
  void AppendHead(Call* call, int status, std::string_view content_type,
                  std::string_view fields) const;

  ServiceOptions options_;
  Page page_;
  ServerState state_;
  std::string cors_fields_;
};

// "Sat, 21 Nov 2026 09:05:05 GMT"
std::string HttpDate(int64_t seconds_since_epoch);

}  // namespace tilebase::serve

#endif  // TILEBASE_TOOLS_SERVE_SERVICE_H_
