//! The tokens of a text.

/// The tokens of a text: tags, comments, parentheses and words. Never empty.
pub struct Tokens<'t> {
    text: &'t str,
    /// How far they were taken.
    at: usize,
    line_end: Next,
    tag_end: Next,
    bracket: Next,
    brace: Next,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Tokens<'t> {
        let [line_end, tag_end, bracket, brace] = ["\n", "\"]", "]", "}"].map(|end| Next { end, at: 0 });
        Tokens { text, at: 0, line_end, tag_end, bracket, brace }
    }
}

impl<'t> Iterator for Tokens<'t> {
    /// Where it begins, and the token.
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<(usize, &'t str)> {
        let rest = self.text[self.at..].trim_start();
        let first = rest.chars().next()?;
        let (text, start) = (self.text, self.text.len() - rest.len());
        let inside = start + first.len_utf8();
        let end = match first {
            '{' => self.brace.after(text, inside),
            '[' => {
                // A value may hold brackets itself.
                let line_end = self.line_end.after(text, inside);
                let tag_end = self.tag_end.after(text, inside).filter(|&end| line_end.is_none_or(|line| end < line));
                tag_end.or_else(|| self.bracket.after(text, inside))
            }
            ';' | '%' => self.line_end.after(text, inside),
            '(' | ')' | '}' | ']' => Some(inside),
            _ => {
                let ends = |c: char| c.is_whitespace() || "{}()[];$".contains(c);
                text[inside..].find(ends).map(|length| inside + length)
            }
        };
        let end = end.unwrap_or(text.len());
        self.at = end;
        Some((start, &text[start..end]))
    }
}

/// Where something is next. What was found is kept: a text is searched through once, not once for each token.
struct Next {
    end: &'static str,
    /// Where the last one that was found ends; `usize::MAX` if there are no more.
    at: usize,
}

impl Next {
    /// The end of the first one from a place on, which no earlier call was beyond.
    fn after(&mut self, text: &str, from: usize) -> Option<usize> {
        if self.at < from + self.end.len() {
            self.at = text[from..].find(self.end).map_or(usize::MAX, |start| from + start + self.end.len());
        }
        (self.at != usize::MAX).then_some(self.at)
    }
}
