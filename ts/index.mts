import both from './index.js';

export const { child_process, querystring } = both;
export default both;
