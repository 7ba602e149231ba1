import { hiding } from '@assay/core';

/** Removes secrets from texts that an upstream or its process wrote, before they reach a message. */
export const redactor = (secrets: Iterable<string>): ((text: string) => string) => hiding([...secrets]);

interface Secretive {
  readonly env?: object;
  readonly headers?: object;
  readonly url?: string;
}

/** The secret values of a server's record: environment, headers and their parts, and what its address carries. */
export function secretsOf({ env = {}, headers = {}, url }: Secretive): string[] {
  const values = [...Object.values(env), ...Object.values(headers)].map(String);
  const address = url === undefined ? null : new URL(url);
  const carried = address === null ? [] : [address.password, ...address.searchParams.values()];
  return [...carried, ...values.flatMap((value) => [value, ...value.split(/\s+/)])];
}
