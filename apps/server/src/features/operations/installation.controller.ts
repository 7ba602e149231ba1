import { type Config, settingsInForce } from '@assay/config';
import type { InstallationView, ReplicaView } from '@assay/contracts';
import { type Caller, Directory, runsInstallation } from '@assay/identity';
import {
  fail,
  isoTime,
  type Jobs,
  type Replica,
  type ReplicaRegister,
  replicaStateOf,
  type SeenReplica,
} from '@assay/kernel';
import { Controller, Inject } from '@nestjs/common';
import { CurrentCaller } from '../../edges/caller-guard.js';
import { Query } from '../../edges/checked.js';
import { Endpoint } from '../../edges/endpoint.js';
import { unwrap } from '../../edges/failure-exception.js';
import { type PageQuery, pageOf } from '../../edges/page.js';
import { CONFIG, JOBS, REPLICA, REPLICA_REGISTER } from '../../platform/ports.js';
import { version } from '../../version.js';

/** How the replica that answers runs; for administrators of the installation, whose settings these are. */
@Controller()
export class InstallationController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'counts'>,
    @Inject(Directory) private readonly directory: Directory,
    @Inject(REPLICA) private readonly replica: Replica,
    @Inject(REPLICA_REGISTER) private readonly register: Pick<ReplicaRegister, 'list'>,
  ) {}

  @Endpoint('showInstallation')
  show(@CurrentCaller() caller: Caller): InstallationView {
    this.#onlyOperators(caller, 'The settings are');
    return {
      version,
      replica: ownView(this.replica),
      jobs: [...this.jobs.counts()],
      settings: [...settingsInForce(this.config)],
    };
  }

  @Endpoint('listReplicas')
  async listReplicas(@CurrentCaller() caller: Caller, @Query() query: PageQuery) {
    this.#onlyOperators(caller, 'Replicas are');
    const { items, nextCursor } = pageOf(await this.register.list(), query, ({ id }) => id);
    return { items: items.map((it) => replicaView(it, this.replica)), nextCursor };
  }

  #onlyOperators(caller: Caller, what: string): void {
    if (runsInstallation(caller, this.directory)) return;
    unwrap(fail('forbidden', `${what} shown to administrators of the installation.`));
  }
}

const ownView = ({ name, startedAt, node }: Replica): InstallationView['replica'] => ({
  ...{ id: name, startedAt: isoTime(startedAt), node },
});

const replicaView = (replica: SeenReplica, own: Replica): ReplicaView => ({
  ...{ id: replica.id, name: replica.name, state: replicaStateOf(replica), version: replica.version },
  node: replica.node,
  startedAt: isoTime(replica.startedAt),
  seenAt: isoTime(replica.seenAt),
  stoppedAt: replica.stoppedAt === null ? null : isoTime(replica.stoppedAt),
  current: replica.id === own.id,
});
