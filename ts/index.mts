import childProcess from './child_process/index.mjs';
import querystringModule from './querystring/index.mjs';

export const child_process = childProcess;
export const querystring = querystringModule;
