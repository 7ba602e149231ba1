import type { Envelope } from '@assay/sdk';
import { waitingNotes } from './approval.js';
import type { Page } from './page.js';
import { routedNotes } from './routed.js';

/** What is said of a call below its result. */
export function callNotes(envelope: Envelope, page: Page): string[] {
  const { tool, version, status, validation, trace, id } = envelope;
  const ms = trace.reduce((sum, stage) => sum + stage.ms, 0);
  const source = ageNote(envelope);
  const facts = [`${tool}@${version}`, status, ...source, validation.outcome, `${ms.toFixed(1)} ms`, id];
  const warnings = envelope.warnings.map((warning) => page.warn(`Warning: ${warning}`));
  return [
    ...warnings,
    ...repairNotes(envelope),
    ...waitingNotes(envelope),
    ...routedNotes(envelope),
    page.dim(facts.join(' · ')),
  ];
}

const repairNotes = ({ repaired = [] }: Envelope): string[] => repaired.map((edit) => `Repaired: ${edit}`);

const ageNote = ({ provenance }: Envelope): string[] =>
  provenance?.ageMs === undefined ? [] : [`cached ${Math.floor(provenance.ageMs / 1_000)} s ago`];
