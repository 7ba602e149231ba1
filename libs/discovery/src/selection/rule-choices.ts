import { chosenBy } from '../rules/rule.js';
import type { Choice, Selectable, SelectToolsPorts } from './strategy.js';

/** Rules not evaluated within this time are skipped: slow rules must not delay other requests. */
const rulesWithinMs = 50;

/** The tools that the organisation's rules choose here, in the order of the rules, each once. */
export function ruleChoices(
  { rules, clock }: Pick<SelectToolsPorts, 'rules' | 'clock'>,
  { request, query, organisationId, look }: Selectable,
): { choices: Choice[]; steps: string[] } {
  const { state = {} } = request;
  const task = typeof state.task === 'string' ? state.task : query.text;
  const situation = { query: query.text, capabilities: query.capabilities, task, state, now: new Date(clock.now()) };
  const choices = new Map<string, Choice>();
  const steps: string[] = [];
  const startedAt = clock.monotonic();
  const isLate = () => clock.monotonic() - startedAt > rulesWithinMs;
  for (const { rule, problem } of rules.applying(organisationId, situation, isLate)) {
    const { tool, range } = chosenBy(rule);
    const found = look(tool, range);
    if (found === undefined) {
      steps.push('a rule is about a tool that you do not see or that is gone');
      continue;
    }
    if (problem !== undefined) {
      steps.push(`the rule for ${rule.tool} could not be evaluated: ${problem}`);
      continue;
    }
    steps.push(`a rule chooses ${rule.tool}`);
    if (!choices.has(found.tool.id))
      choices.set(found.tool.id, { found, notes: [`chosen by a rule: ${rule.when}`], byRule: true });
  }
  return { choices: [...choices.values()], steps };
}
