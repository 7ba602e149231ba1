import { digestText, type Random } from '@assay/kernel';

/**
 * An API key has the form `assay_<prefix>_<secret>`. The prefix is public and identifies the row; of the whole key only
 * its SHA-256 is stored. The secret has 256 bits, so a slow hash would add nothing.
 */
const keyPattern = /^assay_([A-Za-z0-9]{12})_([A-Za-z0-9_-]{43})$/;

export interface IssuedKey {
  readonly key: string;
  readonly prefix: string;
  readonly hash: string;
}

export function issueKey(random: Random): IssuedKey {
  const prefix = `${random.token(24).replaceAll(/[^A-Za-z0-9]/g, '')}000000000000`.slice(0, 12);
  const key = `assay_${prefix}_${random.token(32)}`;
  return { key, prefix, hash: digestText(key) };
}

/**
 * The look-up value of a key: the prefix of a key issued by Assay; for any other text (an operator may choose the
 * administrator's key freely) the start of its digest.
 */
export const prefixOf = (key: string): string => keyPattern.exec(key)?.[1] ?? `~${digestText(key).slice(7, 27)}`;
