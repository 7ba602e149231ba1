import { hostFunctions } from '@assay/contracts';
import type { LinedUses } from '../host/host-uses.js';
import type { PythonTree } from './read-python.js';

const unclearUses: Readonly<Record<string, string>> = {
  'passed-on': 'The host is passed on: use its functions by their names.',
  rest: 'A parameter for the rest also holds the host: name the parameters.',
};

/** Which functions of the host code in Python uses, by its syntax tree; a group that is used as a whole counts whole. */
export function pythonUses(tree: PythonTree): LinedUses {
  const unclear = tree.unclear.map(({ kind, line }) => ({ line, message: unclearUses[kind] ?? kind }));
  const uses = tree.uses.flatMap(({ path, line }) => {
    const names = hostFunctions.filter((name) => name === path || name.startsWith(`${path}.`));
    if (names.length === 0)
      unclear.push({ line, message: `The host has no "${path}". It has: ${hostFunctions.join(', ')}.` });
    return names.map((name) => ({ name, line }));
  });
  return { uses, unclear };
}
