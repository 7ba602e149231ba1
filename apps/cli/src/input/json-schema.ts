export type Schema = Record<string, unknown>;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Follows a reference within the same schema; others are left for the server to judge. */
export function resolved(schema: unknown, root: Schema): Schema {
  let found = isSchema(schema) ? schema : {};
  for (let depth = 0; depth < 8 && typeof found.$ref === 'string' && found.$ref.startsWith('#/'); depth += 1) {
    const steps = found.$ref.slice(2).split('/');
    const target = steps.reduce<unknown>(
      (at, step) => (isSchema(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      root,
    );
    if (!isSchema(target)) break;
    found = target;
  }
  return found;
}

/** The JSON types a schema lets through; empty when it does not say. */
export function typesOf(schema: unknown, root: Schema): string[] {
  const own = resolved(schema, root);
  if (typeof own.type === 'string') return [own.type];
  if (Array.isArray(own.type)) return own.type.filter((type): type is string => typeof type === 'string');
  if ('const' in own) return [typeOf(own.const)];
  if (Array.isArray(own.enum)) return [...new Set(own.enum.map(typeOf))];
  const choices = [own.anyOf, own.oneOf].find(Array.isArray) ?? [];
  return [...new Set(choices.flatMap((choice) => typesOf(choice, root)))];
}

/** The JSON type of a value; whole numbers are integers. */
export const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
