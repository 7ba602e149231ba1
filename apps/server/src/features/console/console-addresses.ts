/** First parts of addresses that belong to an API or another page of the server, with or without a console. */
const owned = new Set([
  ...['v0', 'v0.1', 'v1', 'mcp', 'docs', 'healthz', 'readyz', 'metrics', 'openapi.json', '.well-known'],
  ...['assets', 'oauth', 'favicon.ico', 'robots.txt'],
]);

/** Whether a browser asks for a page of the console: an address that no API has, and an answer to be shown. */
export function isPageRequest(path: string, accept: string | undefined): boolean {
  const first = path.split(/[/?#]/, 2)[1] ?? '';
  return !owned.has(first.toLowerCase()) && /\btext\/html\b/i.test(accept ?? '');
}
