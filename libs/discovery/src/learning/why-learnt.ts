import type { SharedJudgement } from './shared-memory.js';

/** Below this a gain is not worth a word. */
const minGain = 0.05;

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Why learning changed the place of a tool, in words. */
export function whyLearnt(judgement: SharedJudgement | undefined, level: number): string[] {
  if (judgement === undefined || level === 0) return [];
  const { gain, similar, ofOthers, others } = judgement;
  if (gain <= -minGain) return ['was shown for similar tasks of yours, but other tools were chosen'];
  if (similar > 0 && gain > 0) return [`worked for ${counted(similar, 'similar task')} of yours`];
  if (gain < minGain) return [];
  if (ofOthers > 0)
    return [
      `worked for ${counted(ofOthers, 'similar task')} of ${counted(others, 'other caller')} in your organisation`,
    ];
  return ['worked for tasks with similar words'];
}
