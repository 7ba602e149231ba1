/** Keyed, so that nobody can choose a session that is, or is not, among the first. */
export type KeyedDigest = (text: string) => string;

const bytes = 6;

/**
 * Whether a caller's session is within the first `percent` of all, by a keyed hash: always the same answer for the same
 * session, and who is within a share is within every larger one.
 */
export function isWithinShare(
  percent: number,
  {
    candidateId,
    principalId,
    session,
  }: { candidateId: string; principalId: string | null; session?: string | undefined },
  mac: KeyedDigest,
): boolean {
  const digest = mac(JSON.stringify(['canary', candidateId, principalId, session ?? null]));
  const place = Buffer.from(digest, 'base64url').readUIntBE(0, bytes) / 2 ** (8 * bytes);
  return place * 100 < percent;
}
