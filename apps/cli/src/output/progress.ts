import type { Context } from '../command.js';
import { widthOf } from './text.js';

const frames = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇'];
const frameMs = 120;

/** Shows that something is under way while it is, to a person only; a label may change on the way. */
export async function during<T>(
  context: Context<object>,
  label: string | (() => string),
  work: () => Promise<T>,
): Promise<T> {
  if (!context.interactive) return work();
  const { stderr } = context.io;
  let frame = 0;
  let width = 0;
  const draw = (): void => {
    const text = `${frames[frame % frames.length]} ${typeof label === 'string' ? label : label()}…`;
    width = Math.max(width, widthOf(text));
    stderr.write(`\r${text}`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, frameMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stderr.write(`\r${' '.repeat(width)}\r`);
  }
}
