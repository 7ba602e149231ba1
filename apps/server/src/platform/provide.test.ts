import { ManualJobs } from '@assay/kernel/testing';
import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { connect, from, later, port, provide, recurring, useCase } from './provide.js';

const CLOCK = port<{ now(): number }>('clock');
const MODEL = port<string | null>('model');
const JOBS = port<ManualJobs>('jobs');

class TellTime {
  constructor(readonly ports: { readonly clock: { now(): number }; readonly model: number | null }) {}
}

class Asks {
  constructor(readonly ports: { readonly answers: () => Answers }) {}
}

class Answers {
  constructor(readonly ports: { readonly asks: Asks }) {}
}

const clock = provide(CLOCK, {}, () => ({ now: () => 7 }));
const noModel = provide(MODEL, {}, () => null);

const compile = (providers: NonNullable<Parameters<typeof Test.createTestingModule>[0]['providers']>) =>
  Test.createTestingModule({ providers }).compile();

describe('providers', () => {
  it('construct a use case with its ports by name', async () => {
    const model = from(MODEL, (it) => it?.length ?? 0);
    const made = await compile([clock, noModel, useCase(TellTime, { clock: CLOCK, model })]);
    expect(made.get(TellTime).ports.clock.now()).toBe(7);
    expect(made.get(TellTime).ports.model).toBe(0);
  });

  it('pass on what is made of a dependency even when it is null', async () => {
    const model = from(CLOCK, () => null);
    const made = await compile([clock, useCase(TellTime, { clock: CLOCK, model })]);
    expect(made.get(TellTime).ports.model).toBeNull();
  });

  it('look up at the first use what depends on the one that asks, also in another module', async () => {
    const asks = useCase(Asks, { answers: later(Answers) });
    @Module({ providers: [asks], exports: [asks] })
    class AsksModule {}
    @Module({ imports: [AsksModule], providers: [useCase(Answers, { asks: Asks })] })
    class AnswersModule {}
    const made = await Test.createTestingModule({ imports: [AnswersModule] }).compile();
    const found = made.get(Asks, { strict: false });
    expect(found.ports.answers()).toBe(made.get(Answers, { strict: false }));
    expect(found.ports.answers().ports.asks).toBe(found);
  });

  it('wait for what opens asynchronously, and fail when it cannot be opened', async () => {
    const opened = provide(CLOCK, {}, async () => ({ now: () => 8 }));
    expect((await compile([opened])).get<{ now(): number }>(CLOCK as never).now()).toBe(8);
    const broken = provide(CLOCK, {}, () => Promise.reject(new Error('away')));
    await expect(compile([broken])).rejects.toThrow('away');
  });

  it('connect others, and add recurring work to the jobs', async () => {
    const jobs = new ManualJobs();
    const seen: number[] = [];
    await compile([
      clock,
      provide(JOBS, {}, () => jobs),
      connect('clock', { clock: CLOCK }, (ports) => void seen.push(ports.clock.now())),
      recurring('work', { jobs: JOBS, clock: CLOCK }, (ports) => [
        { name: 'a', everyMs: 1, run: async () => void seen.push(ports.clock.now() + 1) },
      ]),
    ]);
    await jobs.run('a');
    expect(seen).toEqual([7, 8]);
  });
});
