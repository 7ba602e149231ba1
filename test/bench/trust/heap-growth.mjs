import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const attempts = 21;

/**
 * Bytes that `run` allocates on the heap, garbage included: by how much the heap grows over it. It has to be short enough
 * that nothing is collected meanwhile; the middle one of several attempts leaves out those in which something was.
 */
export function heapGrowth(run) {
  const grown = Array.from({ length: attempts }, () => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    run();
    return process.memoryUsage().heapUsed - before;
  });
  return grown.sort((a, b) => a - b)[Math.floor(attempts / 2)];
}
