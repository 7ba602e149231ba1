/** The name and version the server reports, and under which its tools are published. */
export const databaseServer = Object.freeze({ name: 'assay-database', title: 'Databases', version: '1.1.0' });
