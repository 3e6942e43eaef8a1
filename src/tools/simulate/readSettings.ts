/** Parses the arguments of `npm run simulate`. */
import { parseArgs } from 'node:util'
import type { SimulatorSettings } from '../../server/demo/simulator'

export interface SimulateTask {
  settings: Partial<SimulatorSettings>
  /** Maximum number of devices. */
  max?: number
  /** A file of IMEIs and secrets; by default the devices of the demo are simulated. */
  secrets?: string
}

/** An argument is invalid; the message is the argument. */
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
  return { settings, secrets, ...(devices !== undefined && { max: readWhole('devices', devices) }) }
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
        // Has no effect: the demo is the default. Accepted so that it can be written explicitly.
        demo: { type: 'boolean' },
      },
    }).values
  } catch {
    throw new BadArgument(args.join(' '))
  }
}

/** Parses a share such as `3%` or `0.03`. */
function readShare(name: string, text: string): number {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
  const share = Number(number) / (percent ? 100 : 1)
  // With `--offline 1`, devices would never connect.
  const maxShare = name === 'offline' ? 0.95 : 1
  if (!(share >= 0 && share <= maxShare)) throw new BadArgument(`--${name} ${text}`)
  return share
}

function readWhole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new BadArgument(`--${name} ${text}`)
  return Number(text)
}

/** The error does not repeat the URL, which may contain a password. */
function readUrl(text: string): string {
  const isMqtt = URL.canParse(text) && ['mqtt:', 'mqtts:'].includes(new URL(text).protocol)
  if (!isMqtt) throw new BadArgument('--url')
  return text
}
