// Started by the conformance tool as its client: forwards the scenario and the address to the test at
// ASSAY_CONFORMANCE_CONTROL, and exits with its answer.
const scenario = process.env.MCP_CONFORMANCE_SCENARIO;
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const answer = await fetch(process.env.ASSAY_CONFORMANCE_CONTROL, {
  method: 'POST',
  body: JSON.stringify({ scenario, url: process.argv[2], context }),
});
const said = await answer.text();
if (!answer.ok) process.stderr.write(`${said}\n`);
process.exitCode = answer.ok ? 0 : 1;
