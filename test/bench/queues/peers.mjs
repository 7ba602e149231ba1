/**
 * The two queues behind the same few verbs, so that one program measures both. Each takes a schema of its own in the
 * database at `url`. `open` makes the schema where it is missing.
 */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const name = 'bench';

/** A package of this workspace, or of a folder with its own node_modules. */
async function load(peer, folder) {
  if (folder === undefined) return import(peer);
  const path = createRequire(resolve(folder, 'package.json')).resolve(peer);
  return import(pathToFileURL(path).href);
}

export const queues = {
  'pg-boss': async (url) => {
    const { PgBoss } = await load('pg-boss');
    const boss = new PgBoss({
      connectionString: url,
      schema: 'bench_boss',
      max: 4,
      useListenNotify: true,
      schedule: false,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      registerInstance: false,
    });
    boss.on('error', (cause) => console.error('pg-boss:', cause.message));
    return {
      async open() {
        await boss.start();
        const heartbeatSeconds = 10;
        await boss.createQueue(name, { notify: true, heartbeatSeconds, retryLimit: 5, deleteAfterSeconds: 60 });
      },
      add: (data, { key } = {}) => boss.send(name, data, key === undefined ? {} : { group: { id: key } }),
      // A worker that had a job waits out its interval before it asks for the next one, unless it is notified.
      work: async (concurrency, run, perKey) => {
        for (let lane = 0; lane < concurrency; lane += 1) {
          const options = {
            notifyPollingIntervalSeconds: 10,
            ...(perKey !== undefined && { groupConcurrency: perKey }),
          };
          const id = await boss.work(name, options, async ([job]) => {
            boss.notifyWorker(id);
            await run(job.data);
          });
        }
      },
      close: () => boss.stop({ timeout: 2_000 }),
    };
  },
  'graphile-worker': async (url, folder) => {
    const { Logger, makeWorkerUtils, run: start } = await load('graphile-worker', folder);
    const shared = {
      connectionString: url,
      schema: 'bench_graphile',
      maxPoolSize: 4,
      logger: new Logger(() => (level, text) => level === 'error' && console.error('graphile-worker:', text)),
    };
    let utils;
    let runner;
    return {
      async open() {
        utils = await makeWorkerUtils(shared);
        await utils.migrate();
      },
      add: (data, { key } = {}) => utils.addJob(name, data, key === undefined ? {} : { queueName: key }),
      work: async (concurrency, run) => {
        runner = await start({
          ...shared,
          concurrency,
          pollInterval: 10_000,
          noHandleSignals: true,
          taskList: { [name]: run },
        });
      },
      close: async () => {
        await runner?.stop();
        await utils?.release();
      },
    };
  },
};
