/** What the server calls itself, and the version its tools are published under. Raise it with every visible change. */
export const buildServer = Object.freeze({ name: 'assay-build', title: 'Build', version: '1.0.0' });
