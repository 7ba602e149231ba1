import { digestText, type Random, sameText } from '@assay/kernel';

/** The secret of a session cookie. It has 256 bits, so that its SHA-256 is enough to keep. */
export const newSessionToken = (random: Pick<Random, 'token'>): string => `assays_${random.token(32)}`;

/**
 * What a page sends in `x-assay-csrf`. It follows from the session's token, which other sites cannot read, and does not
 * reveal it.
 */
export const csrfTokenOf = (token: string): string => digestText(`assay csrf ${token}`).slice('sha256:'.length);

export const isCsrfToken = (given: string, token: string): boolean => sameText(given, csrfTokenOf(token));
