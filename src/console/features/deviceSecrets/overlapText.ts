/** How long the secrets of now stay good once there are new ones. */
export const overlapText = (
  translate: (key: string, values?: object) => string,
  room: 'secrets.device' | 'secrets.batch',
  hours: number,
): string => (hours > 0 ? translate(`${room}.overlap`, { hours }) : translate(`${room}.noOverlap`))
