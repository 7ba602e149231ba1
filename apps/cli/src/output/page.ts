import { styleText } from 'node:util';
import type { Io, Output } from '../io.js';

type Paint = (text: string) => string;

/** What a text is laid out for: its width in columns and its colours, if any. */
export interface Page {
  /** Infinite where the output is no terminal: a program wants whole lines. */
  readonly width: number;
  readonly bold: Paint;
  readonly dim: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
}

const plain: Paint = (text) => text;

export function pageFor(stream: Output, env: Io['env']): Page {
  const width = stream.isTTY ? Math.min(stream.columns || 100, 120) : Number.POSITIVE_INFINITY;
  const coloured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = (format: Parameters<typeof styleText>[0]): Paint =>
    coloured ? (text) => styleText(format, text, { validateStream: false }) : plain;
  return {
    width,
    bold: paint('bold'),
    dim: paint('dim'),
    good: paint('green'),
    bad: paint('red'),
    warn: paint('yellow'),
  };
}
