import type { OutputLevel } from '@assay/contracts';
import { bestWithin, spendable } from './choose-level.js';
import type { Attempt } from './fit-attempt.js';
import type { Form, Formed } from './forms.js';
import { keyValues } from './key-values.js';
import { outputText } from './output-text.js';
import { project } from './project.js';

/** Counts of one form, each after the size was corrected by the one before. */
const maxTries = 6;
/** A form that uses this share of what there is is not made larger. */
const enough = 0.9;

type MadeLevel = Extract<OutputLevel, 'L1' | 'L3'>;

const isMade = (level: OutputLevel): level is MadeLevel => level === 'L1' || level === 'L3';

/**
 * The forms under a budget: L1 and L3 as large as fits, instead of at their usual size. One that cannot be made to fit
 * stays as it is, and is not chosen.
 */
export async function madeToFit(attempt: Attempt, forms: readonly Form[]): Promise<Form[]> {
  const { option, formed } = attempt.toFit;
  if (option.tokenBudget === undefined) return [...forms];
  const limit = spendable(option.tokenBudget);
  const fitted: Form[] = [];
  for (const form of forms) {
    // The fields that were asked for are returned as they are when they fit.
    const isEnough = form.tokens <= limit && (form.level === 'L3' || formed.isProjected);
    const made = !isMade(form.level) || isEnough ? undefined : await fitForm(attempt, form, form.level, limit);
    fitted.push(made ?? form);
  }
  return fitted;
}

async function fitForm(attempt: Attempt, form: Form, level: MadeLevel, limit: number): Promise<Form | undefined> {
  const { terms, write, ports, toFit } = attempt;
  // More of L1 than this would cost more than the facts do.
  const wanted = level === 'L1' && !toFit.formed.isProjected ? Math.min(limit, bestWithin(terms)) : limit;
  const frame = write('', level).length;
  const perToken = Math.max(1, outputText(form.output).length) / Math.max(1, form.tokens);
  let chars = wanted * perToken;
  let best: Form | undefined;
  for (let made = 0; made < maxTries; made += 1) {
    const output = formOf(level, toFit.formed, Math.floor(chars - frame));
    if (output === undefined && best !== undefined) break;
    const tokens = output === undefined ? 0 : await ports.counting.about(write(output, level));
    if (output !== undefined && tokens <= wanted && tokens > (best?.tokens ?? 0))
      best = { level, output, tokens, latencyMs: 0, isCut: tokens < form.tokens };
    if (tokens <= wanted && tokens >= wanted * enough) break;
    // What could not be made at all may only lack room: tokens are shorter elsewhere.
    const change = output === undefined ? 1.5 : (wanted / tokens) * (tokens > wanted ? 0.95 : 0.99);
    if (output !== undefined && tokens <= wanted && change < 1.02) break;
    chars = frame + (chars - frame) * change;
  }
  return best;
}

const formOf = (level: MadeLevel, { output, schema, task, isProjected }: Formed, maxChars: number): unknown =>
  level === 'L3'
    ? keyValues(output, { task, maxChars })
    : project(output, { task, maxChars, ...(!isProjected && { schema }) });
