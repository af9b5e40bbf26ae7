/** What `typeof` may say of a message, in the order in which Node's error names them. */
export const MESSAGE_TYPES: readonly string[] = ['string', 'object', 'number', 'boolean'];

/** Whether `typeof` says one of {@link MESSAGE_TYPES}. */
export function isMessageType(type: string): boolean {
  return type === 'string' || type === 'object' || type === 'number' || type === 'boolean';
}
