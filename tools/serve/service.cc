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
#include "tables/move_text.h"
#include "tools/common/quantity.h"
#include "tools/serve/play.h"
#include "tools/serve/word_answers.h"

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
    {"/v1/play", Route::kPlay, "GET, HEAD, OPTIONS"},
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
         "/v1/solve, /v1/probe, /v1/hint, /v1/analyse, /v1/scramble, /v1/play, /v1/tables or "
         "/openapi.json",
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
    case Route::kPlay:
      return Play(&call);
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
  auto problem =
      parameters.Read(call->target.query, {"board", "size", "to", "effort", "optimal", "nodes",
                                           "time", "stages", "notation", "deliver", "set"});
  if (problem) return SendProblem(call, *problem);
  const std::string* const board = parameters.Find("board");
  if (board == nullptr) return SendProblem(call, BadParameter("board", "a board", "none"));
  SolveOptions options;
  ChosenSize size;
  if ((problem = ReadAsked(**call->catalog, parameters, &options, &size)))
    return SendProblem(call, *problem);
  if (size.any || !options.IsQuick()) {
    auto rest = std::make_unique<BatchRest>();
    rest->single = true;
    rest->batch.texts = *board;
    rest->batch.ends = {static_cast<uint32_t>(board->size())};
    rest->batch.parameters = parameters;
    return SolveLater(call, std::move(rest));
  }
  scratch.body.clear();
  Goals goals;
  BoardAnswers answers(**call->catalog, size, &scratch.answers);
  if ((problem = answers.SolveOne(*board, options, &goals, nullptr, &scratch.body))) {
    ++answer.boards_refused;
    return SendProblem(call, *problem);
  }
  ++answer.boards_solved;
  scratch.body += '\n';
  Send(call, 200, kJson, scratch.body);
}

std::optional<Problem> Service::ReadAsked(const Catalog& catalog, const Parameters& parameters,
                                          SolveOptions* options, ChosenSize* size) const {
  auto problem = ReadOptions(parameters, options_.search, options);
  if (!problem) problem = ChooseNamed(catalog, parameters.Find("set"), &size->words);
  if (!problem) problem = ChooseSize(catalog, parameters.Find("size"), size);
  options->to_equal_tiles = HasEqualGoal(catalog, options->to);
  return problem;
}

void Service::SolveLater(Call* call, std::unique_ptr<BatchRest> rest) const {
  Answer& answer = *call->answer;
  const Catalog& catalog = **call->catalog;
  const Parameters& parameters = rest->batch.parameters;
  rest->catalog = *call->catalog;
  std::optional<Problem> problem = ReadAsked(catalog, parameters, &rest->options, &rest->size);
  if (!problem && rest->single && parameters.Find("size") == nullptr &&
      !rest->options.to_equal_tiles)
    problem = ChooseWords(catalog, parameters.Find("set"), rest->batch.Text(0), &rest->size.words);
  if (problem) return SendProblem(call, *problem);
  const SolveOptions& options = rest->options;
  const bool is_search = rest->size.any ? options.want != TILEBASE_LOOKUP || options.stages ||
                                              options.notation != MoveNotation::kLetters
                                        : !options.IsQuick();
  // A single board that cannot be answered gets its problem at once.
  if (rest->single && !rest->size.any && rest->size.words == nullptr) {
    AskedBoard asked;
    const BoardAnswers answers(catalog, rest->size, &call->scratch->answers);
    problem = answers.ReadAsked(rest->batch.Text(0), options, &rest->goals, &asked);
  } else if (rest->single && rest->size.any && !is_search) {
    problem = AnyAnswer::Start(*catalog.any(), *rest->size.any, rest->batch.Text(0), options,
                               &rest->under_way);
  }
  if (problem) {
    ++answer.boards_refused;
    return SendProblem(call, *problem);
  }
  if (is_search) {
    auto search = std::make_shared<Search>();
    search->catalog = *call->catalog;
    search->rest = std::move(rest);
    answer.search = std::move(search);
    return;
  }
  // Without chunks, which HTTP/1.0 does not know, the end of the connection ends the answer.
  rest->chunked = call->request->http_1_1;
  if (!rest->chunked) answer.close = true;
  AppendHead(call, 200, kJson, rest->chunked ? "Transfer-Encoding: chunked\r\n" : "");
  answer.bytes += "\r\n";
  if (call->head_only) return;
  answer.rest = std::move(rest);
  Continue(call->scratch, &answer);
}

void Service::Analyse(Call* call) const {
  const Catalog& catalog = **call->catalog;
  Parameters& parameters = call->scratch->parameters;
  auto search = std::make_shared<Search>();
  search->catalog = *call->catalog;
  const auto read = [&]() -> std::optional<Problem> {
    if (auto problem = parameters.Read(
            call->target.query,
            {"board", "size", "to", "moves", "notation", "list", "nodes", "time", "set"}))
      return problem;
    const std::string* const board = parameters.Find("board");
    const std::string* const moves = parameters.Find("moves");
    const std::string* const list = parameters.Find("list");
    if (board == nullptr) return BadParameter("board", "a board", "none");
    if (moves != nullptr && list != nullptr)
      return BadParameter("list", "it without moves", "both");
    ChosenSize size;
    if (auto problem = ChooseSet(catalog, parameters.Find("size"), &size.set)) return problem;
    search->kind = moves != nullptr ? Search::Kind::kGame : Search::Kind::kBoard;
    MoveNotation notation = MoveNotation::kLetters;
    if (auto problem = ReadNotation(parameters, &notation)) return problem;
    const bool of_blank = notation == MoveNotation::kBlank;
    if (parameters.Find("size") == nullptr || parameters.Find("set") != nullptr)
      if (auto problem = ChooseWords(catalog, parameters.Find("set"), *board, &size.words))
        return problem;
    if (size.words != nullptr) {
      search->set = size.words;
      search->text = *board;
      if (moves == nullptr) return RefusePlain(parameters, {"to", "list"});
      absl::StatusOr<std::string> letters = ReadMoves(*moves, of_blank);
      if (!letters.ok()) return BadMoves(letters.status());
      search->game = *std::move(letters);
      return RefusePlain(parameters, {"to"});
    }
    Goals goals;
    AskedBoard asked;
    const BoardAnswers answers(catalog, size, &call->scratch->answers);
    if (auto problem = answers.ReadSolvable(*board, parameters.Find("to"), &goals, &asked))
      return problem;
    if (auto problem = CheckSearched(*asked.set, "board")) return problem;
    search->set = asked.set;
    search->board = asked.board;
    search->goal = asked.goal();
    if (moves != nullptr) {
      Board end = asked.board;
      absl::StatusOr<std::string> letters = ReadMoves(*moves, of_blank, &end);
      if (!letters.ok()) return BadMoves(letters.status());
      search->game = *std::move(letters);
    }
    if (list != nullptr) {
      const auto count = ParseCount(*list, 0, kMostListed);
      if (!count.ok())
        return BadParameter("list", absl::StrCat("0 to ", kMostListed), Quoted(*list));
      search->listed = *count;
    }
    if (auto problem = ReadNodes(parameters, options_.search.nodes, &search->nodes)) return problem;
    return ReadTime(parameters, options_.search.seconds, &search->seconds);
  };
  if (const auto problem = read()) return SendProblem(call, *problem);
  call->answer->search = std::move(search);
}

void Service::Finish(HttpRequest& request, Scratch* scratch, Answer* answer) const {
  const std::shared_ptr<Search> search = std::move(answer->search);
  Call call{nullptr, &request, scratch, answer, {}, request.method == Method::kHead};
  answer->close |= scratch->draining;
  answer->boards_solved += search->solved;
  answer->boards_refused += search->refused;
  if (search->problem) {
    return SendProblem(&call, *search->problem,
                       search->problem->status == 503 ? "Retry-After: 1\r\n" : "");
  }
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
  SolveLater(call, std::move(rest));
}

void Service::Continue(Scratch* scratch, Answer* answer) const {
  BatchRest& rest = *answer->rest;
  std::string& body = scratch->body;
  body.clear();
  if (rest.next == 0 && !rest.single && rest.under_way == nullptr) body += "{\"answers\":[\n";
  BoardAnswers answers(*rest.catalog, rest.size, &scratch->answers);
  if (rest.size.any) {
    answers.SolvePiece(&rest, &body);
  } else {
    const size_t end = std::min(rest.next + SliceBoards(rest.options.boards), rest.batch.count());
    answers.SolveSlice(&rest, end, &body);
  }
  answer->boards_solved += answers.solved();
  answer->boards_refused += answers.refused();
  const bool last = rest.next == rest.batch.count() && rest.under_way == nullptr;
  if (last && !rest.single) body += "]}\n";
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
  std::string& body = call->scratch->body;
  body.clear();
  const auto read = [&]() -> std::optional<Problem> {
    if (auto problem =
            parameters.Read(call->target.query, {"board", "size", "to", "goal", "fixed", "set"}))
      return problem;
    const std::string* const board = parameters.Find("board");
    if (board == nullptr) return BadParameter("board", "a board", "none");
    ChosenSize size;
    if (auto problem = ChooseSet(**call->catalog, parameters.Find("size"), &size.set))
      return problem;
    if (parameters.Find("size") == nullptr || parameters.Find("set") != nullptr)
      if (auto problem = ChooseWords(**call->catalog, parameters.Find("set"), *board, &size.words))
        return problem;
    const bool is_hint = call->answer->route == Route::kHint;
    if (size.words != nullptr) {
      if (auto problem = RefusePlain(parameters, {"to", "goal", "fixed"})) return problem;
      return is_hint ? HintWords(*size.words, *board, &body)
                     : ProbeWords(*size.words, *board, &body);
    }
    BoardAnswers answers(**call->catalog, size, &call->scratch->answers);
    const Question question{*board, parameters.Find("to"), parameters.Find("goal"),
                            parameters.Find("fixed")};
    return is_hint ? answers.Hint(question, &body) : answers.Probe(question, &body);
  };
  if (const auto problem = read()) return SendProblem(call, *problem);
  body += '\n';
  Send(call, 200, kJson, body);
}

void Service::Scramble(Call* call) const {
  Parameters& parameters = call->scratch->parameters;
  const Catalog& catalog = **call->catalog;
  auto search = std::make_shared<Search>();
  const LoadedSet* words = nullptr;
  ScrambleWish wish;
  bool optimal = false;
  const auto read = [&]() -> std::optional<Problem> {
    if (auto problem = parameters.Read(call->target.query,
                                       {"moves", "size", "to", "seed", "optimal", "time", "set"}))
      return problem;
    if (auto problem = ChooseNamed(catalog, parameters.Find("set"), &words)) return problem;
    if (words == nullptr && catalog.sets().empty() && catalog.words().size() == 1)
      words = catalog.words()[0].get();
    if (words != nullptr)
      return ReadScrambleWish(parameters.Find("moves"), parameters.Find("seed"), &wish);
    const std::string* const size = parameters.Find("size");
    const std::string* const to = parameters.Find("to");
    search->set = catalog.sets().size() == 1 ? catalog.sets()[0].get() : nullptr;
    if (auto problem = ChooseSet(catalog, size, &search->set)) return problem;
    if (search->set == nullptr)
      return BadParameter("size", absl::StrCat("one of ", catalog.sizes()), "none");
    if (auto problem = ReadScrambleWish(parameters.Find("moves"), parameters.Find("seed"), &wish))
      return problem;
    if (auto problem = ReadGoal(*search->set, to, &search->goal)) return problem;
    if (to != nullptr) wish.goal = search->goal;
    if (auto problem = ReadFlag(parameters, "optimal", &optimal)) return problem;
    if (!optimal && parameters.Find("time") != nullptr)
      return BadParameter("time", "it with optimal=true", "it alone");
    if (!optimal) return std::nullopt;
    if (auto problem = CheckSearched(*search->set, "size")) return problem;
    return ReadTime(parameters, options_.search.seconds, &search->seconds);
  };
  if (const auto problem = read()) return SendProblem(call, *problem);
  if (optimal) {
    search->kind = Search::Kind::kScramble;
    search->catalog = *call->catalog;
    search->min_moves = wish.min_moves;
    search->max_moves = wish.max_moves;
    search->seed = wish.seed;
    call->answer->search = std::move(search);
    return;
  }
  std::string& body = call->scratch->body;
  body.clear();
  if (const auto problem = words != nullptr ? ScrambleWords(*words, wish, &body)
                                            : ScrambleOne(*search->set, wish, &body))
    return SendProblem(call, *problem);
  body += '\n';
  Send(call, 200, kJson, body);
}

void Service::Play(Call* call) const {
  Parameters& parameters = call->scratch->parameters;
  auto problem = parameters.Read(call->target.query, {"board", "size", "moves", "notation", "set"});
  std::string& body = call->scratch->body;
  body.clear();
  if (!problem) problem = PlayMoves(**call->catalog, parameters, &body);
  if (problem) return SendProblem(call, *problem);
  body += '\n';
  Send(call, 200, kJson, body);
}

}  // namespace tilebase::serve
