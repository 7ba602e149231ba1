import type { AgreeAtJoin, BranchAnswer } from '@assay/gateway';
import type { Caller } from '@assay/identity';
import type { FindTools } from '../find-tools.js';
import type { AgreeBranches } from './scope.js';

/** Compares the branches of a join that are calls of tools found here. */
export const agreeBranches =
  (tools: Pick<FindTools, 'find'>, caller: Caller, agree: Pick<AgreeAtJoin, 'run'>): AgreeBranches =>
  async (branches, signal) => {
    const answers = branches.flatMap(({ name, call, output }): BranchAnswer[] => {
      const found = tools.find(call.tool);
      return found.ok ? [{ branch: name, version: found.value.version, input: call.input, output }] : [];
    });
    if (answers.length < 2) return { outputs: new Map(), warnings: [] };
    return agree.run(answers, caller, signal);
  };
