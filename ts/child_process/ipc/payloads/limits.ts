/** How deep objects may lie within each other. */
export const MOST_DEPTH = 64;

/**
 * V8 takes less for a property than we do, and more for an object: so many properties of each are
 * not counted, and of the others no more than that many are written or read here.
 */
export const FREE_PROPERTIES = 4;
export const MOST_PROPERTIES = 256;

/** Of objects with more properties than this, names come once, and V8 makes them faster. */
export const MOST_NAMES = 64;
