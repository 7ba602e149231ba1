import type { LearntOutcome } from './learnt-outcome.js';
import type { ReadTerms } from './read-terms.js';

export const readTerms: ReadTerms = (text) => [...new Set(text.toLowerCase().match(/[a-z]+/g) ?? [])];

/** A success of `acme/mail` at sending a letter, for tests; outcomes of one number are one. */
export function anOutcome(number: number, parts: Partial<LearntOutcome> = {}): LearntOutcome {
  return {
    id: `00000000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`,
    organisationId: 'org-acme',
    principalId: 'ann',
    searchId: null,
    task: 'send a letter',
    tool: 'acme/mail',
    succeeded: true,
    weight: 1,
    shown: [],
    standing: [],
    at: Date.UTC(2026, 5, 1),
    ...parts,
  };
}
