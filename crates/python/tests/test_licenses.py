"""The wheel carries its licences."""

import importlib.metadata
import pathlib

PACKAGE = pathlib.Path(__file__).parents[1]


def test_the_wheel_carries_the_licences_of_what_is_in_it():
    files = importlib.metadata.files("bolshak")
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "LICENSES-PYTHON.txt"]:
        [file] = [file for file in files if file.match(f"bolshak-*.dist-info/licenses/{name}")]
        text = file.read_text(encoding="utf-8")
        assert text == (PACKAGE / name).read_text(encoding="utf-8")
    assert all(linked in text for linked in ["  pyo3 ", "  numpy ", "Meta Platforms"])
