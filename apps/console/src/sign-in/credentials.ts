import { AssayError, type Problem } from '@assay/sdk';
import { sessionFetch } from '../frame/api.js';

/** Sends a step of a sign-in. A refusal is an error with the server's own words. */
export async function send<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const answer = await sessionFetch(path, {
    method,
    headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const read: unknown = answer.status === 204 ? undefined : await answer.json().catch(() => undefined);
  if (answer.ok) return read as T;
  const problem = read as Problem | undefined;
  const message = problem?.detail ?? `The server answered ${answer.status}.`;
  throw new AssayError({ code: problem?.code ?? 'unexpected_answer', message, status: answer.status, problem });
}

/** Signs in with a passkey that the browser offers for this site. */
export async function signInWithPasskey(name: string): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const optionsJSON = await send<Options>('POST', '/v1/sign-in/passkey/options', name === '' ? {} : { name });
  await send('POST', '/v1/sign-in/passkey', { response: await startAuthentication({ optionsJSON }) });
}

/** Creates the passkey of an account that has a one-time link. */
export async function createPasskey(token: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const link = `/v1/sign-in/links/${encodeURIComponent(token)}/passkey`;
  const optionsJSON = await send<Options>('POST', `${link}/options`, {});
  await send('POST', link, { response: await startRegistration({ optionsJSON }) });
}

/** Enters one of the person's passkeys again, for steps that need it within the last minutes. */
export async function reauthenticateWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const optionsJSON = await send<Options>('POST', '/v1/account/reauthenticate/passkey/options', {});
  await send('POST', '/v1/account/reauthenticate', { response: await startAuthentication({ optionsJSON }) });
}

/** Adds a passkey to the account of the person who is signed in. */
export async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const optionsJSON = await send<Options>('POST', '/v1/account/passkeys/options', {});
  const response = await startRegistration({ optionsJSON });
  await send('POST', '/v1/account/passkeys', { response, ...(name !== '' && { name }) });
}
