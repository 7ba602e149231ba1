import type { z } from 'zod';

/** What a tool is called with has two names everywhere: `arguments` and `input`. */
interface TwoNames<Value> {
  readonly arguments?: Value | undefined;
  readonly input?: Value | undefined;
}

/** Both at once are refused, even when they are equal. */
export function checkOneName({ arguments: named, input }: TwoNames<unknown>, context: z.RefinementCtx): void {
  if (named === undefined || input === undefined) return;
  const message = 'cannot be combined with arguments: the two are names of the same member';
  context.addIssue({ code: 'custom', path: ['input'], message });
}

/** The body with what the tool is called with as `input`; nothing when neither name was given. */
export const asInput = <Body extends TwoNames<Record<string, unknown>>>({
  arguments: named,
  input,
  ...rest
}: Body): Omit<Body, 'arguments' | 'input'> & { input: Record<string, unknown> } => ({
  ...rest,
  input: input ?? named ?? {},
});

/** A step of a plan or saga with the same as `arguments`. */
export const asArguments = <Value, Step extends TwoNames<Value | Record<string, unknown>>>({
  arguments: named,
  input,
  ...rest
}: Step): Omit<Step, 'arguments' | 'input'> & {
  arguments: NonNullable<Step['arguments']> | Record<string, unknown>;
} => ({
  ...rest,
  arguments: named ?? input ?? {},
});
