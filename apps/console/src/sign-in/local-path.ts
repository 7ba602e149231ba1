/** A path of this console to continue at after signing in; undefined for what could lead to another site. */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const base = 'http://console.invalid';
  const url = URL.canParse(value, base) ? new URL(value, base) : undefined;
  if (url === undefined || url.origin !== base || /^\/sign-in(?:[/?#]|$)/.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}
