/** Full length under `npm run soak`; a few blows otherwise. */
export const soak = process.env.ASSAY_SOAK === '1';

/** How often something is done: in the small form, and when soaking. */
export const rounds = (small: number, full: number): number => (soak ? full : small);

/** Long enough for the round count on a busy machine; a hang still ends. */
export const patienceMs = soak ? 1_800_000 : 400_000;
