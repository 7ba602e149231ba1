import { type Caller, hasScope } from './caller.js';
import type { Directory } from './directory.js';

/** The organisation of a new installation; its administrators run the installation. */
export const defaultOrganisation = 'default';

/** Allows starting commands on the server's machine; only for members of the installation's own organisation. */
export const commandScope = 'hosts:command';

/** Whether this is the installation's own organisation. */
export const isInstallation = (directory: Directory, organisationId: string | null): boolean =>
  organisationId !== null && organisationId === directory.organisationNamed(defaultOrganisation)?.id;

/** The scopes that are valid in an organisation: an old key of another one may still name the scope for commands. */
export const scopesIn = (directory: Directory, organisationId: string, scopes: readonly string[]): readonly string[] =>
  scopes.includes(commandScope) && !isInstallation(directory, organisationId)
    ? scopes.filter((it) => it !== commandScope)
    : scopes;

/** Whether the caller administers the installation itself, with a credential that is not narrowed. */
export const runsInstallation = (caller: Caller, directory: Directory): boolean =>
  caller.namespaces === null && hasScope(caller, 'admin') && isInstallation(directory, caller.organisationId);
