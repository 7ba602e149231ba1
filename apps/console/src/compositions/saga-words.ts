import type { SagaStepView } from '@assay/sdk';

export const stateWords = (status: string): string => status.toLowerCase().replaceAll('_', ' ');

const kinds: Readonly<Record<SagaStepView['class'], string>> = {
  'read-only': 'nothing to undo',
  full: 'can be undone',
  semantic: 'can be made good',
  'side-effects': 'can be undone, but for side effects',
  irreversible: 'cannot be undone',
};

/** How a step can be undone, and how far that is. */
export function undoWords({ undo, class: kind }: SagaStepView): string {
  if (undo === null) return kinds[kind];
  const tries = undo.tries > 1 ? `, ${undo.tries} tries` : '';
  return `${undo.tool ?? kinds[kind]}: ${stateWords(undo.status)}${tries}`;
}
