import { powerlessCaller } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { Clock, Failure, Job, Result } from '@assay/kernel';
import type { MadeToolStore } from './made-tool.js';

export interface ExpireToolsPorts {
  readonly store: Pick<MadeToolStore, 'expire'>;
  /** Yanks a version in the name of its maker: it is not found any more. */
  readonly yank: (maker: Caller, tool: string, version: string, reason: string) => Promise<Result<unknown, Failure>>;
  readonly clock: Pick<Clock, 'now'>;
}

const everyMs = 60_000;
const atOnce = 100;

/** Takes ephemeral tools away whose time is over. */
export const expireTools = ({ store, yank, clock }: ExpireToolsPorts): Job => ({
  name: 'made-tools.expire',
  everyMs,
  run: async (signal) => {
    for (const made of await store.expire(clock.now(), atOnce)) {
      if (signal.aborted) return;
      const scopes: Caller['scopes'] = new Set(['registry:publish', 'registry:read']);
      const maker: Caller = { ...powerlessCaller(made), scopes, namespaces: null };
      await yank(maker, made.tool, made.version, 'The session it was made for is over.');
    }
  },
});
