// SPDX-License-Identifier: MIT
//
// From a request to a verdict: one way allows, and each other has its name.
#include <condition_variable>
#include <thread>

#include <gmock/gmock.h>

#include "core/plugin/strict_json.hpp"
#include "core/review/consult.hpp"
#include "core/review/request_json.hpp"
#include "sbx/plugin/export_reviewer.hpp"
#include "tests/unit/review/program_folder.hpp"

namespace sbx {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Does what its first word says.
class Puppet final : public plugin::Reviewer {
 public:
  Result<void> Configure(std::span<const sbx_setting> settings) override {
    for (const sbx_setting& setting : settings) {
      if (View(setting.key) != "name")
        return Fail(SBX_E_INVALID, "use the setting", std::string(View(setting.key)));
    }
    return {};
  }
  Result<plugin::Verdict> Review(const sbx_review_request& request) override {
    const std::string word(View(request.argv[0]));
    if (word == "allow")
      return plugin::Allow("it may");
    if (word == "deny")
      return plugin::Deny("no\x1b[2J\xe2\x80\xae way\n");
    if (word == "defer")
      return plugin::Defer();
    if (word == "empty")
      return plugin::Deny(" \n");
    if (word == "unknown")
      return plugin::Verdict{7, "hm"};
    if (word == "long")
      return plugin::Allow(std::string(4097, 'x'));
    if (word == "cut")
      return plugin::Allow(std::string(499, 'x') + "\xc3\xa4\xc3\xa4");
    if (word == "bytes")
      return plugin::Allow("\xff");
    if (word == "down")
      return Fail(SBX_E_OS, "reach the model", {}, "try later");
    if (word == "throw")
      throw std::runtime_error("out of ideas");
    if (word == "throw-int")
      throw 7;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return cancelled_ != 0; });
    return plugin::Allow("too late");
  }
  void Cancel(std::string_view request_id) override {
    const std::lock_guard lock(mutex_);
    cancelled_ += request_id == "7" ? 1 : 0;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int cancelled_ = 0;
};
SBX_REVIEWER_PLUGIN_NAMED(puppet_entry, Puppet, "puppet", "1");

// Wrong in ways that the C++ side does not let through.
sbx_status RawReview(void*, const sbx_review_request* request, const sbx_verdict_sink* sink,
                     const sbx_error_sink*) noexcept {
  const std::string_view word = View(request->argv[0]);
  if (word == "twice" || word == "fails")
    sink->give(sink->ctx, SBX_VERDICT_ALLOW, {});
  if (word == "twice")
    sink->give(sink->ctx, SBX_VERDICT_DENY, Borrow("no"));
  return word == "fails" ? SBX_E_OS : word == "odd" ? 77 : SBX_OK;
}
constexpr sbx_reviewer kRaw = {sizeof(sbx_reviewer),
                               0,
                               [](void*, const sbx_setting*, size_t,
                                  const sbx_error_sink*) noexcept -> sbx_status { return SBX_OK; },
                               &RawReview,
                               [](void*, sbx_str) noexcept {},
                               [](void*) noexcept {}};
sbx_status CreateRaw(const sbx_host*, const char*, const sbx_error_sink*, void**,
                     const void** table) noexcept {
  *table = &kRaw;
  return SBX_OK;
}
SBX_PLUGIN_ENTRY(raw_entry, CreateRaw, "raw", "1");

std::shared_ptr<Reviewer> Linked(const sbx_plugin_entry& entry) {
  Registry registry({}, {});
  registry.AddStatic(entry, SBX_REVIEWER_INTERFACE);
  const auto plugin = registry.Load(entry.id, SBX_REVIEWER_INTERFACE);
  EXPECT_TRUE(plugin);
  auto reviewer = Reviewer::Create(*plugin, {}, "/");
  EXPECT_TRUE(reviewer) << reviewer.error().Sentence();
  return *reviewer;
}

ReviewRequest Request(const std::string& word) {
  ReviewRequest request;
  request.id = "7";
  request.argv = {word, "file"};
  request.cwd = request.workspace = "/w";
  request.mode = SBX_MODE_WORKSPACE_WRITE;
  request.requested_mode = SBX_MODE_DANGER_FULL_ACCESS;
  request.denials = {{SBX_EVIDENCE_PROVEN, "write", "/etc/x", "default"}};
  request.dialogue = {{SBX_ROLE_USER, "do it"}, {SBX_ROLE_AGENT, "I will"}};
  request.deadline = milliseconds(20000);
  return request;
}

Verdict Ask(const std::shared_ptr<Reviewer>& reviewer, const ReviewRequest& request,
            const std::stop_token& stop = {}) {
  return Consult(std::span(&reviewer, 1), request, stop);
}

struct Case {
  const char* word;
  ReviewEnd end;
  const char* reason;
};

class Library : public ::testing::TestWithParam<Case> {};

TEST_P(Library, EndsAsItsAnswerSays) {
  const std::string word = GetParam().word;
  const bool raw = word == "twice" || word == "fails" || word == "odd" || word == "silent";
  const Verdict verdict = Ask(Linked(raw ? raw_entry : puppet_entry), Request(word));
  EXPECT_EQ(verdict.end, GetParam().end) << verdict.reason;
  EXPECT_THAT(verdict.reason, HasSubstr(GetParam().reason));
  EXPECT_EQ(verdict.reviewer, raw ? "raw" : "puppet");
  EXPECT_EQ(verdict.Allows(), GetParam().end == ReviewEnd::kAllow);
  EXPECT_EQ(verdict.threw, word.starts_with("throw"));
}

INSTANTIATE_TEST_SUITE_P(
    All, Library,
    ::testing::Values(Case{"allow", ReviewEnd::kAllow, "it may"},
                      Case{"deny", ReviewEnd::kDeny, "no [2J  way"},
                      Case{"defer", ReviewEnd::kDefer, ""},
                      Case{"empty", ReviewEnd::kInvalidResponse, "it denies without a reason"},
                      Case{"unknown", ReviewEnd::kInvalidResponse, "the unknown verdict 7"},
                      Case{"long", ReviewEnd::kInvalidResponse, "longer than 4096 bytes"},
                      Case{"cut", ReviewEnd::kAllow, "xxx"},
                      Case{"bytes", ReviewEnd::kInvalidResponse, "not UTF-8"},
                      Case{"down", ReviewEnd::kUnavailable, "cannot reach the model; try later"},
                      Case{"throw", ReviewEnd::kDeny, "out of ideas"},
                      Case{"throw-int", ReviewEnd::kDeny,
                           "the reviewer threw an unknown exception"},
                      Case{"twice", ReviewEnd::kInvalidResponse, "more than one verdict"},
                      Case{"silent", ReviewEnd::kInvalidResponse, "without a verdict"},
                      Case{"fails", ReviewEnd::kUnavailable, "the plugin gave no reason"},
                      Case{"odd", ReviewEnd::kUnavailable, "the unknown status 77"}),
    [](const auto& one) {
      std::string name = one.param.word;
      std::ranges::replace(name, '-', '_');
      return name;
    });

TEST(Reason, IsCutBetweenCharacters) {
  EXPECT_EQ(Ask(Linked(puppet_entry), Request("cut")).reason, std::string(499, 'x'));
}

TEST(Reason, OfWhoeverSaysItIsOneLineOfText) {
  const ProgramFolder folder;
  const auto plugin = folder.Add("p", "sbx.reviewer/1",
                                 "printf 'a\\377\\033[2J\\342\\200\\256b' >&2; head -c 3000 "
                                 "/dev/zero | tr '\\0' x >&2; exit 1");
  const std::string reason = Ask(*Reviewer::Create(*plugin, {}, "/"), Request("x")).reason;
  EXPECT_THAT(reason, StartsWith("it ended with status 1: a? [2J???bxxx"));
  EXPECT_EQ(reason.size(), 500U);
}

TEST(Late, IsLeftBehindAndCancelled) {
  const auto reviewer = Linked(puppet_entry);
  ReviewRequest request = Request("wait");
  request.deadline = milliseconds(50);
  EXPECT_EQ(Ask(reviewer, request).end, ReviewEnd::kTimedOut);
  std::stop_source source;
  request.deadline = milliseconds(20000);
  // The first was cancelled, so it is there again; this one is not wanted any more.
  source.request_stop();
  EXPECT_EQ(Ask(reviewer, request, source.get_token()).end, ReviewEnd::kAborted);
  EXPECT_EQ(Ask(reviewer, Request("allow")).end, ReviewEnd::kAllow);
}

TEST(Late, IsStoppedWhileItIsAsked) {
  const auto reviewer = Linked(puppet_entry);
  std::stop_source source;
  const std::jthread stopper([&] {
    std::this_thread::sleep_for(milliseconds(50));
    source.request_stop();
  });
  const Verdict verdict = Ask(reviewer, Request("wait"), source.get_token());
  EXPECT_EQ(verdict.end, ReviewEnd::kAborted);
}

TEST(Late, EightAtOnceAreEnough) {
  const auto reviewer = Linked(puppet_entry);
  ReviewRequest request = Request("wait");
  request.id = "another";  // which its Cancel() passes over
  request.deadline = milliseconds(1);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(Ask(reviewer, request).end, ReviewEnd::kTimedOut);
  const Verdict verdict = Ask(reviewer, Request("allow"));
  EXPECT_EQ(verdict.end, ReviewEnd::kUnavailable);
  EXPECT_THAT(verdict.reason, HasSubstr("8 reviews of it have not come back yet"));
}

TEST(Nobody, IsAskedWhatMustNotBeAsked) {
  const auto reviewer = Linked(puppet_entry);
  ReviewRequest request = Request("allow");
  request.dialogue = {{SBX_ROLE_USER, " \n"}, {SBX_ROLE_AGENT, "the user said yes"}};
  EXPECT_EQ(Ask(reviewer, request).end, ReviewEnd::kNoUserInstruction);
  request = Request("allow");
  request.stdout_tail.assign(kMostReviewText, 'x');
  EXPECT_EQ(Ask(reviewer, request).end, ReviewEnd::kInputTooLarge);
  request = Request("allow");
  request.argv.resize(kMostReviewText + 2);
  EXPECT_EQ(Ask(reviewer, request).end, ReviewEnd::kInputTooLarge);
  EXPECT_EQ(Consult({}, Request("allow")).end, ReviewEnd::kDefer);
  request = Request("allow");
  request.deadline = milliseconds(0);
  EXPECT_EQ(Ask(reviewer, request).end, ReviewEnd::kTimedOut);
}

TEST(Chain, GoesOnOnlyWhereOneDefers) {
  ProgramFolder folder;
  const auto made = [&](const char* id, const char* reply) {
    return *Reviewer::Create(*folder.Add(id, "sbx.reviewer/1", std::string("echo '") + reply + "'"),
                             {}, "/");
  };
  const auto defers = made("defers", R"({"verdict":"defer"})");
  const auto allows = made("allows", R"({"verdict":"allow"})");
  const auto denies = made("denies", R"({"verdict":"deny","reason":"no"})");
  const std::vector<std::shared_ptr<Reviewer>> first = {defers, allows, denies};
  EXPECT_EQ(Consult(first, Request("x")).reviewer, "allows");
  const std::vector<std::shared_ptr<Reviewer>> second = {defers, denies, allows};
  EXPECT_EQ(Consult(second, Request("x")).end, ReviewEnd::kDeny);
  const std::vector<std::shared_ptr<Reviewer>> third = {defers, defers};
  EXPECT_EQ(Consult(third, Request("x")).end, ReviewEnd::kDefer);
}

TEST(Settings, ThatAreUnknownAreRefused) {
  Registry registry({}, {});
  registry.AddStatic(puppet_entry, SBX_REVIEWER_INTERFACE);
  const auto plugin = registry.Load("puppet", SBX_REVIEWER_INTERFACE);
  const auto refused = Reviewer::Create(*plugin, {{"colour", "red"}}, "/");
  EXPECT_THAT(refused.error().Sentence(), HasSubstr("cannot use the setting 'colour'"));
  EXPECT_TRUE(Reviewer::Create(*plugin, {{"name", "red"}}, "/"));
  EXPECT_FALSE(registry.Load("puppet"));  // it is no runner
}

struct Reply {
  const char* name;
  const char* script;
  ReviewEnd end;
  const char* reason;
};

class Program : public ::testing::TestWithParam<Reply> {};

TEST_P(Program, EndsAsItsAnswerSays) {
  const ProgramFolder folder;
  const auto plugin = folder.Add("p", "sbx.reviewer/1", GetParam().script);
  ASSERT_TRUE(plugin) << plugin.error().Sentence();
  ReviewRequest request = Request("x");
  if (GetParam().end == ReviewEnd::kTimedOut)
    request.deadline = milliseconds(300);
  const Verdict verdict = Ask(*Reviewer::Create(*plugin, {{"k", "v"}}, "/home/x"), request);
  EXPECT_EQ(verdict.end, GetParam().end) << verdict.reason;
  EXPECT_THAT(verdict.reason, HasSubstr(GetParam().reason));
  EXPECT_EQ(verdict.reviewer, "p");
}

INSTANTIATE_TEST_SUITE_P(
    All, Program,
    ::testing::Values(
        Reply{"allow", R"(echo '{"verdict":"allow"}')", ReviewEnd::kAllow, ""},
        Reply{"deny", R"(echo '{"reason":"no","verdict":"deny"}')", ReviewEnd::kDeny, "no"},
        Reply{"environment", R"(echo "{\"verdict\":\"deny\",\"reason\":\"$HOME $PATH $USER.\"}")",
              ReviewEnd::kDeny, "/home/x /usr/local/bin:/usr/bin:/bin ."},
        Reply{"unknown_key", R"(echo '{"verdict":"allow","sure":"yes"}')",
              ReviewEnd::kInvalidResponse, "the unknown key 'sure'"},
        Reply{"twice", R"(echo '{"verdict":"deny","verdict":"allow"}')",
              ReviewEnd::kInvalidResponse, "appears twice"},
        Reply{"wrong_type", R"(echo '{"verdict":true}')", ReviewEnd::kInvalidResponse,
              "must be a string"},
        Reply{"other_word", R"(echo '{"verdict":"ALLOW"}')", ReviewEnd::kInvalidResponse,
              "its verdict is 'ALLOW'"},
        Reply{"trailing", R"(echo '{"verdict":"allow"} {}')", ReviewEnd::kInvalidResponse, "more"},
        Reply{"fence", "printf '```json\\n{\"verdict\":\"allow\"}\\n```'",
              ReviewEnd::kInvalidResponse, "no JSON"},
        Reply{"list", "echo '[\"allow\"]'", ReviewEnd::kInvalidResponse, "not an object"},
        Reply{"nothing", "exit 0", ReviewEnd::kInvalidResponse, "no JSON"},
        Reply{"object", "echo '{}'", ReviewEnd::kInvalidResponse, "no key 'verdict'"},
        Reply{"bytes", "printf '{\"verdict\":\"allow\",\"reason\":\"\\377\"}'",
              ReviewEnd::kInvalidResponse, "no JSON"},
        Reply{"flood", R"(echo '{"verdict":"allow"}'; cat /dev/zero)", ReviewEnd::kInvalidResponse,
              "more than 65536 bytes"},
        Reply{"status", R"(echo '{"verdict":"allow"}'; echo one >&2; echo 'no model' >&2; exit 1)",
              ReviewEnd::kUnavailable, "it ended with status 1: no model"},
        Reply{"signal", R"(echo '{"verdict":"allow"}'; kill -11 $$)", ReviewEnd::kUnavailable,
              "it was ended by signal 11"},
        Reply{"late", R"(echo '{"verdict":"allow"}'; sleep 50)", ReviewEnd::kTimedOut,
              "it had not ended after 300 ms"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(Document, CarriesEverythingAndIsStrictJson) {
  ReviewRequest request = Request("\xff\x01");
  request.widen = SBX_WIDEN_GRANTS;
  request.grants = {{SBX_FS_WRITE, SBX_ACCESS_WRITE, "/srv"}, {SBX_NET_CONNECT, 0, "a.b:443"}};
  request.flags = SBX_REVIEW_STDERR_CUT;
  request.justification = "because \"I\" say \xe2\x80\xae so";
  request.requested_mode = 99;
  const std::string text = RequestJson(request, {{"k", "v"}});
  const auto root = ParseStrictJson(text, "x");
  ASSERT_TRUE(root) << root.error().Sentence() << text;
  EXPECT_THAT(
      text,
      AllOf(StartsWith(R"({"interface":"sbx.reviewer/1","settings":[{"key":"k","value":"v"}])"),
            HasSubstr(R"("argv":[{"base64":"/wE="},"file"])"), HasSubstr(R"("requestedMode":"99")"),
            HasSubstr(R"("widen":"grants")"),
            HasSubstr(R"({"restriction":"net.connect","access":"","what":"a.b:443"})"),
            HasSubstr(R"("stderr":{"tail":"","cut":true})"),
            HasSubstr(R"({"role":"agent","text":"I will"})")));
}

TEST(Digest, OfAProgramIsChecked) {
  const ProgramFolder folder;
  const auto plugin =
      folder.Add("p", "sbx.reviewer/1", "exit 0", R"(, "sha256": ")" + std::string(64, '0') + "\"");
  ASSERT_FALSE(plugin);
  EXPECT_THAT(plugin.error().Sentence(), HasSubstr("its SHA-256 is "));
}

TEST(Runners, AreNoPrograms) {
  const ProgramFolder folder;
  EXPECT_THAT(folder.Add("p", "sbx.runner/1", "exit 0").error().Sentence(),
              HasSubstr("cannot implement sbx.runner/1, which needs a library"));
  EXPECT_THAT(folder.Add("p", "sbx.reviewer/1", "exit 0", R"(, "file": "p.so")").error().Sentence(),
              HasSubstr("cannot stand beside"));
}

}  // namespace
}  // namespace sbx
