import type { ClientAuth } from 'oauth4webapi';

/**
 * A client's secret as HTTP Basic (RFC 6749, section 2.3.1). Each part is form-encoded; letters, digits and `-._*` stay
 * as they are, which that encoding has them do and which issuers that do not decode understand, too.
 */
export const basicSecret =
  (secret: string): ClientAuth =>
  (_server, { client_id }, _body, headers) => {
    const pair = `${encoded(client_id)}:${encoded(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`);
  };

const encoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
