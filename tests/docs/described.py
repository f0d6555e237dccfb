# SPDX-License-Identifier: MIT
"""The command line as `sbx help` describes it, for the tests that compare the rest with it."""
import re
import subprocess


def ask(sbx, *words):
    return subprocess.run([sbx, *words], capture_output=True, text=True, check=True).stdout


def names(text, heading):
    block = text.split(heading + ":\n")[1].split("\n\n")[0]
    return re.findall(r"^  ([a-z]+)(?:\s|$)", block, re.M)


class CommandLine:
    def __init__(self, sbx):
        self.overview = ask(sbx, "help")
        self.verbs = names(self.overview, "Verbs")
        self.topics = names(self.overview, "Topics of sbx help")
        self.help = {name: ask(sbx, "help", name) for name in self.verbs + self.topics}
        self.usage = {verb: self.help[verb].splitlines()[0] for verb in self.verbs}
        self.options = {verb: self._options(self.help[verb]) for verb in self.verbs}

    @staticmethod
    def _options(text):
        """{"--mode": "read-only|…"}; an empty argument is that of a switch."""
        found = {}
        for line in text.split("Options:\n")[1].splitlines():
            match = re.match(r"  (--[a-z-]+)(?:, -\w)?(?: (\S+))?(?:  |$)", line)
            if match:
                found[match[1]] = match[2] or ""
        return found
