import { type HostFunction, hostFunctions, type ScriptedAnswer } from '@assay/contracts';
import { canonicalJson } from '@assay/kernel';
import type { CodeAnswer, CodeCall } from '@assay/runs';
import { type HostFunctions, type Reach, tierOf } from './host-access.js';

/** What a run has of the host: the names of its functions, and who answers them. */
export interface HostBridge {
  /** By group, as the code sees them. */
  readonly functions: Readonly<Record<string, readonly string[]>>;
  answer(call: CodeCall, signal: AbortSignal): Promise<CodeAnswer>;
}

const refusal = (code: string, message: string): CodeAnswer => ({ ok: false, error: { code, message } });

const byGroup = (names: readonly HostFunction[]): Record<string, string[]> => {
  const groups: Record<string, string[]> = {};
  for (const name of new Set(names)) {
    const [group, member] = name.split('.') as [string, string];
    groups[group] = [...(groups[group] ?? []), member];
  }
  return groups;
};

const named = (name: string): HostFunction | undefined => hostFunctions.find((it) => it === name);

/** For code that only computes. */
export const noBridge: HostBridge = {
  functions: {},
  answer: async () => refusal('denied', 'This run has no functions of the host.'),
};

/**
 * The host of a call: the functions of the tool that its tier allows, with what it may reach. What the process of the
 * code asks for is checked again, whatever functions it was given.
 */
export function grantedBridge(
  host: Pick<HostFunctions, 'call'>,
  granted: { readonly tier: number; readonly functions: readonly HostFunction[]; readonly reach: Reach },
): HostBridge {
  const allowed = granted.functions.filter((name) => tierOf(name) <= granted.tier);
  if (allowed.length === 0) return noBridge;
  return {
    functions: byGroup(allowed),
    answer: async ({ kind, name, argument }, signal) => {
      const known = named(name);
      if (kind !== 'host' || known === undefined || !allowed.includes(known))
        return refusal('denied', `This run may not call ${name}: its tier is ${granted.tier}.`);
      return host.call({ name: known, argument, reach: granted.reach, signal });
    },
  };
}

/**
 * The host of a validation, which reaches nothing: the answers of tests, by function and argument. With `isLenient`, an
 * unknown argument gets the first answer of the function, so that fuzzing comes further than the first call.
 */
export function scriptedBridge(
  functions: readonly HostFunction[],
  answers: readonly ScriptedAnswer[],
  isLenient: boolean,
): HostBridge {
  if (functions.length === 0) return noBridge;
  const keyOf = (call: string, argument: unknown): string => `${call} ${canonicalJson(argument ?? null)}`;
  const known = new Map(answers.map((it) => [keyOf(it.call, it.argument), it]));
  return {
    functions: byGroup(functions),
    answer: async ({ name, argument }) => {
      const found =
        known.get(keyOf(name, argument)) ?? (isLenient ? answers.find(({ call }) => call === name) : undefined);
      if (found === undefined)
        return refusal('no_answer', `No test answers ${name}(${JSON.stringify(argument)?.slice(0, 200)}).`);
      return found.error === undefined ? { ok: true, value: found.value } : refusal('host_error', found.error);
    },
  };
}
