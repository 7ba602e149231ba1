/** The place of a problem, as a JSON pointer (RFC 6901), and a sentence about it. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Removes duplicates where several checks found the same problem. */
export const uniqueIssues = (issues: readonly Issue[]): Issue[] => [
  ...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values(),
];

/** One step of a JSON pointer (RFC 6901). */
export const pointerStep = (key: PropertyKey): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A text that two JSON values share exactly when they are equal, regardless of member order. */
export function identityText(value: unknown): string {
  if (typeof value !== 'object' || value === null || isRaw(value)) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(identityText).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${identityText(member)}`).join(',')}}`;
}

/** A number that a double cannot represent, kept as its source text (`JSON.rawJSON`). */
const isRaw = (value: object): boolean =>
  (JSON as { readonly isRawJSON?: (value: unknown) => boolean }).isRawJSON?.(value) === true;
