import type { OutputLevel, Pointer, Routed } from '@assay/contracts';
import { chooseLevel, judge } from './choose-level.js';
import { contextBlock } from './context-block.js';
import { type Attempt, type FitPorts, isFixed, type ToFit } from './fit-attempt.js';
import type { Form, Write } from './forms.js';
import { madeToFit } from './made-to-fit.js';
import { isAnswerable, offersFor, summaryFrame } from './offers-for.js';
import { outputText } from './output-text.js';
import { whyLevel } from './why-level.js';

/** What is returned of a result. */
export interface Fitted {
  /** Null when nothing fits. */
  readonly level: OutputLevel | null;
  readonly output: unknown;
  /** As it is written where it goes. */
  readonly text: string;
  readonly tokens: number;
  readonly rawTokens: number;
  readonly why: string;
  readonly considered: NonNullable<Routed['considered']>;
  readonly pointer?: Pointer;
  readonly notes: readonly string[];
}

/**
 * The result at the level that was asked for or, when none was, at the cheapest. Under a budget, less its margin, the
 * level asked for is the least compressed that may be taken. When less than the fullest permitted form is returned, the
 * whole is kept behind a pointer.
 */
export async function fitInto(toFit: ToFit, ports: FitPorts): Promise<Fitted> {
  const { formed, option, remainingMs } = toFit;
  const rawTokens = Math.max(1, await ports.counting.raw(formed.output));
  const terms = { rawTokens, remainingMs, tokenBudget: option.tokenBudget, preset: option.preset };
  const attempt: Attempt = { toFit, ports, terms, notes: [], write: writeFor(toFit, undefined) };
  const offers = await offersFor(attempt);
  const [fullest] = offers;
  const first = await choose(attempt, offers, fullest);
  const end = (form: Form | undefined, left: readonly Form[], by = attempt, pointer?: Pointer): Fitted => ({
    ...shown(form, by.write),
    rawTokens,
    why: whyLevel(attempt, fullest, form, left),
    considered: considered(offers, left, attempt),
    ...(pointer && { pointer }),
    notes: attempt.notes,
  });
  if (first.form !== undefined && first.form.level === fullest?.level && first.form.isCut !== true)
    return end(first.form, first.left);
  const kept = await ports.keepWhole();
  if (typeof kept === 'string') {
    attempt.notes.push(kept);
    return end(first.form, first.left);
  }
  // With the whole's address in its block a form is a little longer, and another may be the cheapest that fits.
  const second = { ...attempt, write: writeFor(toFit, kept.url) };
  const rest = await ports.counting.offers(
    first.left.filter(({ level, isCut }) => level !== fullest?.level || isCut === true),
    second.write,
  );
  const { form, left } = await choose(
    second,
    await madeToFit(second, rest),
    first.form?.isCut === true ? fullest : undefined,
  );
  return end(form, left, second, kept);
}

interface Chosen {
  readonly form: Form | undefined;
  /** What is still on offer: a summary that was tried is what it became, or gone. */
  readonly left: readonly Form[];
}

async function choose(attempt: Attempt, offers: readonly Form[], fullest: Form | undefined): Promise<Chosen> {
  let left: readonly Form[] = offers.filter(isAnswerable);
  for (;;) {
    const form = chosen(attempt, left, fullest);
    if (form === undefined || form.level !== 'L2' || form.latencyMs === 0) return { form, left };
    const made = await summaryOf(attempt, form);
    left = left.flatMap((it) => (it !== form ? [it] : made === undefined ? [] : [made]));
  }
}

function chosen({ terms, toFit }: Attempt, left: readonly Form[], fullest: Form | undefined): Form | undefined {
  const first = left.find((it) => it.level === fullest?.level);
  if (isFixed(toFit.option) && first !== undefined && judge([first], terms).every((it) => it.fits)) return first;
  const { level } = chooseLevel(left, terms) ?? {};
  return left.find((it) => it.level === level);
}

async function summaryOf(attempt: Attempt, offer: Form): Promise<Form | undefined> {
  const { toFit, ports, terms, write, notes } = attempt;
  const { formed, remainingMs, signal } = toFit;
  const maxTokens = offer.tokens - (await summaryFrame(attempt));
  const wish = { output: formed.output, task: formed.task, maxTokens, remainingMs, signal };
  const made = await ports.summaries?.summarise(wish);
  if (made === undefined || !made.ok) {
    notes.push(made?.error ?? 'L2: no model is configured.');
    return undefined;
  }
  const [form] = await ports.counting.offers([{ level: 'L2', output: made.value }], write);
  if (form === undefined || judge([form], terms).every((it) => it.fits)) return form;
  notes.push(`L2: the summary takes ${form.tokens} tokens and does not fit.`);
  return undefined;
}

const shown = (form: Form | undefined, write: Write): Pick<Fitted, 'level' | 'output' | 'text' | 'tokens'> =>
  form === undefined
    ? { level: null, output: undefined, text: '', tokens: 0 }
    : { level: form.level, output: form.output, text: write(form.output, form.level), tokens: form.tokens };

/** Every offer as it was last counted; a summary that could not be made is none. */
function considered(offers: readonly Form[], left: readonly Form[], { terms }: Attempt): Fitted['considered'] {
  const last = offers.flatMap((offer) => {
    const counted = left.find(({ level }) => level === offer.level);
    return counted === undefined && offer.level === 'L2' ? [] : [counted ?? offer];
  });
  const judged = judge(last, terms);
  return judged.map(({ level, tokens, cost, fits }, index) => {
    const fitting = fits && isAnswerable(last[index] as Form);
    return { level, tokens, cost: Math.round(cost * 10_000) / 10_000, fits: fitting };
  });
}

function writeFor({ option, from }: ToFit, whole: string | undefined): Write {
  if (!option.destinations?.includes('context')) return outputText;
  return (output, level) => contextBlock(output, { ...from, level, whole });
}
