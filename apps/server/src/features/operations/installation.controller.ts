import { type Config, settingsInForce } from '@assay/config';
import type { InstallationView } from '@assay/contracts';
import { type Caller, Directory, runsInstallation } from '@assay/identity';
import { type Clock, fail, isoTime, type Jobs } from '@assay/kernel';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { CLOCK, CONFIG, JOBS } from '../../platform/ports.js';
import { version } from '../../version.js';

/** How the replica that answers runs; for administrators of the installation, whose settings these are. */
@Controller()
export class InstallationController {
  readonly #startedAt: number;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'counts'>,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(CLOCK) clock: Clock,
  ) {
    this.#startedAt = clock.now();
  }

  @Endpoint('showInstallation')
  show(@CurrentCaller() caller: Caller): InstallationView {
    if (!runsInstallation(caller, this.directory))
      return unwrap(fail('forbidden', 'The settings are shown to administrators of the installation.'));
    return {
      version,
      replica: { id: this.config.replicaId, startedAt: isoTime(this.#startedAt), node: process.versions.node },
      jobs: [...this.jobs.counts()],
      settings: [...settingsInForce(this.config)],
    };
  }
}
