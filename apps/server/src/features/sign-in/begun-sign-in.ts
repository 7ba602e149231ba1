import type { Sealer } from '@assay/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A sign-in at the issuer that has begun in a browser. */
export interface KeptSignIn {
  readonly secrets: string;
  /** Path to continue at. */
  readonly next: string;
  readonly confirm: boolean;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export const beginningLastsMs = 10 * 60_000;
const context = 'sign-in at the issuer';
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-assay_issuer' : 'assay_issuer');

/** Keeps it in a sealed cookie of the browser, so that only the same browser completes it; null removes it. */
export function keepSignIn(
  reply: FastifyReply,
  sealer: Pick<Sealer, 'seal'>,
  kept: KeptSignIn | null,
  isSecure: boolean,
): void {
  const value = kept === null ? '' : encodeURIComponent(sealer.seal(JSON.stringify(kept), context));
  const maxAgeS = kept === null ? 0 : beginningLastsMs / 1_000;
  const attributes = [`Max-Age=${maxAgeS}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  reply.header('set-cookie', [...cookies, [`${nameOf(isSecure)}=${value}`, ...attributes].join('; ')]);
}

/** The one that this browser began; undefined when it has expired, or the cookie is not one of this server. */
export function keptSignIn(
  { headers }: Pick<FastifyRequest, 'headers'>,
  sealer: Pick<Sealer, 'open'>,
  isSecure: boolean,
  now: number,
): KeptSignIn | undefined {
  const name = nameOf(isSecure);
  const values = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2));
  const found = values.filter(([given]) => given === name).map(([, value]) => value ?? '');
  if (found.length !== 1) return undefined;
  try {
    const kept = JSON.parse(sealer.open(decodeURIComponent(found[0] as string), context)) as KeptSignIn;
    return kept.expiresAt > now ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** A path of this server; `/` for what could lead to another one. */
export function localPath(next: string | undefined): string {
  const base = 'http://console.invalid';
  if (next === undefined || !next.startsWith('/') || !URL.canParse(next, base)) return '/';
  const url = new URL(next, base);
  return url.origin === base ? url.pathname + url.search + url.hash : '/';
}
