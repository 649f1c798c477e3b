// Copyright (c) 2026 The tilebase authors
// SPDX-License-Identifier: MIT

#include "tools/serve/service.h"

#include <time.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "runtime/analysis.h"
#include "tables/board_text.h"
#include "tables/error.h"
#include "tables/move_text.h"
#include "tables/plan.h"
#include "tools/common/quantity.h"

namespace tilebase::serve {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::string_view kProblemJson = "application/problem+json";
constexpr std::string_view kPlainText = "text/plain; charset=utf-8";
constexpr std::string_view kPrometheusText = "text/plain; version=0.0.4; charset=utf-8";

absl::string_view View(std::string_view text) { return {text.data(), text.size()}; }

// Absl's StrAppend does not know std::string_view here.
void Append(std::string_view text, std::string* to) { to->append(text); }
void AppendNumber(size_t number, std::string* to) {
  char digits[20];
  char* begin = digits + sizeof digits;
  do *--begin = static_cast<char>('0' + number % 10);
  while ((number /= 10) != 0);
  to->append(begin, digits + sizeof digits);
}

bool IsIdentity(std::string_view content_encoding) {
  return content_encoding.empty() || absl::EqualsIgnoreCase(View(content_encoding), "identity");
}

bool IsJson(std::string_view content_type) {
  const std::string_view type = content_type.substr(0, content_type.find(';'));
  return absl::EqualsIgnoreCase(absl::StripAsciiWhitespace(View(type)), View(kJson));
}

struct RouteOf {
  std::string_view path;
  Route route;
  std::string_view allowed;
};
constexpr RouteOf kRouteTable[] = {
    {"/v1/solve", Route::kSolve, "GET, HEAD, POST, OPTIONS"},
    {"/v1/probe", Route::kProbe, "GET, HEAD, OPTIONS"},
    {"/v1/hint", Route::kHint, "GET, HEAD, OPTIONS"},
    {"/v1/analyse", Route::kAnalyse, "GET, HEAD, OPTIONS"},
    {"/v1/scramble", Route::kScramble, "GET, HEAD, OPTIONS"},
    {"/v1/tables", Route::kTables, "GET, HEAD, OPTIONS"},
    {"/healthz", Route::kHealthz, "GET, HEAD, OPTIONS"},
    {"/readyz", Route::kReadyz, "GET, HEAD, OPTIONS"},
    {"/metrics", Route::kMetrics, "GET, HEAD, OPTIONS"},
    {"/openapi.json", Route::kOpenApi, "GET, HEAD, OPTIONS"},
};
constexpr std::string_view kPageAllowed = "GET, HEAD, OPTIONS";

}  // namespace

void Answer::Clear() {
  bytes.clear();
  rest.reset();
  search.reset();
  close = false;
  route = Route::kOther;
  status = 0;
  boards_solved = 0;
  boards_refused = 0;
}

std::string HttpDate(int64_t seconds_since_epoch) {
  return absl::FormatTime("%a, %d %b %E4Y %H:%M:%S GMT", absl::FromUnixSeconds(seconds_since_epoch),
                          absl::UTCTimeZone());
}

// One request under way.
struct Service::Call {
  const std::shared_ptr<const Catalog>* catalog;
  HttpRequest* request;
  Scratch* scratch;
  Answer* answer;
  Target target;
  bool head_only = false;
};

Service::Service(ServiceOptions options, Page page, ServerState state)
    : options_(std::move(options)), page_(std::move(page)), state_(state) {
  if (options_.cors_origin.empty()) return;
  cors_fields_ = absl::StrCat("Access-Control-Allow-Origin: ", options_.cors_origin, "\r\n");
  if (options_.cors_origin != "*") cors_fields_ += "Vary: Origin\r\n";
}

void Service::AppendHead(Call* call, int status, std::string_view content_type,
                         std::string_view fields) const {
  Answer& answer = *call->answer;
  answer.status = status;
  std::string& bytes = answer.bytes;
  Append("HTTP/1.1 ", &bytes);
  AppendNumber(static_cast<size_t>(status), &bytes);
  Append(" ", &bytes);
  Append(ReasonPhrase(status), &bytes);
  Append("\r\nDate: ", &bytes);
  Append(call->scratch->date, &bytes);
  if (!content_type.empty()) {
    Append("\r\nContent-Type: ", &bytes);
    Append(content_type, &bytes);
  }
  if (answer.close)
    Append("\r\nConnection: close", &bytes);
  else if (!call->request->http_1_1)
    Append("\r\nConnection: keep-alive", &bytes);
  Append("\r\n", &bytes);
  Append(cors_fields_, &bytes);
  Append(fields, &bytes);
}

void Service::Send(Call* call, int status, std::string_view content_type, std::string_view body,
                   std::string_view fields) const {
  AppendHead(call, status, content_type, fields);
  std::string& bytes = call->answer->bytes;
  // These two never have a body, and no length says so.
  if (status != 204 && status != 304) {
    Append("Content-Length: ", &bytes);
    AppendNumber(body.size(), &bytes);
    Append("\r\n", &bytes);
  }
  Append("\r\n", &bytes);
  if (!call->head_only) Append(body, &bytes);
}

void Service::SendProblem(Call* call, const Problem& problem, std::string_view fields) const {
  std::string& body = call->scratch->body;
  body.clear();
  AppendProblem(problem, &body);
  body += '\n';
  Send(call, problem.status, kProblemJson, body, fields);
}

void Service::Refuse(const HttpError& error, Scratch* scratch, Answer* answer) const {
  HttpRequest nothing;
  Call call{nullptr, &nothing, scratch, answer, {}};
  answer->close = true;
  SendProblem(&call, {error.status, error.parameter, error.expected, error.found},
              error.status == 503 ? "Retry-After: 1\r\n" : "");
}

void Service::Handle(const std::shared_ptr<const Catalog>& catalog, HttpRequest& request,
                     Scratch* scratch, Answer* answer) const {
  Call call{&catalog, &request, scratch, answer, {}};
  answer->close = !request.keep_alive || scratch->draining;
  call.head_only = request.method == Method::kHead;
  const std::optional<Target> target = SplitTarget(request.target);
  if (!target)
    return SendProblem(&call, {400, "target", "a path and a query, with %XX for other characters",
                               Quoted(request.target)});
  call.target = *target;
  std::string_view allowed;
  const PageFile* file = nullptr;
  for (const RouteOf& candidate : kRouteTable)
    if (candidate.path == call.target.path) {
      answer->route = candidate.route;
      allowed = candidate.allowed;
    }
  if (allowed.empty()) {
    file = page_.Find(call.target.path);
    // "*" is the server as a whole.
    if (file != nullptr || (call.target.path == "*" && request.method == Method::kOptions)) {
      answer->route = Route::kPage;
      allowed = kPageAllowed;
    }
  }
  if (allowed.empty())
    return SendProblem(
        &call,
        {404, "path",
         "/v1/solve, /v1/probe, /v1/hint, /v1/analyse, /v1/scramble, /v1/tables or /openapi.json",
         Quoted(call.target.path)});
  if (request.method == Method::kOptions) return Options(&call, allowed);
  const bool may_post = answer->route == Route::kSolve;
  if (request.method == Method::kOther || (request.method == Method::kPost && !may_post))
    return SendProblem(&call, {405, "method", absl::StrCat("one of ", View(allowed)), "another"},
                       absl::StrCat("Allow: ", View(allowed), "\r\n"));
  switch (answer->route) {
    case Route::kSolve:
      return request.method == Method::kPost ? SolveMany(&call) : Solve(&call);
    case Route::kProbe:
    case Route::kHint:
      return Probe(&call);
    case Route::kAnalyse:
      return Analyse(&call);
    case Route::kScramble:
      return Scramble(&call);
    case Route::kPage:
      return SendPage(&call);
    default:
      break;
  }
  if (const auto problem = scratch->parameters.Read(call.target.query, {}))
    return SendProblem(&call, *problem);
  switch (answer->route) {
    case Route::kTables:
      return Send(&call, 200, kJson, catalog->description(), "Cache-Control: no-cache\r\n");
    case Route::kReadyz:
      if (scratch->draining)
        return SendProblem(&call, {503, "", "a server that goes on", "one that is stopping"});
      [[fallthrough]];
    case Route::kHealthz:
      return Send(&call, 200, kPlainText, "ok\n", "Cache-Control: no-store\r\n");
    case Route::kMetrics:
      return Send(&call, 200, kPrometheusText,
                  RenderMetrics(state_.threads, *state_.metrics, catalog->memory_bytes()),
                  "Cache-Control: no-store\r\n");
    default:  // kOpenApi
      return Send(&call, 200, kJson, OpenApiDocument(), "Cache-Control: no-cache\r\n");
  }
}

void Service::Options(Call* call, std::string_view allowed) const {
  std::string fields = absl::StrCat("Allow: ", View(allowed), "\r\n");
  if (!cors_fields_.empty())
    absl::StrAppend(&fields, "Access-Control-Allow-Methods: ", View(allowed),
                    "\r\nAccess-Control-Allow-Headers: Content-Type\r\n"
                    "Access-Control-Max-Age: 86400\r\n");
  Send(call, 204, "", "", fields);
}

void Service::SendPage(Call* call) const {
  // A query is the page's own affair.
  const PageFile& file = *page_.Find(call->target.path);
  const std::string fields =
      absl::StrCat("ETag: ", View(file.entity_tag),
                   "\r\nCache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\n");
  if (absl::StrContains(call->request->if_none_match, View(file.entity_tag)))
    return Send(call, 304, "", "", fields);
  Send(call, 200, file.content_type, file.bytes, fields);
}

void Service::Solve(Call* call) const {
  Scratch& scratch = *call->scratch;
  Answer& answer = *call->answer;
  Parameters& parameters = scratch.parameters;
  auto problem = parameters.Read(
      call->target.query, {"board", "size", "effort", "stages", "to", "optimal", "nodes", "time"});
  if (problem) return SendProblem(call, *problem);
  bool optimal = false;
  if ((problem = ReadFlag(parameters, "optimal", &optimal))) return SendProblem(call, *problem);
  // What is for one way to solve is not for the other.
  for (const char* const name : {"effort", "stages"})
    if (optimal && parameters.Find(name) != nullptr)
      return SendProblem(call, BadParameter(name, "it without optimal", "both"));
  for (const char* const name : {"nodes", "time"})
    if (!optimal && parameters.Find(name) != nullptr)
      return SendProblem(call, BadParameter(name, "it with optimal=true", "it alone"));
  if (optimal) return Ask(call, Search::Kind::kSolve);
  const std::string* const board = parameters.Find("board");
  if (board == nullptr) return SendProblem(call, BadParameter("board", "a board", "none"));
  SolveOptions options;
  if ((problem = ReadOptions(parameters, &options))) return SendProblem(call, *problem);
  const LoadedSet* set = nullptr;
  std::optional<BigSize> any_size;
  if (const std::string* const size = parameters.Find("size"))
    if ((problem = FindSolver(**call->catalog, *size, &set, &any_size)))
      return SendProblem(call, *problem);
  if (any_size) {
    auto rest = std::make_unique<BatchRest>();
    problem =
        AnyAnswer::Start(*(*call->catalog)->any(), *any_size, *board, options, &rest->under_way);
    if (problem) {
      ++answer.boards_refused;
      return SendProblem(call, *problem);
    }
    rest->any_size = any_size;
    rest->single = true;
    return SendPieces(call, std::move(rest));
  }
  scratch.body.clear();
  BoardAnswers answers(**call->catalog, set, &scratch.answers);
  if ((problem = answers.SolveOne(*board, options, &scratch.body))) {
    ++answer.boards_refused;
    return SendProblem(call, *problem);
  }
  ++answer.boards_solved;
  scratch.body += '\n';
  Send(call, 200, kJson, scratch.body);
}

namespace {

// Whether the set tells shortest solutions; `parameter` has chosen it.
std::optional<Problem> CheckSearched(const LoadedSet& set, std::string_view parameter) {
  if (set.optimal != nullptr) return std::nullopt;
  return Problem{404, std::string(parameter),
                 "a size whose file has pattern tables, one stage of all tiles, or the metric mtm",
                 absl::StrCat("the plan ", set.info().plan)};
}

}  // namespace

void Service::Analyse(Call* call) const {
  Parameters& parameters = call->scratch->parameters;
  auto problem =
      parameters.Read(call->target.query, {"board", "size", "moves", "list", "nodes", "time"});
  if (problem) return SendProblem(call, *problem);
  const bool is_game = parameters.Find("moves") != nullptr;
  if (is_game && parameters.Find("list") != nullptr)
    return SendProblem(call, BadParameter("list", "it without moves", "both"));
  Ask(call, is_game ? Search::Kind::kGame : Search::Kind::kBoard);
}

std::optional<Problem> Service::ReadSearchTime(const std::string* time, double* seconds) const {
  *seconds = options_.search_seconds;
  if (time == nullptr) return std::nullopt;
  const auto given = ParseTime(*time, 1e-6, options_.search_seconds);
  if (!given.ok())
    return BadParameter("time",
                        absl::StrCat("a time such as 500ms, up to ", options_.search_seconds, " s"),
                        Quoted(*time));
  *seconds = *given;
  return std::nullopt;
}

void Service::Ask(Call* call, Search::Kind kind) const {
  const Catalog& catalog = **call->catalog;
  const Parameters& parameters = call->scratch->parameters;
  auto search = std::make_shared<Search>();
  search->kind = kind;
  search->catalog = *call->catalog;
  const auto read = [&]() -> std::optional<Problem> {
    const std::string* const board = parameters.Find("board");
    if (board == nullptr) return BadParameter("board", "a board", "none");
    if (const std::string* const size = parameters.Find("size"))
      if (auto problem = FindSet(catalog, *size, &search->set)) return problem;
    const BoardAnswers answers(catalog, search->set, &call->scratch->answers);
    if (auto problem = answers.ReadSolvable(*board, parameters.Find("to"), &search->set,
                                            &search->board, &search->destination))
      return problem;
    if (auto problem = CheckSearched(*search->set, "board")) return problem;
    if (const std::string* const moves = parameters.Find("moves")) {
      absl::StatusOr<std::string> letters = ReadMoves(*moves, /*of_blank=*/false);
      const absl::Status status =
          letters.ok() ? CheckGame(search->board, *letters) : letters.status();
      if (!status.ok()) {
        const ErrorParts parts = PartsOf(status);
        return BadParameter("moves", parts.expected,
                            absl::StrCat(parts.found, " (", parts.where, ")"));
      }
      search->game = *std::move(letters);
    }
    if (const std::string* const list = parameters.Find("list")) {
      const auto count = ParseCount(*list, 0, kMostListed);
      if (!count.ok())
        return BadParameter("list", absl::StrCat("0 to ", kMostListed), Quoted(*list));
      search->listed = *count;
    }
    search->nodes = options_.search_nodes;
    if (const std::string* const nodes = parameters.Find("nodes")) {
      const auto count = ParseCount(*nodes, 1, options_.search_nodes);
      if (!count.ok())
        return BadParameter("nodes", absl::StrCat("1 to ", options_.search_nodes), Quoted(*nodes));
      search->nodes = *count;
    }
    if (auto problem = ReadSearchTime(parameters.Find("time"), &search->seconds)) return problem;
    return std::nullopt;
  };
  if (const auto problem = read()) return SendProblem(call, *problem);
  call->answer->search = std::move(search);
}

void Service::Finish(HttpRequest& request, Scratch* scratch, Answer* answer) const {
  const std::shared_ptr<Search> search = std::move(answer->search);
  Call call{nullptr, &request, scratch, answer, {}, request.method == Method::kHead};
  answer->close |= scratch->draining;
  if (search->problem) {
    ++answer->boards_refused;
    return SendProblem(&call, *search->problem,
                       search->problem->status == 503 ? "Retry-After: 1\r\n" : "");
  }
  ++answer->boards_solved;
  search->json += '\n';
  Send(&call, 200, kJson, search->json);
}

void Service::SolveMany(Call* call) const {
  HttpRequest& request = *call->request;
  if (!IsJson(request.content_type))
    return SendProblem(call,
                       {415, "Content-Type", std::string(kJson),
                        request.content_type.empty() ? "none" : Quoted(request.content_type)});
  if (!IsIdentity(request.content_encoding))
    return SendProblem(
        call, {415, "Content-Encoding", "a body as it is", Quoted(request.content_encoding)},
        "Accept-Encoding: identity\r\n");
  auto problem = call->scratch->parameters.Read(call->target.query, {});
  if (problem) return SendProblem(call, *problem);
  auto rest = std::make_unique<BatchRest>();
  problem = ReadBatch(request.body, options_.max_boards, &rest->batch);
  std::string().swap(request.body);
  if (problem) return SendProblem(call, *problem);
  if (rest->batch.size.has_value())
    if ((problem = FindSolver(**call->catalog, *rest->batch.size, &rest->set, &rest->any_size)))
      return SendProblem(call, *problem);
  SendPieces(call, std::move(rest));
}

void Service::SendPieces(Call* call, std::unique_ptr<BatchRest> rest) const {
  Answer& answer = *call->answer;
  rest->catalog = *call->catalog;
  // Without chunks, which HTTP/1.0 does not know, the end of the connection ends the answer.
  rest->chunked = call->request->http_1_1;
  if (!rest->chunked) answer.close = true;
  AppendHead(call, 200, kJson, rest->chunked ? "Transfer-Encoding: chunked\r\n" : "");
  answer.bytes += "\r\n";
  if (call->head_only) return;
  answer.rest = std::move(rest);
  Continue(call->scratch, &answer);
}

void Service::Continue(Scratch* scratch, Answer* answer) const {
  BatchRest& rest = *answer->rest;
  std::string& body = scratch->body;
  body.clear();
  if (rest.next == 0 && !rest.single && rest.under_way == nullptr) body += "{\"answers\":[\n";
  BoardAnswers answers(*rest.catalog, rest.set, &scratch->answers);
  if (rest.any_size) {
    answers.SolvePiece(&rest, &body);
  } else {
    const size_t end =
        std::min(rest.next + SliceBoards(rest.batch.options.effort), rest.batch.count());
    answers.SolveSlice(&rest, end, &body);
  }
  answer->boards_solved += answers.solved();
  answer->boards_refused += answers.refused();
  const bool last = rest.next == rest.batch.count() && rest.under_way == nullptr;
  if (last) body += rest.single ? "\n" : "]}\n";
  if (rest.chunked) {
    absl::StrAppend(&answer->bytes, absl::Hex(body.size()), "\r\n");
    answer->bytes += body;
    answer->bytes += last ? "\r\n0\r\n\r\n" : "\r\n";
  } else {
    answer->bytes += body;
  }
  if (last) answer->rest.reset();
}

void Service::Probe(Call* call) const {
  Parameters& parameters = call->scratch->parameters;
  auto problem = parameters.Read(call->target.query, {"board", "size", "goal", "fixed"});
  if (problem) return SendProblem(call, *problem);
  const std::string* const board = parameters.Find("board");
  if (board == nullptr) return SendProblem(call, BadParameter("board", "a board", "none"));
  const LoadedSet* set = nullptr;
  if (const std::string* const size = parameters.Find("size"))
    if ((problem = FindSet(**call->catalog, *size, &set))) return SendProblem(call, *problem);
  std::string& body = call->scratch->body;
  body.clear();
  BoardAnswers answers(**call->catalog, set, &call->scratch->answers);
  const Question question{*board, parameters.Find("goal"), parameters.Find("fixed")};
  problem = call->answer->route == Route::kHint ? answers.Hint(question, &body)
                                                : answers.Probe(question, &body);
  if (problem) return SendProblem(call, *problem);
  body += '\n';
  Send(call, 200, kJson, body);
}

void Service::Scramble(Call* call) const {
  Parameters& parameters = call->scratch->parameters;
  auto problem = parameters.Read(call->target.query, {"moves", "size", "seed", "optimal", "time"});
  if (problem) return SendProblem(call, *problem);
  const Catalog& catalog = **call->catalog;
  const LoadedSet* set = catalog.sets().size() == 1 ? catalog.sets()[0].get() : nullptr;
  if (const std::string* const size = parameters.Find("size")) {
    if ((problem = FindSet(catalog, *size, &set))) return SendProblem(call, *problem);
  } else if (set == nullptr) {
    return SendProblem(call,
                       BadParameter("size", absl::StrCat("one of ", catalog.sizes()), "none"));
  }
  ScrambleWish wish;
  bool optimal = false;
  problem = ReadScrambleWish(parameters.Find("moves"), parameters.Find("seed"), &wish);
  if (!problem) problem = ReadFlag(parameters, "optimal", &optimal);
  if (!problem && !optimal && parameters.Find("time") != nullptr)
    problem = BadParameter("time", "it with optimal=true", "it alone");
  if (problem) return SendProblem(call, *problem);
  if (optimal) {
    auto search = std::make_shared<Search>();
    search->kind = Search::Kind::kScramble;
    search->catalog = *call->catalog;
    search->set = set;
    search->min_moves = wish.min_moves;
    search->max_moves = wish.max_moves;
    search->seed = wish.seed;
    problem = CheckSearched(*set, "size");
    if (!problem) problem = ReadSearchTime(parameters.Find("time"), &search->seconds);
    if (problem) return SendProblem(call, *problem);
    call->answer->search = std::move(search);
    return;
  }
  std::string& body = call->scratch->body;
  body.clear();
  problem = ScrambleOne(*set, wish, &body);
  if (problem) return SendProblem(call, *problem);
  body += '\n';
  Send(call, 200, kJson, body);
}

}  // namespace tilebase::serve
