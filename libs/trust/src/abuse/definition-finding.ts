import type { DefinitionFinding } from '@assay/registry';
import { highScore, type Judgement, mediumScore } from './sign.js';

/** As many rules as the sentence names. */
const rulesNamed = 3;
/** Undefined below the score at which a definition is held. */
export const findingOf = (judgement: Judgement): DefinitionFinding | undefined =>
  judgement.score < mediumScore
    ? undefined
    : {
        score: judgement.score,
        quarantines: judgement.score >= highScore,
        sentence: sentenceOf(judgement),
        signs: judgement.signs,
      };

/** A sentence that names the heaviest rules and where they matched. */
export function sentenceOf({ signs }: Pick<Judgement, 'signs'>): string {
  const named = signs
    .slice(0, rulesNamed)
    .map(({ rule, path }) => `${rule} at ${path === '' ? 'several places' : path}`);
  const more = signs.length - named.length;
  return `its definition looks like an attack on the model that reads it (${named.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}
