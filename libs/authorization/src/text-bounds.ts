/**
 * What one policy may be made of. The library walks expressions by recursion on a small stack, and what overflows that
 * breaks it for the whole process; so a text is measured before it is handed over. Its own limits lie at about 100 levels
 * of brackets, 800 operators and 200 clauses.
 */
const max = { brackets: 32, operators: 100, members: 200, clauses: 32, statements: 100 } as const;

/** Comments and text as the library takes them (a text may go over lines), and what makes an expression deep. */
const tokens = /\/\/[^\n\r]*|"(?:[^"\\]|\\[\s\S])*"?|&&|\|\||[-+*!<>.;]|[([{]|[)\]}]|[A-Za-z_]\w*/gy;

const operators: ReadonlySet<string> = new Set(['&&', '||', '-', '+', '*', '!', 'if', 'has', 'like', 'in', 'is']);

interface Tally {
  brackets: number;
  operators: number;
  members: number;
  clauses: number;
}

const nothing = (): Tally => ({ brackets: 0, operators: 0, members: 0, clauses: 0 });

/** Where a text has more in one policy than may be, and what; undefined when it does not. The place is a character's. */
export function tooMuchIn(text: string): { readonly at: number; readonly message: string } | undefined {
  let tally = nothing();
  let statements = 0;
  for (let at = 0; at < text.length; ) {
    tokens.lastIndex = at;
    const token = tokens.exec(text)?.[0];
    if (token !== undefined) {
      count(token, tally);
      const exceeded = (Object.keys(tally) as (keyof Tally)[]).find((it) => tally[it] > max[it]);
      if (exceeded !== undefined) return { at, message: sentences[exceeded] };
      if (token === ';') {
        tally = nothing();
        statements += 1;
      }
      if (statements > max.statements)
        return {
          at,
          message: `there are more than ${max.statements} policies in one text: put the rest under another id`,
        };
    }
    at += token?.length ?? 1;
  }
  return undefined;
}

function count(token: string, tally: Tally): void {
  if (token.startsWith('//') || token.startsWith('"')) return;
  if ('([{'.includes(token)) tally.brackets += 1;
  else if (')]}'.includes(token)) tally.brackets -= 1;
  else if (token === '.') tally.members += 1;
  else if (token === 'when' || token === 'unless') tally.clauses += 1;
  else if (operators.has(token)) tally.operators += 1;
}

const sentences: Readonly<Record<keyof Tally, string>> = {
  brackets: `brackets are nested more than ${max.brackets} levels deep: simplify the policy`,
  operators: `the policy has more than ${max.operators} operators: split it into several`,
  members: `the policy reads more than ${max.members} members: split it into several`,
  clauses: `the policy has more than ${max.clauses} clauses: split it into several`,
};
