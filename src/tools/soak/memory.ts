/** Resident memory of a process and of all that it has started, read again and again. */
import { readdirSync, readFileSync } from 'node:fs'
import { median } from '../bench/timing'

const EVERY_MS = 2_000

export interface Sample {
  /** Seconds since the first. */
  at: number
  mb: number
}

/** @returns the samples so far; `stop` ends the reading */
export function watchMemory(pid: number): { samples: Sample[]; stop: () => void } {
  const began = performance.now()
  const samples: Sample[] = []
  const take = () => samples.push({ at: (performance.now() - began) / 1000, mb: residentMb(pid) })
  take()
  const timer = setInterval(take, EVERY_MS)
  return { samples, stop: () => clearInterval(timer) }
}

/** The memory of the process and its descendants; undefined where there is no `/proc`. */
export function residentMb(pid: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? /^PPid:\s+(\d+)/m.exec(statusOf(Number(name)))?.[1] : undefined
    if (parent) parents.set(Number(name), Number(parent))
  }
  const isOurs = (one: number): boolean => one === pid || (parents.has(one) && isOurs(parents.get(one)!))
  return [...parents.keys()].filter(isOurs).reduce((sum, one) => {
    const kB = /^VmRSS:\s+(\d+)/m.exec(statusOf(one))?.[1]
    return sum + Number(kB ?? 0) / 1000
  }, 0)
}

/** Empty for a process that has ended. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}

/** The middle of the samples within a minute, counted from 1. */
export function atMinute(samples: readonly Sample[], minute: number): number | undefined {
  const within = samples.filter(({ at }) => at >= (minute - 1) * 60 && at < minute * 60)
  return within.length > 0 ? median(within.map(({ mb }) => mb)) : undefined
}
