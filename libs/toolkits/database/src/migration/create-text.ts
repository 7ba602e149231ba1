import { closingParenthesis } from '../sqlite/sqlite-schema.js';

/** The parts of a CREATE TABLE statement. */
export interface CreateText {
  /** Between the parentheses, one for each column and constraint. */
  readonly parts: readonly string[];
  /** After the parenthesis. */
  readonly options: string;
}

export const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

export function splitCreate(sql: string): CreateText {
  const start = sql.indexOf('(');
  const end = closingParenthesis(sql, start);
  if (start < 0 || end < 0) return { parts: [], options: '' };
  return { parts: splitAt(sql.slice(start + 1, end), ',').map(squeezed), options: squeezed(sql.slice(end + 1)) };
}

/** Cuts at a sign that is neither in parentheses nor in a quotation. */
export function splitAt(text: string, sign: ',' | ';'): string[] {
  const parts: string[] = [];
  let [depth, quote, from] = [0, '', 0];
  for (let at = 0; at < text.length; at += 1) {
    const here = text[at] as string;
    if (quote !== '') quote = here === quote ? '' : quote;
    else if (`'"\``.includes(here)) quote = here;
    else if (here === '(') depth += 1;
    else if (here === ')') depth -= 1;
    else if (here === sign && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)].filter((it) => it.trim() !== '');
}

/** The name at the beginning of a column's definition, without its quotes, and what follows. */
export function nameAndRest(part: string): { readonly name: string; readonly rest: string } {
  const [whole = '', double, back, bare] =
    /^(?:"((?:[^"]|""){1,200})"|`((?:[^`]|``){1,200})`|(\w{1,200})) ?/.exec(part) ?? [];
  const name = double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? bare ?? '';
  return { name, rest: part.slice(whole.length) };
}
