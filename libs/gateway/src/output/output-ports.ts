import type { CallTokens } from './call-tokens.js';
import type { KeepOutput } from './keep-output.js';
import type { OutputRouter } from './output-router.js';

/** What calls need to send results to their places. */
export interface OutputPorts {
  readonly router: OutputRouter;
  readonly keep: KeepOutput;
  /** Longest result, in bytes of JSON, that an answer holds when nothing was said of it; longer ones are kept. */
  readonly maxInlineBytes: number;
  readonly tokens: Pick<CallTokens, 'isWanted' | 'count'>;
}
