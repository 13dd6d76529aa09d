"""What several tests need."""

import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[3]


@pytest.fixture(scope="session")
def tables_of(tmp_path_factory):
    """Makes a directory of tables of a game, of 2 and 3 pieces, by the program: BOLSHAK_PROGRAM, or the one that is built."""
    program = os.environ.get("BOLSHAK_PROGRAM")
    if program:
        program = pathlib.Path(program).resolve()
    else:
        program = subprocess.run([ROOT / "scripts" / "program"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def make(game):
        made = tmp_path_factory.mktemp(game)
        subprocess.run([program, "generate", "--game", game, "--pieces", "3", "--tables", made], check=True)
        return made

    return make
