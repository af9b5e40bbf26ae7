export default { test: { pool: 'forks', maxWorkers: 2, cache: false, include: ['test/*.test.mjs'] } };
