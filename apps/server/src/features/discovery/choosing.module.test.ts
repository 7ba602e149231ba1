import { roles } from '@assay/contracts';
import { ManualJobs } from '@assay/kernel/testing';
import { aCaller, aManifest, aNamespace, aVersion } from '@assay/registry/testing';
import { expect, it } from '@jest/globals';
import { Test } from '@nestjs/testing';
import { FakePlatform } from '../../platform/fake-platform.fixture.js';
import {
  CONFIG,
  LANGUAGE_MODEL,
  LEARNING_STORE,
  LOAD_TOKENS,
  PERSONAL_RULES,
  READ_TERMS,
  RULE_STORE,
  SECRET_RULES,
} from '../../platform/ports.js';
import { ChoosingModule } from './choosing.module.js';
import { CHOOSING } from './ports.js';
import { RulesController } from './rules.controller.js';

const administrator = aCaller({}, roles.administrator);

async function setUp() {
  const platform = await new FakePlatform(new ManualJobs()).open();
  const { house } = platform;
  await house.identities.addNamespace(aNamespace());
  await house.tools.publish(aVersion(aManifest()), 0);
  await house.feed.caughtUp();
  const ports = [
    { provide: CONFIG, useValue: { retentionDays: {} } },
    { provide: RULE_STORE, useValue: house.rules },
    { provide: LEARNING_STORE, useValue: house.learning },
    { provide: LANGUAGE_MODEL, useValue: null },
    { provide: LOAD_TOKENS, useValue: async () => () => 0 },
    { provide: PERSONAL_RULES, useValue: { find: () => [] } },
    { provide: SECRET_RULES, useValue: { find: async () => [] } },
    { provide: READ_TERMS, useValue: (text: string) => text.split(' ') },
  ];
  const feature = await Test.createTestingModule({ imports: [platform.module(ports), ChoosingModule] }).compile();
  return { feature, controller: feature.get(RulesController) };
}

it('keeps rules in memory as the change feed brings them, for its controller and for searches', async () => {
  const { feature, controller } = await setUp();
  const rule = { when: 'query.contains("invoice")', tool: 'acme/orders.create' };
  const created = await controller.create(administrator, rule);
  expect(created).toMatchObject({ ...rule, priority: 0 });
  expect(controller.list(administrator, {}).items).toEqual([created]);
  expect(feature.get(CHOOSING)).toMatchObject({ strategies: expect.anything() });
});

it('writes what it has learnt when the application shuts down', async () => {
  const { feature } = await setUp();
  await expect(feature.close()).resolves.toBeUndefined();
});
