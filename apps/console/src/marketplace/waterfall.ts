import type { Envelope } from '@assay/sdk';

export interface WaterfallBar {
  readonly key: string;
  readonly stage: string;
  readonly ms: number;
  readonly note: string | undefined;
  /** Where the bar begins and how long it is, in percent of the whole. */
  readonly startPercent: number;
  readonly widthPercent: number;
}

/** Narrower bars could not be seen. */
const minWidthPercent = 0.5;

/** Stages run one after the other, so each begins where the one before it ended. */
export function waterfall(trace: Envelope['trace']): WaterfallBar[] {
  const total = trace.reduce((sum, { ms }) => sum + ms, 0) || 1;
  let begun = 0;
  return trace.map(({ stage, ms, note }, at) => {
    const startPercent = Math.min(100 - minWidthPercent, (begun / total) * 100);
    begun += ms;
    const widthPercent = Math.min(100 - startPercent, Math.max(minWidthPercent, (ms / total) * 100));
    return { key: `${at} ${stage}`, stage, ms, note, startPercent, widthPercent };
  });
}
