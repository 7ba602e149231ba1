/** What the server calls itself, and the version its tools are published under. Raise it with every visible change. */
export const filesServer = Object.freeze({ name: 'assay-files', title: 'Files', version: '2.0.0' });
