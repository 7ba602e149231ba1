import type { FindingSign, Issue } from '@assay/contracts';

/** A finding in a definition that a person has to review before the tool is called. */
export interface DefinitionFinding {
  readonly score: number;
  /** Whether the version stays quarantined after publication: lifting that is a separate decision. */
  readonly quarantines: boolean;
  /** One sentence that names the heaviest rules and where they matched. */
  readonly sentence: string;
  readonly signs: readonly FindingSign[];
}

/** Maximum characters of a definition that an issue quotes. */
const maxQuoted = 160;
/** Weaker signs are shown only beside stronger ones, not as separate reasons. */
const minReason = 0.1;

/** Why a version is held: the words that caused it, with their pointer in the manifest. */
export const issuesOf = ({ signs }: Pick<DefinitionFinding, 'signs'>): Issue[] =>
  signs
    .filter(({ weight }) => weight >= minReason)
    .map(({ rule, weight, path, excerpt }) => ({
      path,
      message: `${rule} (${weight.toFixed(2)}): "${excerpt.slice(0, maxQuoted)}"`,
    }));

/** Whether every current finding was shown before, so that the earlier acceptance covers it. */
export const isCoveredBy = (
  { signs }: Pick<DefinitionFinding, 'signs'>,
  shown: readonly Pick<FindingSign, 'rule' | 'path' | 'excerpt'>[],
): boolean =>
  signs.every((sign) =>
    shown.some((it) => it.rule === sign.rule && it.path === sign.path && it.excerpt === sign.excerpt),
  );
