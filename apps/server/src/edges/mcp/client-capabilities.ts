import type { Members } from '@assay/gateway';
import { isObject } from '@assay/kernel';
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server';

/** What a client declares as it begins a session, in the body of `initialize`. */
export const declaredAtStart = (body: unknown): Members => members(paramsOf(body).capabilities);

/** What the client of a request of the stateless revision declares beside it. */
export const declaredInRequest = (body: unknown): Members =>
  members(members(paramsOf(body)._meta)[CLIENT_CAPABILITIES_META_KEY]);

/** Whether a client that declares these can be sent to an address. */
export const canBeSent = (capabilities: Members): boolean => members(capabilities.elicitation).url !== undefined;

const paramsOf = (body: unknown): Members => members(members(body).params);

const members = (value: unknown): Members => (isObject(value) ? value : {});
