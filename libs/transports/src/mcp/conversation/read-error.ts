import type { JsonObject } from '../json-rpc.js';

/** A JSON-RPC error as a server sent it. */
export const readError = ({ code, message, data }: JsonObject) => ({
  code: typeof code === 'number' ? code : -32_603,
  message: typeof message === 'string' ? message : 'The server gave no reason.',
  ...(data !== undefined && { data }),
});
