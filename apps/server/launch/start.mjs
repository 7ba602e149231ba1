// Runs on whatever Node is there, so the syntax stays old until the version is known to do.
const major = Number(process.versions.node.split('.')[0]);

if (major < 20) {
  process.stderr.write(`Assay needs Node 20 or newer to start; this is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  import('./launch.mjs').then(({ launch }) => launch());
}
