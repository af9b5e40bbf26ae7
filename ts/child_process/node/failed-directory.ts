import { accessSync, EXECUTABLE, statSync } from '../../node-builtins/kept-file-functions';
import type { FailedPart } from '../backend-types';

/**
 * What failed in a start: Node says only what error it was, so the directory is looked at
 * afterwards, with the rights of this process.
 *
 * @param error - the negative error number
 * @param directory - the child's working directory, if it was to have one
 */
export function failedDirectory(error: number, directory: string | undefined): FailedPart | undefined {
  return error === 0 || directory === undefined || canBeEntered(directory)
    ? undefined
    : { directory, option: undefined };
}

function canBeEntered(directory: string): boolean {
  try {
    accessSync(directory, EXECUTABLE);
    return statSync(directory).isDirectory();
  } catch (error) {
    // Of what the permission model refuses to show, nothing is said.
    return (error as NodeJS.ErrnoException).code === 'ERR_ACCESS_DENIED';
  }
}
