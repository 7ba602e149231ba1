import { isSameName, wordsOfName } from './near-name.js';

/**
 * Words of names whose values are identifiers, amounts or recipients: two such fields are never confused with each
 * other.
 */
const telling = new Set([
  ...[
    'id',
    'ids',
    'uid',
    'uuid',
    'guid',
    'key',
    'token',
    'code',
    'number',
    'no',
    'ref',
    'reference',
    'sku',
    'iban',
    'bic',
  ],
  ...[
    'account',
    'card',
    'customer',
    'user',
    'owner',
    'order',
    'invoice',
    'contract',
    'tenant',
    'branch',
    'path',
    'url',
  ],
  ...['amount', 'price', 'total', 'sum', 'cost', 'fee', 'tax', 'discount', 'balance', 'quantity', 'qty', 'count'],
  ...['currency', 'cents', 'percent', 'rate', 'limit', 'units', 'unit'],
  ...['to', 'cc', 'bcc', 'from', 'sender', 'recipient', 'recipients', 'receiver', 'payee', 'payer', 'beneficiary'],
  ...['email', 'mail', 'phone', 'address', 'channel', 'target', 'source', 'destination', 'subject', 'name'],
]);

/** Whether a field's name says that its value is an identifier, an amount or a recipient. */
export const isProtectedName = (name: string): boolean => wordsOfName(name).some((word) => telling.has(word));

/**
 * Whether a member may be called by another, near name without its value coming to mean another thing. A `user_id` is an
 * `id`, but of a user: as the `id` of an order it would be somebody else's order.
 */
export const mayBeCalled = (name: string, other: string): boolean =>
  isSameName(name, other) || !(isProtectedName(name) || isProtectedName(other));
