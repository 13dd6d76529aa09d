"""The programs of docs/guide-python.md print what it says."""

import contextlib
import io
import pathlib
import re

GUIDE = pathlib.Path(__file__).parents[3] / "docs" / "guide-python.md"


def test_programs_print_what_the_guide_says():
    blocks = re.findall(r"```python\n(.*?)```.*?```text\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 5
    for program, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(program, {})
        assert printed.getvalue() == expected
