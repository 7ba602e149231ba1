/** The name and version the server reports, and under which its tools are published. */
export const communicationServer = Object.freeze({
  name: 'assay-communication',
  title: 'Communication',
  version: '1.1.0',
});
