import type { Caller } from './caller.js';
import { publicToken } from './visibility.js';

/** Reserved: grants to a principal of this name are grants to callers without a key. */
export const anonymousName = 'anonymous';

/** The anonymous caller: sees public objects where anonymous reads are enabled, and has no scope. */
export const anonymousCaller = (mayRead: boolean): Caller =>
  Object.freeze({
    principalId: null,
    organisationId: null,
    name: anonymousName,
    kind: null,
    scopes: new Set<string>(),
    teams: [],
    namespaces: null,
    tokens: mayRead ? [publicToken] : [],
  });
