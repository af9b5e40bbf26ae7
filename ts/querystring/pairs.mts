export { get, parsePairs, type QueryPairs } from './pairs.js';
