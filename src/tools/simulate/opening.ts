/** What is said before the devices connect: how many there are, and of how many that were asked for. */
import { grouped } from '../../domain/grouped'
import type { Say } from '../command'

interface Opening {
  devices: number
  /** Where a number was given. */
  asked: number | undefined
  /** The broker, without a login. */
  url: string
}

export const opening = ({ devices, asked, url }: Opening, say: Say): string[] => [
  ...(asked !== undefined && devices < asked
    ? [say('simulate.fewer', { devices: grouped(devices), asked: grouped(asked) })]
    : []),
  say('simulate.begins', { devices, url }),
]
