/** Cached JSON of large values that were serialised in slices, so that nothing serialises them again in one go. */
const texts = new WeakMap<object, string>();

/** Caches the JSON of a large value, which must not change afterwards. */
export const rememberJson = (value: object, text: string): void => void texts.set(value, text);

/** Whether the JSON of a value is cached, as for every large output. */
export const hasKnownJson = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && texts.has(value);

/** A value as JSON.stringify writes it; `null` for values JSON cannot represent. */
export const jsonText = (value: unknown): string =>
  (typeof value === 'object' && value !== null && texts.get(value)) || (JSON.stringify(value) ?? 'null');

/** An object as JSON, with the cached JSON of one of its members if there is one. */
export function jsonWithMember(value: Readonly<Record<string, unknown>>, member: string): string {
  const large = value[member];
  const known = typeof large === 'object' && large !== null ? texts.get(large) : undefined;
  if (known === undefined) return JSON.stringify(value);
  const rest = JSON.stringify({ ...value, [member]: undefined });
  return `{${JSON.stringify(member)}:${known}${rest === '{}' ? '}' : `,${rest.slice(1)}`}`;
}
