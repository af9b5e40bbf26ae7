export { type Backends, backend } from './index.js';
