"""The program, asked at the command line: what the page must show."""

import json
import subprocess


class Program:
    def __init__(self, path, tables):
        self.path, self.tables = path, tables

    def run(self, command, *arguments):
        whole = [self.path, command, "--tables", self.tables, *arguments]
        return subprocess.run(whole, stdout=subprocess.PIPE, text=True, check=True).stdout

    def probe(self, fen, clock=0, rule="15-moves"):
        return json.loads(self.run("probe", "--json", "--clock", str(clock), "--rule", rule, fen))

    def solve(self, fen):
        return json.loads(self.run("solve", "--json", "--positions", "200000", fen))

    def probes(self, questions):
        """The answers to many positions, FENs or questions in JSON."""
        command = [self.path, "probe", "--tables", self.tables, "-"]
        printed = subprocess.run(command, input="\n".join(questions), stdout=subprocess.PIPE, text=True, check=False).stdout
        return [json.loads(line) for line in printed.splitlines()]

    def stats(self, ending):
        sides = [json.loads(line) for line in self.run("stats", "--json").splitlines()]
        return [side for side in sides if side["ending"] == ending]
