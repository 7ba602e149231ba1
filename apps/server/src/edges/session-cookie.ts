import { signInDefaults } from '@assay/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';

const plainName = 'assay_session';
/** A browser accepts this name only with Secure, Path=/ and no Domain: no other host can set it. */
const secureName = '__Host-assay_session';

/**
 * The token in the session cookie; undefined without one. Two cookies of the name mean that another host or path set one,
 * and neither counts.
 */
export function sessionTokenOf({ headers }: Pick<FastifyRequest, 'headers'>, isSecure: boolean): string | undefined {
  const name = isSecure ? secureName : plainName;
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}

/** `token` of null removes the cookie. */
export function setSessionCookie(reply: FastifyReply, token: string | null, isSecure: boolean): void {
  const maxAgeS = token === null ? 0 : signInDefaults.sessionMs / 1_000;
  const attributes = [`Max-Age=${maxAgeS}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  const value = [`${isSecure ? secureName : plainName}=${token ?? ''}`, ...attributes].join('; ');
  reply.header('set-cookie', value).header('cache-control', 'no-store');
}
