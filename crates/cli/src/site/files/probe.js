// The probe: the exports of the module, and what has to be written and read there.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Probe {
  // For a game and the names of its tables.
  constructor(module, game, tables) {
    this.module = module;
    this.here = new Set();
    this.write(encoder.encode(game));
    module.game();
    for (const name of tables) {
      this.write(encoder.encode(name));
      module.table();
    }
  }

  write(...parts) {
    const start = this.module.input(parts.reduce((sum, part) => sum + part.length, 0));
    let at = start;
    for (const part of parts) {
      new Uint8Array(this.module.memory.buffer, at, part.length).set(part);
      at += part.length;
    }
  }

  add(name, bytes) {
    const text = encoder.encode(name);
    this.write(text, bytes);
    this.module.add(text.length);
    this.here.add(name);
  }

  answer(path, query, body) {
    const parts = [path, query, body].map(text => encoder.encode(text));
    this.write(...parts);
    const status = this.module.answer(parts[0].length, parts[1].length);
    const text = new Uint8Array(this.module.memory.buffer, this.module.output(), this.module.output_length());
    return { status, answer: JSON.parse(decoder.decode(text)) };
  }
}
