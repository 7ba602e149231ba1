const refreshMs = 1_000;

const seconds = (sinceMs) => `${Math.round((performance.now() - sinceMs) / 1000)} s`;

/**
 * Shows a line while `work` runs, with the seconds that passed: rewritten in place in a terminal, written at the
 * beginning and at the end elsewhere.
 */
export async function withProgress(text, work, out = process.stderr) {
  const began = performance.now();
  const write = (tail) => out.write(out.isTTY ? `\r${text} ${tail}\u001b[K` : tail);
  out.write(`${text} …`);
  const timer = out.isTTY ? setInterval(() => write(`… ${seconds(began)}`), refreshMs) : undefined;
  try {
    const result = await work();
    write(`${out.isTTY ? '' : ' '}done in ${seconds(began)}\n`);
    return result;
  } catch (error) {
    write(`${out.isTTY ? '' : ' '}stopped after ${seconds(began)}\n`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
