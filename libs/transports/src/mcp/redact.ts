import { secretsInArguments } from '@assay/registry';
import { hiding } from '@assay/vault';

/** Removes secrets from texts that an upstream or its process wrote, before they reach a message. */
export const redactor = (secrets: Iterable<string>): ((text: string) => string) => hiding([...secrets]);

interface Secretive {
  readonly env?: object;
  readonly headers?: object;
  readonly url?: string;
  readonly args?: readonly string[];
}

/** The secret values of a server's record: environment, headers and their parts, and what its address or
 * arguments carry. */
export function secretsOf({ env = {}, headers = {}, url, args = [] }: Secretive): string[] {
  const values = [...Object.values(env), ...Object.values(headers)].map(String);
  const address = url === undefined ? null : new URL(url);
  const carried = address === null ? [] : [address.password, ...address.searchParams.values()];
  return [...carried, ...secretsInArguments(args), ...values.flatMap((value) => [value, ...value.split(/\s+/)])];
}
