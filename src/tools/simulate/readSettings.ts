/** What `npm run simulate` is asked for, read from its arguments. */
import { parseArgs } from 'node:util'
import type { SimulatorSettings } from '../../server/demo/simulator'

export interface SimulateTask {
  settings: Partial<SimulatorSettings>
  /** How many devices at most. */
  most?: number
  /** File of IMEIs and secrets; without it the devices of the demo. */
  secrets?: string
}

/** The argument that cannot be read, as it was written. */
export class BadArgument extends Error {}

/** @throws BadArgument */
export function readSettings(args: string[]): SimulateTask {
  const { devices, secrets, url, state, ...numbers } = parse(args)
  const settings: Partial<SimulatorSettings> = {
    ...(url !== undefined && { url: readUrl(url) }),
    ...(state !== undefined && { state }),
    ...(numbers.fail !== undefined && { fail: readShare('fail', numbers.fail) }),
    ...(numbers.offline !== undefined && { offline: readShare('offline', numbers.offline) }),
    ...(numbers.seed !== undefined && { seed: readWhole('seed', numbers.seed) }),
    ...(numbers.every !== undefined && { telemetrySeconds: Math.max(1, readWhole('every', numbers.every)) }),
  }
  return { settings, secrets, ...(devices !== undefined && { most: readWhole('devices', devices) }) }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      options: {
        devices: text,
        fail: text,
        offline: text,
        seed: text,
        every: text,
        url: text,
        state: text,
        secrets: text,
        // The devices of the demo are those that are taken without a file: said for clearness.
        demo: { type: 'boolean' },
      },
    }).values
  } catch {
    throw new BadArgument(args.join(' '))
  }
}

/** `3%`, or `0.03`. */
function readShare(name: string, text: string): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
  const share = Number(number) / (percent ? 100 : 1)
  // A share of 1 would mean devices that never connect.
  if (!(share >= 0 && share <= (name === 'offline' ? 0.95 : 1))) throw new BadArgument(`--${name} ${text}`)
  return share
}

function readWhole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new BadArgument(`--${name} ${text}`)
  return Number(text)
}

/** The address itself is not repeated: it may hold a password. */
function readUrl(text: string): string {
  const known = URL.canParse(text) && ['mqtt:', 'mqtts:'].includes(new URL(text).protocol)
  if (!known) throw new BadArgument('--url')
  return text
}
