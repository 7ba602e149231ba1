/** Whether a JSON value contains more than `max` values, itself included; reads at most that many. */
export function holdsMoreThan(value: unknown, max: number): boolean {
  const waiting: unknown[] = [value];
  for (let seen = 1; waiting.length > 0; seen += 1) {
    const next = waiting.pop();
    const members = typeof next === 'object' && next !== null ? membersOf(next) : [];
    if (seen + waiting.length + members.length > max) return true;
    for (const member of members) waiting.push(member);
  }
  return false;
}

const membersOf = (value: object): readonly unknown[] => (Array.isArray(value) ? value : Object.values(value));
