import { scopes as knownScopes } from '@assay/contracts';
import { type Caller, hasScope } from '../caller.js';

/** Rights of people that no client acts with, whatever a person consents to. */
const neverDelegated: readonly string[] = ['approvals:decide', 'policies:write', 'hosts:command', 'admin'];

/** Whether a client may ever hold a scope. */
export const mayDelegate = (scope: string): boolean => !neverDelegated.includes(scope);

/** Scopes of Assay's own that a client may hold. */
export const delegableScopes: readonly string[] = knownScopes.filter(mayDelegate);

/**
 * Of the scopes that a client asks for, those that this person can grant: Assay's own as far as the person holds them,
 * and scopes of tools that the person holds, or any as an administrator, as when a key is created.
 */
export const grantableScopes = (person: Caller, asked: readonly string[]): string[] =>
  [...new Set(asked)].filter((scope) => mayDelegate(scope) && (hasScope(person, scope) || mayInvent(person, scope)));

const mayInvent = (person: Caller, scope: string): boolean =>
  hasScope(person, 'admin') && !(knownScopes as readonly string[]).includes(scope);
