import type { ClientAuth } from 'oauth4webapi';

/**
 * A client's secret as HTTP Basic (RFC 6749, section 2.3.1). Each part is form-encoded; letters, digits and `-._*` stay
 * as they are, which that encoding has them do and which issuers that do not decode understand, too.
 */
export const basicSecret =
  (secret: string): ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    headers.set('authorization', `Basic ${basicPair(client_id, secret)}`);
  };

/** As it stands in the header. */
const basicPair = (clientId: string, secret: string): string =>
  Buffer.from(`${encoded(clientId)}:${encoded(secret)}`, 'utf8').toString('base64');

/** Every text by which what was sent to an issuer could be recognised in what it answers. */
export const formsOf = (clientId: string, secrets: readonly string[]): string[] =>
  secrets.flatMap((it) => [it, encoded(it), encodeURIComponent(it), basicPair(clientId, it)]);

const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
