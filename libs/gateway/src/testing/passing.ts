import { addResolved, type Call, type PlainStage, type Stage } from '../call.js';

/** A stage as those who walk the stages take it: what it resolves is added to the call, and its failure is the answer. */
export const passing = (stage: Stage): PlainStage => ({
  ...stage,
  run(call: Call) {
    const end = stage.run(call);
    return end instanceof Promise ? end.then((it) => addResolved(call, it)) : addResolved(call, end);
  },
});
