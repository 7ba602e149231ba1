import { Refusal } from '@assay/kit';

export interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
  /** Position of its first character, from 1. */
  readonly at: number;
}

/** Alternatives begin with different characters, so that nothing is tried twice. */
const token = /(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z_][A-Za-z0-9_]{0,99})|(\*\*|[-+*/%^(),[\]])/y;

const spellings: Readonly<Record<string, string>> = { '**': '^' };

/** The words and signs of an arithmetic expression. Throws a Refusal at the first character that is neither. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    if (' \t\r\n'.includes(text.charAt(at))) {
      at += 1;
      continue;
    }
    token.lastIndex = at;
    const [found, number, name] = token.exec(text) ?? [];
    if (found === undefined)
      throw new Refusal(`Unexpected "${text.charAt(at)}" at character ${at + 1} of the expression.`);
    const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign';
    tokens.push({ kind, text: spellings[found] ?? found, at: at + 1 });
    at += found.length;
  }
  return tokens;
}
