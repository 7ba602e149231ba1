/** Types of a field, seen in sampled documents. */
export interface FieldShape {
  readonly path: string;
  readonly types: readonly string[];
  /** Share of the sampled documents that have it. */
  readonly share: number;
}

const maxFields = 200;
const maxDepth = 4;

export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  if (value instanceof Uint8Array) return 'binary';
  const named = (value as { _bsontype?: unknown })._bsontype;
  if (typeof named === 'string') return named.toLowerCase();
  return typeof value === 'object' ? 'object' : typeof value;
}

/** The fields of sampled documents, with `a.b` for nested ones and `a[]` for elements of lists. */
export function inferFields(documents: readonly Readonly<Record<string, unknown>>[]): FieldShape[] {
  const found = new Map<string, { types: Set<string>; documents: Set<number> }>();
  const visit = (value: unknown, path: string, at: number, depth: number): void => {
    const type = typeOf(value);
    if (path !== '') {
      const known = found.get(path) ?? { types: new Set<string>(), documents: new Set<number>() };
      if (!found.has(path) && found.size >= maxFields) return;
      found.set(path, known);
      known.types.add(type);
      known.documents.add(at);
    }
    if (depth >= maxDepth) return;
    if (type === 'array') for (const item of (value as unknown[]).slice(0, 20)) visit(item, `${path}[]`, at, depth + 1);
    if (type === 'object')
      for (const [name, inner] of Object.entries(value as object))
        visit(inner, path === '' ? name : `${path}.${name}`, at, depth + 1);
  };
  for (const [at, document] of documents.entries()) visit(document, '', at, 0);
  return [...found].map(([path, { types, documents: having }]) => ({
    path,
    types: [...types].sort(),
    share: having.size / Math.max(1, documents.length),
  }));
}
