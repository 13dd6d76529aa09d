// Questions to the package in either system, each [function, fen, options]. A problem is an answer too.

export async function answers({ Problem, Tablebase }, url, questions) {
  const tablebase = await Tablebase.open(url ?? undefined);
  return Promise.all(questions.map(async ([name, fen, options]) => {
    try {
      return await tablebase[name](fen, options);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { fen, error: error.message };
    }
  }));
}

// How a search ends that is stopped before it begins, and one that is stopped at work; and what one finds after them.
export async function stopped({ Tablebase }, fen) {
  const tablebase = await Tablebase.open();
  const code = signal => tablebase.solve(fen, { positions: 20_000_000, signal }).then(() => 'found', problem => problem.code);
  const late = new AbortController();
  setTimeout(() => late.abort(), 300);
  const codes = await Promise.all([code(AbortSignal.abort()), code(late.signal)]);
  return [...codes, (await tablebase.solve('W:Wc3,d4,e3:Ba7,b8')).category];
}

// The code of the problem of opening tables and asking them; that there is none.
export async function code({ Problem, Tablebase }, url, fen) {
  try {
    await (await Tablebase.open(url)).probe(fen);
    return 'none';
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.code;
  }
}
