/** An order while it is composed: what was chosen and typed, and what of it is kept when the page is left. */
import type { DeviceHit } from '../../../contract/devices'
import type { MethodValue } from '../../forms/method/report'

export interface Draft {
  /** Of the command; empty for none. */
  code: string
  value: MethodValue
  mode: 'group' | 'search'
  /** 0 for none, as are batch and bunch. */
  model: number
  batch: number
  bunch: number
  targets: DeviceHit[]
  title: string
  /** ISO 8601 in UTC. Empty: as the page proposes it, now and so long after. `UNFINISHED`: half a time. */
  started: string
  expired: string
}

/** Stands for a time that is not whole yet. */
export const UNFINISHED = '\u2026'

export const EMPTY: Draft = {
  code: '',
  value: undefined,
  mode: 'group',
  model: 0,
  batch: 0,
  bunch: 0,
  targets: [],
  title: '',
  started: '',
  expired: '',
}

export type Change = (change: Partial<Draft>) => void

/** Whether there is anything in it that Cancel would take away. */
export function isEmpty(draft: Draft): boolean {
  const { targets, value, ...rest } = draft
  return (
    targets.length === 0 &&
    (value === undefined || value === '') &&
    Object.entries(rest).every(([key, one]) => key === 'mode' || one === EMPTY[key as keyof Draft])
  )
}

/** A draft from the browser's storage, which older versions and other hands may have written. */
export function draftFrom(kept: unknown, targets: unknown): Draft | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const found = kept as Record<string, unknown>
  const text = (key: string) => (typeof found[key] === 'string' ? (found[key] as string) : '')
  const id = (key: string) => {
    const value = Number(found[key])
    return Number.isSafeInteger(value) && value > 0 ? value : 0
  }
  const time = (key: string) => (Number.isNaN(Date.parse(text(key))) ? '' : text(key))
  const { value } = found
  return {
    code: text('code'),
    value: typeof value === 'string' || typeof value === 'number' ? value : undefined,
    mode: found.mode === 'search' ? 'search' : 'group',
    model: id('model'),
    batch: id('batch'),
    bunch: id('bunch'),
    targets: Array.isArray(targets) ? targets.filter(isHit) : [],
    title: text('title'),
    started: time('started'),
    expired: time('expired'),
  }
}

function isHit(value: unknown): value is DeviceHit {
  const hit = value as Partial<DeviceHit> | null
  return typeof hit?.device === 'string' && typeof hit.number === 'string' && typeof hit.online === 'boolean'
}

/** More targets, each once, in the order in which they were chosen. */
export function withTargets(targets: readonly DeviceHit[], more: readonly DeviceHit[]): DeviceHit[] {
  const there = new Set(targets.map(({ device }) => device))
  return [
    ...targets,
    ...more.filter(({ device }) => {
      if (there.has(device)) return false
      there.add(device)
      return true
    }),
  ]
}
