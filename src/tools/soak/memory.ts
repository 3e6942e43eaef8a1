/** Memory and processor time of a process and of all that it has started. */
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

/** Of the process and its descendants. Where there is no `/proc` nothing can be read. */
export const residentMb = (pid: number): number =>
  sumOf(familyOf(pid), one => Number(/^VmRSS:\s+(\d+)/m.exec(readProc(one, 'status'))?.[1] ?? 0)) / 1000

/** The same, where pages that processes share are divided among them (PSS). */
export const sharedOutMb = (pid: number): number =>
  sumOf(familyOf(pid), one => Number(/^Pss:\s+(\d+)/m.exec(readProc(one, 'smaps_rollup'))?.[1] ?? 0)) / 1000

/** User and system time of the process and its descendants so far. */
export const cpuSecondsOf = (pid: number): number => sumOf(familyOf(pid), cpuTicks) / 100

/** In hundredths of a second. */
function cpuTicks(pid: number): number {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
}

/** The process and its descendants. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name)
      ? /^PPid:\s+(\d+)/m.exec(readProc(Number(name), 'status'))?.[1]
      : undefined
    if (parent) parents.set(Number(name), Number(parent))
  }
  const isOurs = (one: number): boolean => one === pid || (parents.has(one) && isOurs(parents.get(one)!))
  return [...parents.keys()].filter(isOurs)
}

const sumOf = (pids: readonly number[], measure: (pid: number) => number): number =>
  pids.reduce((sum, one) => sum + measure(one), 0)

/** Empty for a process that has ended meanwhile. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}

/** The middle of the samples within a minute, counted from 1. */
export function atMinute(samples: readonly Sample[], minute: number): number | undefined {
  const within = samples.filter(({ at }) => at >= (minute - 1) * 60 && at < minute * 60)
  return within.length > 0 ? median(within.map(({ mb }) => mb)) : undefined
}
