// SPDX-License-Identifier: MIT
#include "core/doctor/lab.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace sbx {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSpareTasks = 40;

// What the companion and the setuid copy own, and so is kept by a reset.
constexpr std::array<std::string_view, 4> kKept = {"stream.sock", "dgram.sock", "tmux", "setuid"};

Result<void> Put(const std::string& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wbe");
  if (file == nullptr)
    return Fail(SBX_E_OS, "write", path);
  const bool wrote = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (std::fclose(file) != 0 || !wrote)
    return Fail(SBX_E_OS, "write", path);
  return {};
}

// The next word of `line`, which it is cut from; empty at its end.
std::string TakeWord(std::string_view* line) {
  constexpr std::string_view kBlank = " \n";
  line->remove_prefix(std::min(line->find_first_not_of(kBlank), line->size()));
  std::string word(line->substr(0, line->find_first_of(kBlank)));
  line->remove_prefix(word.size());
  return word;
}

bool Kept(const std::string& name) {
  for (const std::string_view kept : kKept) {
    if (name == kept)
      return true;
  }
  return false;
}

// Everything below `path` but what is kept.
void Empty(const std::string& path) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path, ignored)) {
    if (!Kept(entry.path().filename().string()))
      fs::remove_all(entry.path(), ignored);
  }
}

Result<void> MakeFolders(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
      return FailOs(error.value(), "make the folder", path);
  }
  return {};
}

// What is missing when a fact is, in words.
std::string Missing(std::string_view name) {
  if (name == "SETUID")
    return "only root can make a file that runs as another user";
  if (name == "HANDLE" || name == "HANDLETYPE")
    return "the file system gives no handles";
  if (name == "DISK")
    return "there is no block device";
  if (name == "TCP" || name == "UDP")
    return "there is no loopback network";
  if (name == "TCP6")
    return "there is no IPv6 loopback network";
  return "there is no " + std::string(name) + " here";
}

Rule Deny(Access access, std::string path) {
  return Rule{access, Effect::kDeny, std::move(path), "doctor"};
}

}  // namespace

Result<std::unique_ptr<Lab>> Lab::Make(LabOptions options) {
  std::unique_ptr<Lab> lab(new Lab(std::move(options)));
  if (auto built = lab->Build(); !built)
    return built.failure();
  return lab;
}

Result<void> Lab::Build() {
  auto folder = MakePrivateFolder(options_.parent, "sbx-doctor-");
  if (!folder)
    return folder.failure();
  folder_ = *folder;
  auto temp = MakePrivateFolder(options_.temp, "sbx-doctor-");
  if (!temp)
    return temp.failure();
  temp_ = *temp;
  outside_ = folder_ + "/outside";
  inside_ = folder_ + "/inside";
  bare_ = folder_ + "/bare";
  tag_ = folder_.substr(folder_.size() - 6);
  canary_ = "sbx-canary-" + tag_;
  auto made = MakeFolders({outside_ + "/tmux"});
  if (!made)
    return made;
  if (CallerUid() == 0) {
    const std::string copy = outside_ + "/setuid";
    if (auto copied = MakeSetuidCopy(options_.attack_program, copy); !copied)
      return copied;
    facts_["SETUID"] = copy;
  }
  if (auto reset = Reset(); !reset)
    return reset;
  return StartVictim();
}

Result<void> Lab::Reset() {
  Empty(outside_);
  std::error_code ignored;
  fs::remove_all(inside_, ignored);
  fs::remove_all(bare_, ignored);
  fs::remove_all(temp_ + "/new", ignored);
  auto made = MakeFolders({outside_ + "/secret", inside_ + "/.git/hooks", inside_ + "/.sbx",
                           inside_ + "/harmless", inside_ + "/secret", bare_});
  if (!made)
    return made;
  const std::array<std::string, 9> files = {
      outside_ + "/file",         outside_ + "/private",       outside_ + "/secret/file",
      inside_ + "/file",          inside_ + "/.git/hooks/old", inside_ + "/.sbx/config.json",
      inside_ + "/harmless/file", inside_ + "/secret/file",    temp_ + "/file"};
  for (const std::string& file : files) {
    if (auto put = Put(file, canary_ + "\n"); !put)
      return put;
  }
  if (auto fifo = MakeFifo(outside_ + "/fifo"); !fifo)
    return fifo;
  std::error_code error;
  fs::create_directory_symlink(outside_, inside_ + "/link", error);
  if (error)
    return FailOs(error.value(), "link", inside_ + "/link");
  return Describe();
}

// The facts that a reset changes.
Result<void> Lab::Describe() {
  auto file = IdOf(outside_ + "/file");
  if (!file)
    return file.failure();
  auto directory = IdOf(outside_);
  if (!directory)
    return directory.failure();
  auto handle = RunPlain({options_.attack_program, "handle", outside_ + "/secret/file"}, folder_);
  if (!handle)
    return handle.failure();
  facts_["FILEDEV"] = std::to_string(file->dev);
  facts_["FILEINO"] = std::to_string(file->ino);
  facts_["DIRDEV"] = std::to_string(directory->dev);
  facts_["DIRINO"] = std::to_string(directory->ino);
  facts_.erase("HANDLE");
  if (handle->code == 0) {
    std::string_view words = handle->text;
    facts_["HANDLETYPE"] = TakeWord(&words);
    facts_["HANDLE"] = TakeWord(&words);
  }
  return {};
}

Result<void> Lab::StartVictim() {
  const std::string count = folder_ + "/count";
  auto victim = Companion::Start({options_.attack_program, "victim", outside_, count, tag_});
  if (!victim)
    return victim.failure();
  victim_ = std::move(*victim);
  std::string_view words = victim_->line();
  for (const char* name :
       {"PID", "ADDRESS", "SCRATCH", "VICTIMFD", "TCP", "TCP6", "UDP", "KEY", "MQ", "SERIAL"}) {
    facts_[name] = TakeWord(&words);
    if (facts_[name].empty()) {
      return Fail(SBX_E_INTERNAL, "understand the companion", victim_->line());
    }
  }
  for (const char* name : {"TCP", "TCP6", "UDP"}) {
    if (facts_[name] == "0")
      facts_.erase(name);  // the host has no such loopback
  }
  facts_["COUNT"] = count;
  facts_["OUTSIDE"] = outside_;
  facts_["INSIDE"] = inside_;
  facts_["BARE"] = bare_;
  facts_["TEMP"] = temp_;
  facts_["TAG"] = tag_;
  facts_["CANARY"] = canary_;
  if (auto network = IdOf("/proc/self/ns/net"))
    facts_["NETNS"] = std::to_string(network->ino);
  if (std::string disk = AnyBlockDevice(); !disk.empty())
    facts_["DISK"] = std::move(disk);
  return {};
}

Lab::~Lab() {
  victim_.reset();
  std::error_code ignored;
  if (!folder_.empty())
    fs::remove_all(folder_, ignored);
  if (!temp_.empty())
    fs::remove_all(temp_, ignored);
}

Result<std::vector<std::string>> Lab::CommandLine(const Attack& attack) const {
  std::vector<std::string> argv = {options_.attack_program};
  for (const std::string_view word : attack.argv) {
    if (word.empty())
      break;
    std::string filled;
    for (std::size_t i = 0; i < word.size();) {
      if (word[i] != '$') {
        filled += word[i++];
        continue;
      }
      std::size_t end = i + 1;
      while (end < word.size() &&
             ((word[end] >= 'A' && word[end] <= 'Z') || (word[end] >= '0' && word[end] <= '9'))) {
        ++end;
      }
      const std::string_view name = word.substr(i + 1, end - i - 1);
      const auto fact = facts_.find(name);
      if (fact == facts_.end()) {
        return Fail(SBX_E_UNSUPPORTED, "make the attack", std::string(attack.id), Missing(name));
      }
      filled += fact->second;
      i = end;
    }
    argv.push_back(std::move(filled));
  }
  return argv;
}

const std::string& Lab::WorkspaceFor(const Attack& attack) const {
  return attack.vary == Vary::kBare ? bare_ : inside_;
}

Policy Lab::PolicyFor(const Attack& attack) const {
  Policy policy;
  policy.workspace = WorkspaceFor(attack);
  policy.workspace_named = true;
  policy.mode_source = "doctor";
  switch (attack.vary) {
    case Vary::kPlain:
    case Vary::kBare:
      break;
    case Vary::kReadOnly:
      policy.mode = Mode::kReadOnly;
      break;
    case Vary::kDenyRead:
      policy.rules = {Deny(Access::kRead, outside_ + "/secret"),
                      Deny(Access::kRead, outside_ + "/private")};
      break;
    case Vary::kDenyReadInside:
      policy.rules = {Deny(Access::kRead, inside_ + "/secret")};
      break;
    case Vary::kDenyWrite:
      policy.rules = {Deny(Access::kWrite, inside_ + "/.git/hooks")};
      break;
    case Vary::kPattern:
      policy.rules = {Deny(Access::kWrite, inside_ + "/ne[w]")};
      policy.later_matches = Requirement::kBestEffort;
      break;
    case Vary::kNoNetwork:
      policy.network = Network::kNone;
      break;
    case Vary::kPrivateTmp:
      policy.tmp = Tmp::kPrivate;
      break;
    case Vary::kNoTmp:
      policy.tmp = Tmp::kNone;
      break;
    case Vary::kLimits:
      policy.limits.memory = 256U << 20;
      policy.limits.cpu_seconds = 1;
      policy.limits.file_size = 65536;
      policy.limits.open_files = 64;
      break;
    case Vary::kProcessLimit:
      policy.limits.processes = TasksOfUser(CallerUid()) + kSpareTasks;
      break;
  }
  return policy;
}

std::string Lab::State(const Attack& attack) const {
  std::vector<std::string> paths = {outside_, folder_ + "/count"};
  switch (attack.vary) {
    case Vary::kPlain:
      paths.push_back(inside_ + "/.sbx");
      break;
    case Vary::kReadOnly:
      paths.push_back(inside_);
      paths.push_back(temp_);
      break;
    case Vary::kDenyReadInside:
      paths.push_back(inside_ + "/secret");
      break;
    case Vary::kDenyWrite:
      paths.push_back(inside_ + "/.git");
      break;
    case Vary::kPrivateTmp:
    case Vary::kNoTmp:
      paths.push_back(temp_);
      break;
    case Vary::kBare:
      paths.push_back(bare_ + "/.sbx");
      break;
    case Vary::kDenyRead:
    case Vary::kPattern:
    case Vary::kNoNetwork:
    case Vary::kLimits:
    case Vary::kProcessLimit:
      break;
  }
  return Fingerprint(paths);
}

}  // namespace sbx
