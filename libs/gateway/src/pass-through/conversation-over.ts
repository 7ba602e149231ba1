import type { Failure } from '@assay/kernel';

/** Marks the failure of a request that was never sent to its server, because the conversation was over. */
export const conversationOver = Object.freeze({ conversation: 'over' });

/** Whether a request failed because its conversation was over before the server saw it. */
export const isOver = ({ data, outcome }: Failure): boolean => data?.conversation === 'over' && outcome === 'none';
