/** The contexts of the domain, each with those it may import (ARCHITECTURE, "Import directions and rules"). */
export const contexts: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  'json-schema': [],
  'named-values': [],
  identity: ['kernel', 'json-schema'],
  registry: ['kernel', 'json-schema', 'identity'],
  importing: ['kernel', 'json-schema', 'identity', 'registry'],
  trust: ['kernel', 'json-schema', 'identity', 'registry'],
  discovery: ['kernel', 'json-schema', 'identity', 'registry', 'importing', 'trust'],
  vault: ['kernel', 'json-schema', 'identity', 'registry'],
  gateway: ['kernel', 'json-schema', 'named-values', 'identity', 'registry', 'vault'],
  runs: ['kernel', 'json-schema', 'identity', 'registry', 'vault', 'gateway'],
  creation: ['kernel', 'json-schema', 'identity', 'registry', 'vault', 'gateway', 'runs'],
};

/** Their workspaces: `libs/kernel` and so on. */
export const domain: readonly string[] = Object.keys(contexts).map((context) => `libs/${context}`);

/** Whether a workspace belongs to the domain. */
export const isDomain = (workspace: string | undefined): boolean => domain.includes(workspace ?? '');
