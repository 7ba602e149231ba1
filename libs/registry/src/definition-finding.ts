import type { FindingSign, Issue } from '@assay/contracts';

/** What a definition shows that a person has to look at before anybody calls the tool. */
export interface DefinitionFinding {
  readonly score: number;
  /** Whether the version stays quarantined after it was let in: lifting that is a decision of its own. */
  readonly quarantines: boolean;
  /** One sentence that names the heaviest rules and where they matched. */
  readonly sentence: string;
  readonly signs: readonly FindingSign[];
}

/** Words of a definition that an issue quotes, in characters. */
const maxQuoted = 160;
/** Weaker signs are shown only beside stronger ones, not as reasons of their own. */
const minReason = 0.1;

/** Why a version is held: the words that caused it, with their place in the manifest. */
export const issuesOf = ({ signs }: Pick<DefinitionFinding, 'signs'>): Issue[] =>
  signs
    .filter(({ weight }) => weight >= minReason)
    .map(({ rule, weight, path, excerpt }) => ({
      path,
      message: `${rule} (${weight.toFixed(2)}): "${excerpt.slice(0, maxQuoted)}"`,
    }));

/** Whether everything that is found now was shown before, so that whoever accepted that has accepted this. */
export const isCoveredBy = (
  { signs }: Pick<DefinitionFinding, 'signs'>,
  shown: readonly Pick<FindingSign, 'rule' | 'path' | 'excerpt'>[],
): boolean =>
  signs.every((sign) =>
    shown.some((it) => it.rule === sign.rule && it.path === sign.path && it.excerpt === sign.excerpt),
  );
