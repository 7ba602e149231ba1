/** Runs soon; of many wishes at once, once. */
export function onceATurn(run: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    setImmediate(() => {
      waiting = false;
      run();
    });
  };
}
