/** The largest count that RE2 supports in one repetition. */
const engineMax = 1_000;

/** Maximum steps of the compiled program with each repetition expanded. */
export const maxPatternSteps = 20_000;

/** Thrown when a pattern cannot be compiled within the limits. */
export class PatternTooLarge extends Error {}

interface Group {
  /** Its start in the rewritten text. */
  readonly start: number;
  steps: number;
}

/**
 * RE2 rejects counts above 1,000, which real schemas use (`[\w-]{0,2048}`). Such a repetition is rewritten as several
 * in a row that match the same texts. Also adds up the size of the compiled pattern, so that a short pattern cannot
 * take the memory and time of a very large one. Needs one pass over the text. @throws PatternTooLarge
 */
export function expandCounts(source: string): string {
  return new Expansion(source).run();
}

/** Steps that a pattern comes to with its repetitions written out, counted up to the maximum of one pattern. */
export function patternSteps(source: string): number {
  const expansion = new Expansion(source);
  try {
    expansion.run();
    return expansion.steps;
  } catch (error) {
    if (error instanceof PatternTooLarge) return maxPatternSteps;
    throw error;
  }
}

const counts = /\{(\d{1,9})(?:(,)(\d{0,9}))?\}\??/y;
const escapes = /\\(?:[pPx]\{[^{}]{0,100}\}|x[0-9A-Fa-f]{2}|[0-7]{1,3}|Q|.)/sy;
const groupOpenings = /\((?:\?(?:P?<[A-Za-z_]\w{0,99}>|[a-zA-Z]{0,9}-?[a-zA-Z]{0,9}:))?/y;

class Expansion {
  readonly #source: string;
  #at = 0;
  #out = '';
  #groups: Group[] = [{ start: 0, steps: 0 }];
  /** The last atom: its start in `#out`, and its steps; undefined where nothing can be repeated. */
  #atom: { readonly start: number; readonly steps: number } | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  get steps(): number {
    return this.#groups.reduce((sum, { steps }) => sum + steps, 0);
  }

  run(): string {
    while (this.#at < this.#source.length) this.#next();
    return this.#out;
  }

  #next(): void {
    const char = this.#source[this.#at] as string;
    if (char === '(') this.#open();
    else if (char === ')') this.#close();
    else if (char === '{' && this.#atom !== undefined && this.#match(counts) !== null) this.#repeat();
    else if ('*+?|^$'.includes(char)) this.#operator(char);
    else this.#take(char === '[' ? this.#classText() : (this.#match(escapes)?.[0] ?? this.#character()), 1);
  }

  #take(text: string, steps: number): void {
    this.#atom = { start: this.#out.length, steps };
    this.#write(text, steps);
  }

  #operator(char: string): void {
    this.#write(char, 1);
    if ('|^$'.includes(char)) this.#atom = undefined;
  }

  #open(): void {
    this.#groups.push({ start: this.#out.length, steps: 0 });
    this.#atom = undefined;
    this.#write(this.#match(groupOpenings)?.[0] ?? '(', 1);
  }

  #close(): void {
    this.#write(')', 1);
    const group = this.#groups.length > 1 ? this.#groups.pop() : undefined;
    if (group === undefined) return;
    this.#atom = group;
    this.#add(group.steps);
  }

  #repeat(): void {
    const [text, minCount = '', comma, maxCount = ''] = this.#match(counts) as RegExpExecArray;
    const min = Number(minCount);
    const max = comma === undefined ? min : maxCount === '' ? Number.POSITIVE_INFINITY : Number(maxCount);
    const { start, steps } = this.#atom as { start: number; steps: number };
    this.#add(steps * 2 * Math.max(1, Number.isFinite(max) ? max : min));
    if (min > max || (min <= engineMax && (max <= engineMax || max === Number.POSITIVE_INFINITY))) {
      this.#write(text, 0);
    } else {
      const atom = withoutNames(this.#out.slice(start));
      const lazy = text.endsWith('?') ? '?' : '';
      this.#out = `${this.#out.slice(0, start)}(?:${pieces(min, max)
        .map((it) => `${atom}${it}${lazy}`)
        .join('')})`;
      this.#at += text.length;
    }
  }

  /** A class as RE2 reads it: a leading `]` is a member. */
  #classText(): string {
    let end = this.#at + 1;
    if (this.#source[end] === '^') end += 1;
    if (this.#source[end] === ']') end += 1;
    while (end < this.#source.length && this.#source[end] !== ']') {
      const isNamed = this.#source.startsWith('[:', end);
      const close = isNamed ? this.#source.indexOf(':]', end) : -1;
      end = close >= 0 ? close + 2 : end + (this.#source[end] === '\\' ? 2 : 1);
    }
    return this.#source.slice(this.#at, end + 1);
  }

  #character = (): string => String.fromCodePoint(this.#source.codePointAt(this.#at) as number);

  #write(text: string, steps: number): void {
    this.#out += text;
    this.#at += text.length;
    this.#add(steps);
  }

  #add(steps: number): void {
    const group = this.#groups.at(-1) as Group;
    group.steps += steps;
    if (group.steps > maxPatternSteps)
      throw new PatternTooLarge(`comes to more than ${maxPatternSteps} steps when its repetitions are written out`);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source);
  }
}

/** Copies a part without its group names, which may appear only once in a pattern. */
const withoutNames = (part: string): string =>
  part.replaceAll(/(\\.)|\(\?P?<[A-Za-z_]\w{0,99}>/gs, (whole, escaped) => (escaped === undefined ? '(' : whole));

/** Quantifiers within the engine's limit that together mean `{min,max}`. */
function pieces(min: number, max: number): string[] {
  const found: string[] = [];
  for (let left = min; left > 0; left -= engineMax) found.push(`{${Math.min(left, engineMax)}}`);
  if (max === Number.POSITIVE_INFINITY) return [...found, '*'];
  for (let left = max - min; left > 0; left -= engineMax) found.push(`{0,${Math.min(left, engineMax)}}`);
  return found;
}
