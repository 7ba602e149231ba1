/** What the server calls itself, and the version its tools are published under. Raise it with every visible change. */
export const dataServer = Object.freeze({ name: 'assay-data', title: 'Data', version: '1.0.0' });
