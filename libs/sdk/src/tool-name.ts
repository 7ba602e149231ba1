import { AssayError } from './error.js';

/** `namespace/name` in two. Both halves are checked by the server; here only the slash is. */
export function splitName(qualified: string): { ns: string; name: string } {
  const slash = qualified.indexOf('/');
  if (slash < 1 || slash === qualified.length - 1) {
    throw new AssayError({
      code: 'invalid_option',
      message: `"${qualified}" is not a full name: write namespace/name, such as acme/orders.create.`,
    });
  }
  return { ns: qualified.slice(0, slash), name: qualified.slice(slash + 1) };
}

/** `namespace/tool@range` in name and range; the range is undefined when absent. */
export function splitReference(reference: string): { tool: string; range: string | undefined } {
  const at = reference.indexOf('@');
  return at < 0
    ? { tool: reference, range: undefined }
    : { tool: reference.slice(0, at), range: reference.slice(at + 1) || undefined };
}
