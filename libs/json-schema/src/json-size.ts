/** Whether a JSON value holds more than `most` values, itself included; looks at no more than so many. */
export function holdsMoreThan(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value];
  for (let seen = 1; waiting.length > 0; seen += 1) {
    const next = waiting.pop();
    const members = typeof next === 'object' && next !== null ? membersOf(next) : [];
    if (seen + waiting.length + members.length > most) return true;
    for (const member of members) waiting.push(member);
  }
  return false;
}

/** How many values a JSON value holds, itself included, and how many members its widest object has. */
export function extentOf(value: unknown): { readonly values: number; readonly width: number } {
  const waiting: unknown[] = [value];
  let values = 0;
  let width = 0;
  for (; waiting.length > 0; values += 1) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null) continue;
    const members = membersOf(next);
    if (!Array.isArray(next)) width = Math.max(width, members.length);
    for (const member of members) waiting.push(member);
  }
  return { values, width };
}

const membersOf = (value: object): readonly unknown[] => (Array.isArray(value) ? value : Object.values(value));
