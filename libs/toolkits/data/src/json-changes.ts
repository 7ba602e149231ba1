/** One difference between two JSON values. */
export interface JsonChange {
  /** JSON pointer. */
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before?: unknown;
  readonly after?: unknown;
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const step = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Every difference in the order of the members; lists are compared by position. Stops after `max`. */
export function jsonChanges(before: unknown, after: unknown, max: number): JsonChange[] {
  const changes: JsonChange[] = [];
  const visit = (one: unknown, other: unknown, path: string): void => {
    if (changes.length >= max || Object.is(one, other)) return;
    if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
      changes.push({ path, change: 'changed', before: one, after: other });
      return;
    }
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (changes.length >= max) return;
      const at = path + step(name);
      if (!Object.hasOwn(other, name)) changes.push({ path: at, change: 'removed', before: one[name] });
      else if (Object.hasOwn(one, name)) visit(one[name], other[name], at);
      else changes.push({ path: at, change: 'added', after: other[name] });
    }
  };
  visit(before, after, '');
  return changes;
}
