import type { OutputLevel, OutputOption } from '@assay/contracts';
import { isLongerThan } from '@assay/kernel';
import { type ChoiceTerms, judge, spendable } from './choose-level.js';
import { contextBlock } from './context-block.js';
import { type Attempt, isFixed } from './fit-attempt.js';
import { type Form, formsOf, maxCounted } from './forms.js';
import { madeToFit } from './made-to-fit.js';
import { maxSummarised, summaryTokens } from './summarise.js';

/** The forms that may be returned, the fullest first; only that one when it is sure to be taken. */
export async function offersFor(attempt: Attempt): Promise<Form[]> {
  const { toFit, ports, write, terms } = attempt;
  const { formed, option } = toFit;
  const lets = ({ level }: Pick<Form, 'level'>): boolean => option.level === undefined || level >= option.level;
  const forms = formsOf(formed).filter(lets);
  const isSure = isFixed(option) && option.tokenBudget === undefined && forms.slice(0, 1).every(isAnswerable);
  const usual = await ports.counting.offers(isSure ? forms.slice(0, 1) : forms, write);
  const offers = fitsWhole(attempt, usual) ? usual : await madeToFit(attempt, usual);
  const summary = lets({ level: 'L2' }) ? await summaryOffer(attempt) : undefined;
  const all = summary === undefined ? offers : [...offers, summary].sort((a, b) => (a.level < b.level ? -1 : 1));
  if (option.level !== undefined && all[0]?.level !== option.level) attempt.notes.push(notThere(option.level, terms));
  return all;
}

/** The fullest form fits and is sure to be taken: nothing has to be made smaller. */
const fitsWhole = ({ toFit: { option }, terms }: Attempt, [first]: readonly Form[]): boolean =>
  first !== undefined &&
  first.level === 'L0' &&
  isFixed(option) &&
  isAnswerable(first) &&
  judge([first], terms).every((it) => it.fits);

/** The whole of a very long result is never in an answer. */
export const isAnswerable = ({ level, output }: Pick<Form, 'level' | 'output'>): boolean =>
  level !== 'L0' || !isLongerThan(output, maxCounted);

/** Less than this says no more than a signal does, in tokens. */
const minSummary = 16;

/** A summary, with what it is expected to take; undefined when there can be none. */
async function summaryOffer(attempt: Attempt): Promise<Form | undefined> {
  const { toFit, ports, terms, notes } = attempt;
  const { summaries } = ports;
  const { option, from, formed } = toFit;
  if (summaries === undefined || !mayBeWished(option)) return undefined;
  if (from.findings.length > 0) {
    notes.push('L2 is not offered for a result that looks like an attack on the model that reads it.');
    return undefined;
  }
  const frame = await summaryFrame(attempt);
  const room = option.tokenBudget === undefined ? Number.POSITIVE_INFINITY : spendable(option.tokenBudget) - frame;
  const tokens = Math.min(summaryTokens(terms.rawTokens), room);
  if (terms.rawTokens > maxSummarised || tokens >= terms.rawTokens || tokens < minSummary) return undefined;
  return { level: 'L2', output: formed.output, tokens: tokens + frame, latencyMs: summaries.latencyMs };
}

/** What of a summary's tokens its block takes, the address of the whole included; 0 when there is none. */
export async function summaryFrame({ toFit: { option, from }, ports }: Attempt): Promise<number> {
  if (!option.destinations?.includes('context')) return 0;
  return (await ports.counting.of(contextBlock('', { ...from, level: 'L2', whole: anAddress }))) + addressSlack;
}

/** Addresses are equally long, and differ by some tokens. */
const anAddress = '/v1/outputs/0198f3a1-7c52-7b94-8d06-e5f1c27a90b3';
const addressSlack = 8;

/** A summary costs a model's time and money: only who names it, or a budget or preset, gets one. */
const mayBeWished = ({ level, tokenBudget, preset }: OutputOption): boolean =>
  level === 'L2' ||
  (level === undefined ? preset !== undefined || tokenBudget !== undefined : tokenBudget !== undefined);

const notThere = (level: OutputLevel, { rawTokens }: ChoiceTerms): string =>
  level === 'L2'
    ? `L2 is not offered for this result of ${rawTokens} tokens: the next level is used instead.`
    : `This result has nothing at ${level}: the next level is used instead.`;
