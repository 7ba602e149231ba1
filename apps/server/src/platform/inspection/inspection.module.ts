import { FindPersonal, SecretlintRules, WorkerChecks, WorkerLane, WorkerManifestChecks } from '@assay/inspection';
import { Global, Module } from '@nestjs/common';
import { OpenAdapters } from '../open-adapters.js';
import { CLOCK, LARGE_CHECKS, MANIFEST_CHECKS, PERSONAL_RULES, SECRET_RULES } from '../ports.js';
import { provide } from '../provide.js';

const lanes = { clock: CLOCK, adapters: OpenAdapters };

const providers = [
  provide(SECRET_RULES, lanes, ({ clock, adapters }) => {
    const lane = adapters.add('thread of secrets', new WorkerLane(clock), (it) => it.close());
    return new SecretlintRules(lane);
  }),
  provide(LARGE_CHECKS, lanes, ({ clock, adapters }) => {
    const both = [new WorkerLane(clock), new WorkerLane(clock)];
    adapters.add('threads of checks', both, (them) => Promise.all(them.map((it) => it.close())).then(() => {}));
    return new WorkerChecks(both);
  }),
  provide(MANIFEST_CHECKS, lanes, ({ clock, adapters }) => {
    const lane = adapters.add('thread of manifests', new WorkerLane(clock), (it) => it.close());
    return new WorkerManifestChecks(lane);
  }),
  provide(PERSONAL_RULES, {}, () => new FindPersonal()),
];

/** Detectors of secrets and personal data, and checks of large results, in threads of their own. */
@Global()
@Module({ providers, exports: providers })
export class InspectionModule {}
