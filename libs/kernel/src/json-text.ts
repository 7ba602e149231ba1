/** Texts of large values that were written in slices before, so that nothing writes them again at a stretch. */
const texts = new WeakMap<object, string>();

/** Keeps the JSON of a large value. From now on it must not change. */
export const rememberJson = (value: object, text: string): void => void texts.set(value, text);

/** Whether the JSON of a value was written before, as that of every large output is. */
export const hasKnownJson = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && texts.has(value);

/** A value as JSON.stringify writes it; `null` for what JSON has no form for. */
export const jsonText = (value: unknown): string =>
  (typeof value === 'object' && value !== null && texts.get(value)) || (JSON.stringify(value) ?? 'null');

/** An object as JSON, with one of its members as it was written before, if it was. */
export function jsonWithMember(value: Readonly<Record<string, unknown>>, member: string): string {
  const large = value[member];
  const known = typeof large === 'object' && large !== null ? texts.get(large) : undefined;
  if (known === undefined) return JSON.stringify(value);
  const rest = JSON.stringify({ ...value, [member]: undefined });
  return `{${JSON.stringify(member)}:${known}${rest === '{}' ? '}' : `,${rest.slice(1)}`}`;
}
