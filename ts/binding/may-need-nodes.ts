import { permissionModel } from '../node-builtins/permission-model';
import { someOption } from '../node-builtins/some-option';
import { IS_NODE } from '../node-version';
import { arraySome } from '../realm/primordials';
import { nearAddonFile } from './addon-file';
import { candidatePlatforms } from './platform';
import { mayTakeChannelOver } from './process-backend-switch';

/**
 * Whether Node's own module may be what starts the processes, as far as that can be known without
 * opening the addon: where it starts them anyway, and where the addon is not to be seen, or may be
 * refused.
 */
export function mayNeedNodes(): boolean {
  if (!IS_NODE) return false;
  if (!mayTakeChannelOver() || permissionModel() !== undefined) return true;
  return someOption((word) => word === '--no-addons') || !isAddonNear();
}

function isAddonNear(): boolean {
  try {
    return arraySome(candidatePlatforms(), (platform) => nearAddonFile(platform) !== undefined);
  } catch {
    // Whatever it is, it is thrown again where the addon is needed.
    return false;
  }
}
