import validator from 'validator';

const maxLocal = 64;
const maxDomain = 253;
const maxScheme = 100;

/** Names of files (`icon@2x.png`), addresses that nobody has, and logins of services. */
const noMail =
  /\.(?:invalid|test|example|local|localhost|png|jpe?g|gif|svg|webp|ico|pdf|css|js|ts|json|md|html?)$|@(?:[a-z0-9-]+\.)*example\.(?:com|org|net)$|^(?:git|no-?reply|do-?not-?reply)@/i;

/** The mail address around an `@`; undefined when it is none. */
export function mailAddressAt(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  let start = at;
  while (start > 0 && at - start < maxLocal && isLocal(text.charCodeAt(start - 1))) start -= 1;
  let end = at + 1;
  while (end < text.length && end - at <= maxDomain && isDomain(text.charCodeAt(end))) end += 1;
  while (end > at + 1 && !isWord(text.charCodeAt(end - 1))) end -= 1;
  while (start < at && text.charCodeAt(start) === dot) start += 1;
  const address = text.slice(start, end);
  if (start === at || !/\.[A-Za-z]{2,}$/.test(address.slice(-30)) || noMail.test(address)) return undefined;
  return isInAddress(text, start) || !validator.isEmail(address, { allow_utf8_local_part: false })
    ? undefined
    : { start, end };
}

/** A password in `https://user:password@host` is no name. */
function isInAddress(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - maxScheme), start);
  const scheme = before.lastIndexOf('://');
  return scheme >= 0 && !/[\s/]/.test(before.slice(scheme + 3));
}

const dot = 46;
const isWord = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const isDomain = (code: number): boolean => isWord(code) || code === dot || code === 45;
/** `.`, `-`, `_`, `+`, `%`, `'`. */
const isLocal = (code: number): boolean => isDomain(code) || code === 95 || code === 43 || code === 37 || code === 39;
