/** Node aborts for other numbers; a program may have patched the function that checks them. */
export function wholeNumber(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value | 0;
}
