import type { McpAddress } from '@assay/contracts';
import { digestJson } from '@assay/kernel';

type Command = Extract<McpAddress, { command: string }>;

/** Who confirmed which command. The digest is secret, since it covers values of the environment. */
export interface CommandConfirmation {
  /** Null for a record that existed before confirmations did. */
  readonly by: string | null;
  readonly at: number;
  /** Of command, arguments and environment; null until the first start after an upgrade has filled it in. */
  readonly digest: string | null;
}

/** The command that a server is started by; undefined for servers with an address. */
export const commandOf = ({ mcp }: { readonly mcp: McpAddress | null }): Command | undefined =>
  mcp !== null && 'command' in mcp ? mcp : undefined;

/** The command that a person confirms: the program, its arguments and its environment. */
export const commandDigest = ({ command, args = [], env = {} }: Command): string => digestJson({ command, args, env });

export const confirmedBy = (by: string | null, at: number, command: Command): CommandConfirmation => ({
  by,
  at,
  digest: commandDigest(command),
});
