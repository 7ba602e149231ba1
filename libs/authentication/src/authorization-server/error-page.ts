/** A page for a browser whose authorization request cannot be answered at the client: it loads and runs nothing. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export const errorPage = (error: string, description: string | undefined): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sign-in failed · Assay</title>
<meta name="viewport" content="width=device-width"></head>
<body><h1>Sign-in failed</h1>
<p>${escaped(description ?? 'The request of the client is not valid.')}</p>
<p>Code: <code>${escaped(error)}</code>. Start the sign-in again from the client; if it fails again, tell the client's makers.</p>
</body></html>
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (it) => entities[it] ?? it);
