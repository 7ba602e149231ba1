/** How one text is generated from a pattern: how often repeated parts repeat, and which alternative is chosen. */
interface Choice {
  readonly repeat: number;
  readonly pick: number;
}

/** Thrown for what cannot be turned into a text: look-around and back-references. */
class NoSample extends Error {}

/** Texts that probably match a pattern, some of them of the requested lengths. The caller must verify them. */
export function patternSamples(source: string, lengths: readonly number[] = []): string[] {
  const samples = new Set<string>();
  for (const pick of [0, 1, 2]) {
    const once = sample(source, { repeat: 1, pick });
    if (once === undefined) break;
    // Where one part repeats, this many repetitions give the requested length.
    const wanted = lengths.filter((it) => it <= maxAsked).map((it) => it - once.length + 1);
    for (const repeat of new Set([0, 1, 2, 3, 5, 8, 16, 40, ...wanted])) {
      const text = repeat < 0 ? undefined : sample(source, { repeat, pick });
      if (text !== undefined) samples.add(text);
    }
  }
  return [...samples];
}

function sample(source: string, choice: Choice): string | undefined {
  try {
    return new Reader(source, choice).alternatives();
  } catch (error) {
    if (error instanceof NoSample) return undefined;
    throw error;
  }
}

const maxAsked = 1_000;
const longest = 10_000;
const classes: Readonly<Record<string, string>> = {
  d: '0',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  f: '\f',
  p: 'a',
  P: '-',
};
const probes = [...'a0-A_ ./:@~z9Zé'];

class Reader {
  readonly #source: string;
  readonly #choice: Choice;
  #at = 0;

  constructor(source: string, choice: Choice) {
    this.#source = source;
    this.#choice = choice;
  }

  /** Parses up to the end or the closing bracket. */
  alternatives(): string {
    const texts = [this.#sequence()];
    while (this.#take('|')) texts.push(this.#sequence());
    return texts[this.#choice.pick % texts.length] as string;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] as string)) {
      const part = this.#part();
      const [min, max] = this.#quantifier();
      const times = Math.min(max, Math.max(min, this.#choice.repeat));
      if (part.length * times + text.length > longest) throw new NoSample();
      text += part.repeat(times);
    }
    return text;
  }

  #part(): string {
    const character = this.#source[this.#at++] as string;
    if (character === '^' || character === '$') return '';
    if (character === '.') return 'a';
    if (character === '[') return this.#class();
    if (character === '\\') return this.#escape();
    return character === '(' ? this.#group() : character;
  }

  #group(): string {
    const kind = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(this.#source.slice(this.#at, this.#at + 80));
    if (kind === null && this.#source[this.#at] === '?') throw new NoSample();
    this.#at += kind?.[0].length ?? 0;
    const text = this.alternatives();
    if (!this.#take(')')) throw new NoSample();
    return text;
  }

  #escape(): string {
    const character = this.#source[this.#at++];
    if (character === undefined || /[1-9]/.test(character)) throw new NoSample();
    if (character === 'b' || character === 'B') return '';
    if (character === 'x') return this.#code(2);
    if (character === 'u') return this.#code(4);
    if (character === 'p' || character === 'P') this.#at = this.#source.indexOf('}', this.#at) + 1 || this.#at;
    return classes[character] ?? character;
  }

  #code(digits: number): string {
    const code = Number.parseInt(this.#source.slice(this.#at, this.#at + digits), 16);
    if (Number.isNaN(code)) throw new NoSample();
    this.#at += digits;
    return String.fromCharCode(code);
  }

  /** One character of a class, found by testing candidates. */
  #class(): string {
    const start = this.#at - 1;
    for (let inside = true; inside; ) {
      const character = this.#source[this.#at++];
      if (character === undefined) throw new NoSample();
      if (character === '\\') this.#at += 1;
      inside = character !== ']' || this.#at === start + 2;
    }
    const written = this.#source.slice(start, this.#at);
    const listed = [...written].filter((it) => !'[]^\\'.includes(it));
    const fits = [...probes, ...listed].filter((it) => isIn(written, it));
    if (fits.length === 0) throw new NoSample();
    return fits[this.#choice.pick % fits.length] as string;
  }

  #quantifier(): [number, number] {
    const rest = this.#source.slice(this.#at, this.#at + 20);
    const counted = /^\{(\d+)(,(\d*))?\}/.exec(rest);
    const simple = { '*': [0, Number.POSITIVE_INFINITY], '+': [1, Number.POSITIVE_INFINITY], '?': [0, 1] }[
      rest[0] ?? ''
    ];
    if (counted === null && simple === undefined) return [1, 1];
    this.#at += counted?.[0].length ?? 1;
    if (this.#source[this.#at] === '?') this.#at += 1;
    if (counted === null) return simple as [number, number];
    const min = Number(counted[1]);
    const max = counted[2] === undefined ? min : counted[3] === '' ? Number.POSITIVE_INFINITY : Number(counted[3]);
    return [min, max];
  }

  #take(character: string): boolean {
    if (this.#source[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }
}

/** One character against one class runs in constant time on any engine. */
function isIn(written: string, character: string): boolean {
  try {
    return new RegExp(`^${written}$`, 'u').test(character);
  } catch {
    throw new NoSample();
  }
}
