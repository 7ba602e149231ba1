/** Letters and digits that are not mistaken for one another (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 40 random bits as eight letters and digits: two symbols of base64url map to one of these alike often. */
export const codeOf = (token: string): string =>
  [...token.slice(0, 8)].map((it) => alphabet[base64url.indexOf(it) % alphabet.length]).join('');

/** As it was made, however a person has typed it. */
export const plainCode = (code: string): string =>
  code.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** As a person reads it. */
export const spacedCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
