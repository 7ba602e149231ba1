import type { SessionTokensView, Tokens } from '@assay/contracts';

/** What of a model's window is taken before any tool is called, in tokens (14.2.5). */
export interface ModelWindow {
  readonly window: number;
  readonly system?: number | undefined;
  readonly task?: number | undefined;
  readonly history?: number | undefined;
  readonly memory?: number | undefined;
  readonly reserved?: number | undefined;
}

/** Kept for the answer unless said otherwise: the upper end of what is typical (14.2.5). */
export const reservedTokens = 4_096;

/**
 * The one account: window − system − task − history − memory − reserved ≥ schemas + calls + results + validation, less what
 * compacting has released.
 */
export function tokenAccount(
  window: ModelWindow,
  spent: Tokens,
  released = 0,
): NonNullable<SessionTokensView['account']> {
  const { system = 0, task = 0, history = 0, memory = 0, reserved = reservedTokens } = window;
  const active = window.window - system - task - history - memory - reserved;
  const sum = Math.max(0, totalTokens(spent) - released);
  return { active, spent: sum, left: active - sum, fits: sum <= active };
}

export const totalTokens = ({ schemas, arguments: args, result, validation }: Tokens): number =>
  schemas + args + result + validation;
