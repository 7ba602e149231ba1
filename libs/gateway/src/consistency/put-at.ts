/** A value with what a JSON pointer names in it replaced; what does not exist is left alone. */
export function putAt(document: unknown, pointer: string, value: unknown): unknown {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return put(document, steps, value);
}

function put(document: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, step)) return document;
  const member = (document as Readonly<Record<string, unknown>>)[step];
  const changed = put(member, rest, value);
  if (Array.isArray(document)) return document.map((it, at) => (String(at) === step ? changed : it));
  return { ...document, [step]: changed };
}
