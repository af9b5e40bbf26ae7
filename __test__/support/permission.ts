const MAJOR = Number.parseInt(process.versions.node, 10);

/** The option of Node for its permission model, which Node 20 has under another name. */
export const PERMISSION = MAJOR >= 22 ? '--permission' : '--experimental-permission';
