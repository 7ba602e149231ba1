import type { Caller } from './caller.js';
import { publicToken } from './visibility.js';

/** Nobody in particular: sees public things where anonymous reads are on, and holds no scope. */
export const anonymousCaller = (mayRead: boolean): Caller =>
  Object.freeze({
    principalId: null,
    organisationId: null,
    name: 'anonymous',
    kind: null,
    scopes: new Set<string>(),
    teams: [],
    namespaces: null,
    tokens: mayRead ? [publicToken] : [],
  });
