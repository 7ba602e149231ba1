import { roles } from '@assay/contracts';
import { CandidateBook } from '@assay/gateway';
import { closedCircuits } from '@assay/gateway/testing';
import { ManualJobs } from '@assay/kernel/testing';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { FakePlatform } from '../../platform/fake-platform.fixture.js';
import { CIRCUITS, TOOLSET_STORE } from '../../platform/ports.js';
import { CandidateBookModule } from '../canaries/candidate-book.module.js';
import { ShownToolsets } from './shown-toolsets.js';
import { ToolsetsController } from './toolsets.controller.js';
import { ToolsetsModule } from './toolsets.module.js';

const noCandidates = {
  module: class NoCandidates {},
  providers: [{ provide: CandidateBook, useValue: {} }],
  exports: [CandidateBook],
};
const administrator = aCaller({}, roles.administrator);

it('serves toolsets from memory, and notifies once what they show has changed', async () => {
  const platform = await new FakePlatform(new ManualJobs()).open();
  const { house } = platform;
  await house.identities.addNamespace(aNamespace());
  await house.tools.publish(aVersion(aManifest()), 0);
  await house.feed.caughtUp();
  const stores = [
    { provide: TOOLSET_STORE, useValue: house.toolsetStore },
    { provide: CIRCUITS, useValue: closedCircuits },
  ];
  const feature = await Test.createTestingModule({ imports: [platform.module(stores), ToolsetsModule] })
    .overrideModule(CandidateBookModule)
    .useModule(noCandidates)
    .compile();
  const controller = feature.get(ToolsetsController);
  let notified = 0;
  feature.get(ShownToolsets).listen(() => {
    notified += 1;
  });
  const tools = [{ tool: 'acme/orders.create', as: 'order' }];
  const created = await controller.create(administrator, { name: 'desk', visibility: 'organisation', tools } as never);
  expect(created.url).toBe('https://assay.example/mcp/toolsets/desk');
  expect(controller.list(administrator, {}).items).toEqual([created]);
  expect(notified).toBe(0);
  house.clock.advance(1_000);
  expect(notified).toBe(1);
  await controller.remove(administrator, 'desk');
  expect(controller.list(administrator, {}).items).toEqual([]);
  await feature.close();
});
