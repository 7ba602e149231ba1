import { Refusal } from '@assay/kit';
import { rectifyConfusion } from 'unicode-confusables';
import type { Address } from './address.js';

/** Two texts with the same skeleton look the same to a reader (Unicode TR39, without accents and case). */
export const skeletonOf = (text: string): string =>
  rectifyConfusion(rectifyConfusion(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()).toLowerCase();

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Hebrew', 'Arabic'] as const;
const scriptTests = scripts.map((it) => new RegExp(`\\p{Script=${it}}`, 'u'));

/** Whether one label of a domain mixes scripts whose letters look alike. */
const mixesScripts = (domain: string): boolean =>
  domain.split('.').some((label) => scriptTests.filter((it) => it.test(label)).length > 1);

const isOf = (domain: string, known: string): boolean => domain === known || domain.endsWith(`.${known}`);

/**
 * Refuses a recipient that a reader would take for somebody at a known domain: by characters that look alike, or by a
 * display name that shows the domain.
 * @param known domains of the organisation and of the allow-list, in ASCII and lower case.
 */
export function requireNoLookalike(
  { address, domain, shownDomain, displayName }: Address,
  known: readonly string[],
): void {
  if (mixesScripts(shownDomain))
    throw new Refusal(
      `The domain of ${address} mixes scripts. Use its ASCII form only when you are sure of the owner.`,
    );
  if (known.some((it) => isOf(domain, it))) return;
  const skeletons = [skeletonOf(shownDomain), skeletonOf(shownDomain.toLowerCase())];
  const imitated = known.find((it) => skeletons.some((skeleton) => isOf(skeleton, skeletonOf(it))));
  if (imitated !== undefined) throw new Refusal(`The domain of ${address} looks like ${imitated} and is another one.`);
  const name = skeletonOf(displayName);
  const shown = known.find((it) => displayName !== '' && name.includes(skeletonOf(it)));
  if (shown !== undefined) throw new Refusal(`The display name of ${address} shows ${shown}, which is another domain.`);
}
