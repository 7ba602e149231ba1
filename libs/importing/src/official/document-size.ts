/** More values than any server.json has; each could be wrong in several ways that would all be told. */
export const valuesCap = 5_000;

/** Whether a JSON value holds more than so many values, itself and those inside it; looks at no more than that. */
export function holdsMoreThan(value: unknown, most: number): boolean {
  const waiting: unknown[] = [value];
  let seen = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    seen += 1;
    if (seen > most) return true;
    if (typeof next !== 'object' || next === null) continue;
    const members = Object.values(next);
    if (members.length > most) return true;
    waiting.push(...members);
  }
  return false;
}
