/**
 * The answer to a client's registration with `client_secret_expires_at` in it. RFC 7591 wants that beside a secret, and
 * many issuers leave it out; without it the secret is taken not to end.
 */
export async function withExpiry(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  const text = await answer.text();
  return new Response(completed(text) ?? text, { status, headers });
}

function completed(text: string): string | undefined {
  try {
    const members: unknown = JSON.parse(text);
    if (typeof members !== 'object' || members === null || Array.isArray(members)) return undefined;
    if (!('client_secret' in members) || 'client_secret_expires_at' in members) return undefined;
    return JSON.stringify({ ...members, client_secret_expires_at: 0 });
  } catch {
    return undefined;
  }
}
