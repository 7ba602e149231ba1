import type { Context } from '../command.js';
import { widthOf } from './text.js';

const frames = ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇'];
const frameMs = 120;

/** Shows that something is under way while it is, to a person only. */
export async function during<T>(context: Context<object>, label: string, work: () => Promise<T>): Promise<T> {
  if (!context.interactive) return work();
  const { stderr } = context.io;
  let frame = 0;
  const draw = (): void => {
    stderr.write(`\r${frames[frame % frames.length]} ${label}…`);
    frame += 1;
  };
  draw();
  const timer = setInterval(draw, frameMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stderr.write(`\r${' '.repeat(widthOf(label) + 3)}\r`);
  }
}
