/** What `typeof` may say of a message, in the order in which Node's error names them. */
export const MESSAGE_TYPES: readonly string[] = ['string', 'object', 'number', 'boolean'];
