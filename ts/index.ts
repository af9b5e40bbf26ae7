/**
 * Both modules as namespaces.
 *
 * @packageDocumentation
 */
import * as childProcess from './child_process';
import * as querystringModule from './querystring';

export const child_process = childProcess;
export const querystring = querystringModule;
