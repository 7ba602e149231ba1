import type { ContentRules, Passage } from '@assay/kernel';

/** Detectors of what is not stored. */
export type TaskContent = Pick<ContentRules, 'personal' | 'secrets'>;

/** In place of what was removed: no word, so that nothing is learnt from it. */
const removed = '…';

/**
 * A task's text without secrets and personal data (mail addresses, telephone and account numbers, …). Rejects when the text
 * could not be examined completely; then nothing of it may be stored.
 */
export async function redactTask(text: string, { personal, secrets }: TaskContent): Promise<string> {
  const found = [...personal.find(text), ...(secrets.mayHold(text) ? await secrets.find(text) : [])];
  return withoutPassages(text, found);
}

function withoutPassages(text: string, passages: readonly Passage[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of [...passages].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= from) kept += `${text.slice(from, start)}${removed}`;
    from = Math.max(from, end);
  }
  return kept + text.slice(from);
}
