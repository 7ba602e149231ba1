import { type Caller, hasScope } from './caller.js';
import type { Directory } from './directory.js';

/** The organisation of a new installation; its administrators run the installation. */
export const defaultOrganisation = 'default';

/** Whether the caller administers the installation itself, through a credential that is not narrowed. */
export const runsInstallation = (caller: Caller, directory: Directory): boolean =>
  caller.organisationId !== null &&
  caller.namespaces === null &&
  hasScope(caller, 'admin') &&
  caller.organisationId === directory.organisationNamed(defaultOrganisation)?.id;
