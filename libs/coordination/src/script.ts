import { createHash } from 'node:crypto';

/** A program that runs inside Redis, and its name there. */
export interface Script {
  readonly text: string;
  readonly sha1: string;
}

export const script = (text: string): Script => ({ text, sha1: createHash('sha1').update(text).digest('hex') });
