import type { Failure } from '@assay/kernel';
import type { Caller } from './caller.js';

/** Why a namespace, with the commands in it, may not be written under an organisation by this caller; undefined if it may. */
export type CommandMoves = (caller: Caller, namespace: string, toOrganisationId: string) => Failure | undefined;
