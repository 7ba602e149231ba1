import type { ValidationIssue } from '@assay/contracts';
import { type Failure, fail } from '@assay/kernel';
import type { ToolVersion } from '@assay/registry';
import { type Call, isReadOnly } from '../call.js';
import type { SettledConflict } from './settle-conflicts.js';

/** Only what has no effect can be asked twice: the refusal of any other call, before anything is called. */
export function refuseCorroboration({ requested: { request }, resolved: { version } }: Call): Failure | undefined {
  if (request.corroborate === undefined || isReadOnly(version)) return undefined;
  return fail(
    'invalid_request',
    `corroborate asks other tools the same, and ${version?.manifest.name} does not declare that it only reads (annotations.readOnlyHint): call it without corroborate.`,
    { issues: [{ path: '/corroborate', message: 'is for tools that only read' }] },
  ).error;
}

/** Nobody spoke of the same. */
export const incomparable =
  "The other tools' outputs could not be compared: none has a value with the same x-assay-field for the same x-assay-entity.";

/** Fewer answered than were asked for, and why. */
export function missing(wanted: number, got: number, candidates: number): string {
  const why =
    candidates < wanted
      ? `only ${candidates} other tools that you may call share a capability, only read and take this input`
      : 'the others returned no result';
  return `corroborate: ${wanted} asks for ${wanted} other tools, and ${got} answered: ${why}.`;
}

/** What is neither resolved nor shown, of very many. */
export const unsettled = (more: number): string =>
  `The tools disagree about ${more} further values; those of the called tool are used.`;

/** A critical conflict that nothing decides. */
export function unresolved(
  { manifest }: ToolVersion,
  { conflict }: SettledConflict,
  issues: readonly ValidationIssue[],
): Failure {
  const sources = conflict.claims.map(({ source }) => source).join(', ');
  return fail(
    'outputs_conflict',
    `${manifest.name} and corroborating tools disagree about ${conflict.rule.name}, and the conflict cannot be resolved (${sources}): see validation.issues and ask an expert.`,
    { issues: issues.map(({ path, message }) => ({ path, message })) },
  ).error;
}
