import { SmallHouse } from '@assay/gateway/testing';
import { type Caller, Directory, type IdentityChange } from '@assay/identity';
import type { ManualJobs } from '@assay/kernel/testing';
import { Catalogue, type CatalogueChange, visibleVersions } from '@assay/registry';
import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import { pino } from 'pino';
import { ChangeFollowers } from './memory/change-followers.js';
import { AUDIT_LOG, CHANGE_FEED, CLOCK, JOBS, LOG, OWN_URL, PEOPLE_URL, RANDOM, SEES_TOOL } from './ports.js';

@Global()
@Module({})
class FakePlatformModule {}

/** Adapters for a feature under test: a small house whose changes reach what the feature keeps in memory. */
export class FakePlatform {
  readonly house = new SmallHouse();
  readonly followers = new ChangeFollowers();

  constructor(private readonly jobs: ManualJobs) {}

  /** With an organisation and a principal of it. */
  async open(): Promise<this> {
    const { house, followers } = this;
    followers.followRest<CatalogueChange | IdentityChange>(async (changes) => {
      for (const change of changes) {
        if (change.kind === 'tool-version' || change.kind === 'server') house.catalogue.apply(change);
        else if (change.kind === 'revocation' || change.kind === 'capability') house.catalogue.apply(change);
        else house.directory.apply(change);
      }
    });
    await house.feed.start(followers.apply);
    await house.addOrganisation({ id: 'org-acme', name: 'default', createdAt: 0 });
    await house.addPrincipal();
    return this;
  }

  /** `ports`: what the feature asks for besides. */
  module(ports: readonly Provider[]): DynamicModule {
    const { directory, catalogue, audit, feed, clock, random } = this.house;
    const seesTool = (caller: Caller, tool: string): boolean =>
      visibleVersions(catalogue.tool(tool), caller, directory).length > 0;
    const providers: Provider[] = [
      { provide: Directory, useValue: directory },
      { provide: Catalogue, useValue: catalogue },
      { provide: AUDIT_LOG, useValue: audit },
      { provide: CHANGE_FEED, useValue: feed },
      { provide: CLOCK, useValue: clock },
      { provide: RANDOM, useValue: random },
      { provide: JOBS, useValue: this.jobs },
      { provide: LOG, useValue: pino({ level: 'silent' }) },
      { provide: OWN_URL, useValue: () => 'https://assay.example' },
      { provide: PEOPLE_URL, useValue: () => 'https://assay.example' },
      { provide: ChangeFollowers, useValue: this.followers },
      { provide: SEES_TOOL, useValue: seesTool },
      ...ports,
    ];
    return { module: FakePlatformModule, providers, exports: providers };
  }
}
