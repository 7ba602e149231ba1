import type { Clock } from '@assay/kernel';
import { wallClock } from '@assay/testing';
import { afterAll } from '@jest/globals';
import { WorkerLane } from './worker-lane.js';

/** Gives a function that opens lanes, which are closed after the tests of the file. */
export function openLanes(): (clock?: Pick<Clock, 'after'>) => WorkerLane {
  const lanes: WorkerLane[] = [];
  afterAll(() => Promise.all(lanes.map((it) => it.close())));
  return (clock = wallClock) => {
    const lane = new WorkerLane(clock);
    lanes.push(lane);
    return lane;
  };
}
