/** A text that says for how many hours the current secrets stay valid after new ones are issued. */
export const overlapText = (
  translate: (key: string, values?: object) => string,
  keyPrefix: 'secrets.device' | 'secrets.batch',
  hours: number,
): string => (hours > 0 ? translate(`${keyPrefix}.overlap`, { hours }) : translate(`${keyPrefix}.noOverlap`))
