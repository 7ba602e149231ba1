import { type FoundSecret, type SecretRules, SecretsNotExamined } from '@assay/trust';
import type { WorkerLane } from './worker/worker-lane.js';

/** Longer texts are not given to expressions whose time nobody has bounded. */
const maxCharacters = 65_536;
/**
 * A text of this length takes some 5 ms. The rest is for the start of the thread on a busy machine: a definition that was
 * not examined waits for a reviewer, which nobody should have to because the machine was slow.
 */
const maxMs = 30_000;

/** Secretlint's recommended rules, whose expressions are not Assay's own: they run in a thread that can be ended. */
export class SecretlintRules implements SecretRules {
  constructor(private readonly lane: WorkerLane) {}

  async find(text: string): Promise<readonly FoundSecret[]> {
    const content = text.slice(0, maxCharacters);
    const ended = await this.lane.run({ kind: 'secrets', text: content }, { maxMs });
    if (ended.kind === 'done') return ended.value as readonly FoundSecret[];
    throw new SecretsNotExamined(ended.kind === 'failed' ? ended.message : 'it took too long');
  }
}
