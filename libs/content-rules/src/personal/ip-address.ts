import validator from 'validator';

/** Networks of no one person: private, reserved, documentation; and name servers that everybody names. */
const nobodys =
  /^(?:0|10|127|22[4-9]|23\d|24\d|25[0-5])\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\.|^192\.168\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^192\.0\.[02]\.|^198\.(?:51\.100|1[89])\.|^203\.0\.113\.|^(?:1\.1\.1\.1|1\.0\.0\.1|8\.8\.8\.8|8\.8\.4\.4|9\.9\.9\.9|1\.2\.3\.4)$/;
const versionBefore = /(?:\bv|version|release|ver\.?|build|chrome\/|==|[/@^~-])\s*$/i;
const maxLength6 = 45;

/** Whether a text is the public address of a machine, and not the number of a version. `before`: what precedes it. */
export const isPublicIpv4 = (text: string, before: string): boolean =>
  validator.isIP(text, 4) && !nobodys.test(text) && !versionBefore.test(before);

/** The public IPv6 address around a colon; undefined when it is none. */
export function ipv6At(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  let start = at;
  while (start > 0 && at - start < maxLength6 && isHexOrColon(text.charCodeAt(start - 1))) start -= 1;
  let end = at + 1;
  while (end < text.length && end - start <= maxLength6 && isHexOrColon(text.charCodeAt(end))) end += 1;
  const found = text.slice(start, end);
  // Global unicast without the documentation prefix.
  return /^[23]/.test(found) && !/^2001:0?db8:/i.test(found) && validator.isIP(found, 6) ? { start, end } : undefined;
}

const isHexOrColon = (code: number): boolean =>
  (code >= 48 && code <= 58) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
