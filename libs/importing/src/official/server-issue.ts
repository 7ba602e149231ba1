import type { ServerIssue } from '@assay/contracts';

const at =
  (severity: ServerIssue['severity'], type: ServerIssue['type']) =>
  (path: string, reference: string, message: string): ServerIssue => ({ type, path, message, severity, reference });

/** An error: the document cannot be published. */
export const wrong = at('error', 'semantic');
/** A warning: allowed, but unusual. */
export const doubtful = at('warning', 'linter');
/** Does not have the shape of a server.json. */
export const misshapen = at('error', 'schema');

/** `['packages', 0, 'transport']` → `packages[0].transport`. */
export const issuePath = (keys: readonly PropertyKey[]): string =>
  keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    return path === '' ? String(key) : `${path}.${String(key)}`;
  }, '');
