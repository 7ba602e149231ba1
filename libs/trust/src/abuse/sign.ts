import type { FindingKind, FindingSeverity } from '@assay/contracts';

/** Something a rule saw in one place of a text. */
export interface Sign {
  /** What policies call it; `instruction` when absent. */
  readonly kind?: FindingKind;
  /**
   * The passage in the text at `path`, in UTF-16 code units, `end` exclusive: what a consumer masks. Absent when the sign
   * is not in one text (the name of a member, or several fields together): then the whole member at `path` is meant.
   */
  readonly start?: number;
  readonly end?: number;
  /** Id of the rule, such as `secrecy`. */
  readonly rule: string;
  /** How sure the rule alone makes one of abuse, from 0 to 1. */
  readonly weight: number;
  /** JSON pointer to the text, in the definition or the output. */
  readonly path: string;
  /** What was seen, with its surroundings; secrets are cut. */
  readonly excerpt: string;
}

/** What all signs of one definition or output come to. */
export interface Judgement {
  /** From 0 to 1. */
  readonly score: number;
  readonly severity: FindingSeverity;
  /** One for each rule, the heaviest, heaviest first. */
  readonly signs: readonly Sign[];
}

/** From this score on a finding is recorded. */
export const mediumScore = 0.4;
/** From this score on a definition is quarantined. */
export const highScore = 0.6;
const maxExcerpt = 240;
const maxSigns = 20;

/**
 * Joins signs as independent witnesses: score = 1 − Π(1 − weight), each rule counted once, where it is heaviest. A weak
 * sign alone stays below every bar, and ten of the same kind are no more than one.
 */
export function judge(signs: readonly Sign[]): Judgement {
  const heaviest = new Map<string, Sign>();
  for (const sign of signs) {
    if (sign.weight > (heaviest.get(sign.rule)?.weight ?? 0)) heaviest.set(sign.rule, sign);
  }
  const kept = [...heaviest.values()].sort((a, b) => b.weight - a.weight).slice(0, maxSigns);
  const score = 1 - kept.reduce((doubt, { weight }) => doubt * (1 - weight), 1);
  return { score, severity: severityOf(score), signs: kept };
}

const severityOf = (score: number): FindingSeverity =>
  score >= highScore ? 'HIGH' : score >= mediumScore ? 'MEDIUM' : 'LOW';

/** A piece of a text around a match, on one line, in characters that show; never longer than 240 characters. */
export function excerptOf(text: string, start: number, length: number): string {
  const around = Math.max(0, Math.floor((maxExcerpt - length) / 3));
  const from = Math.max(0, start - around);
  const piece = text.slice(from, Math.min(text.length, start + length + around)).slice(0, maxExcerpt);
  return visible(piece).trim().slice(0, maxExcerpt);
}

/** Characters that do not show, or change how others show, written as \u{…}. */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(
      /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]|\p{Variation_Selector}/gu,
      (it) => `\\u{${it.codePointAt(0)?.toString(16)}}`,
    );
