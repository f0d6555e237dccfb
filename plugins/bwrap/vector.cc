// SPDX-License-Identifier: MIT
#include "plugins/bwrap/vector.hpp"

#include <utility>

#include "sbx/abi/draft/plan.h"

namespace sbx::bwrap {
namespace {

enum class Naming : std::uint8_t { kDescriptors, kPaths };

class Writer {
 public:
  explicit Writer(Naming naming) : naming_(naming) {}

  template <typename... Word>
  void Put(Word&&... word) {
    (words_.words.emplace_back(std::forward<Word>(word)), ...);
  }

  void Bind(const char* by_path, const char* by_fd, const Mount& mount, std::size_t index) {
    if (naming_ == Naming::kPaths || mount.path == "/") {
      Put(by_path, mount.path, mount.path);
      return;
    }
    PutObject(by_fd, mount, index);
  }

  void PutObject(const char* option, const Mount& mount, std::size_t index) {
    words_.objects.push_back(index);
    Put(option, std::to_string(SBX_WRAP_FD_BASE + words_.objects.size()), mount.path);
  }

  void Write(const Mount& mount, std::size_t index) {
    switch (mount.kind) {
      case Mount::Kind::kReadOnly:
        Bind("--ro-bind", "--ro-bind-fd", mount, index);
        return;
      case Mount::Kind::kWritable:
      case Mount::Kind::kPin:
        Bind("--bind", "--bind-fd", mount, index);
        return;
      case Mount::Kind::kDevice:
        Put("--dev-bind", mount.path, mount.path);
        return;
      case Mount::Kind::kHideDirectory:
        if (Leaves(mount))
          return;
        Put("--perms", mount.opens ? "0111" : "0000", "--tmpfs", mount.path);
        return;
      case Mount::Kind::kHideFile:
        if (naming_ == Naming::kPaths)
          Put("--ro-bind", "/dev/null", mount.path);
        else
          PutObject("--ro-bind-fd", mount, index);
        return;
      case Mount::Kind::kHeld:
        Put(naming_ == Naming::kPaths ? "--ro-bind-try" : "--ro-bind", mount.path, mount.path);
        return;
      case Mount::Kind::kProcReadOnly:
        Put("--ro-bind", mount.path, mount.path);
        return;
      case Mount::Kind::kTmp:
        Put("--perms", "1777", "--tmpfs", mount.path);
        return;
      case Mount::Kind::kDev:
        Put("--dev", mount.path);
        return;
      case Mount::Kind::kProc:
        Put("--proc", mount.path);
        return;
      case Mount::Kind::kLink:
        Put("--symlink", mount.target, mount.path);
        return;
    }
  }

  // By hand nobody holds the name, and bwrap would make it and leave it behind.
  bool Leaves(const Mount& mount) const { return mount.held && naming_ == Naming::kPaths; }

  Words Take() { return std::move(words_); }

 private:
  Naming naming_;
  Words words_;
};

Words Build(const Layout& layout, const Facts& facts, bool network_namespace, const Weaken& weaken,
            Naming naming) {
  Writer out(naming);
  // The helper is process 1: it collects what is orphaned, and its end is the
  // end of everything inside.
  if (naming == Naming::kDescriptors && !weaken.pid_namespace)
    out.Put("--as-pid-1");
  out.Put("--die-with-parent", "--unshare-user");
  if (!weaken.pid_namespace)
    out.Put("--unshare-pid");
  if (!weaken.ipc_namespace)
    out.Put("--unshare-ipc");
  out.Put("--unshare-uts", "--unshare-cgroup-try");
  if (network_namespace && !weaken.network_namespace)
    out.Put("--unshare-net");
  if (!facts.setuid)
    out.Put("--disable-userns", "--assert-userns-disabled");
  out.Put("--cap-drop", "ALL");
  for (std::size_t i = 0; i < layout.mounts.size(); ++i)
    out.Write(layout.mounts[i], i);
  // Last, because whatever is shown below a hidden directory is made in it.
  for (const Mount& mount : layout.mounts) {
    if (mount.kind == Mount::Kind::kHideDirectory && !out.Leaves(mount))
      out.Put("--remount-ro", mount.path);
  }
  if (layout.root_hidden)
    out.Put("--remount-ro", "/");
  return out.Take();
}

bool IsPlain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("/._-+=:,@%").find(c) != std::string_view::npos;
}

}  // namespace

Words BuildWords(const Layout& layout, const Facts& facts, bool network_namespace,
                 const Weaken& weaken) {
  return Build(layout, facts, network_namespace, weaken, Naming::kDescriptors);
}

std::string ShellLine(const std::vector<std::string>& program, const Layout& layout,
                      const Facts& facts, bool network_namespace,
                      const std::vector<std::string>& command) {
  std::string line;
  const auto append = [&line](const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      if (!line.empty())
        line += ' ';
      line += ShellQuote(word);
    }
  };
  append(program);
  append(Build(layout, facts, network_namespace, {}, Naming::kPaths).words);
  append({"--"});
  append(command);
  return line;
}

std::string ShellQuote(std::string_view word) {
  bool plain = !word.empty();
  for (const char c : word)
    plain = plain && IsPlain(c);
  if (plain)
    return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  }
  quoted += '\'';
  return quoted;
}

std::string JoinWithNul(const std::vector<std::string>& words) {
  std::string joined;
  for (const std::string& word : words) {
    joined += word;
    joined += '\0';
  }
  return joined;
}

}  // namespace sbx::bwrap
