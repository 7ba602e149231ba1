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

const membersOf = (value: object): readonly unknown[] => (Array.isArray(value) ? value : Object.values(value));
